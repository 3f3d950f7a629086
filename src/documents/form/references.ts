import type { Block } from "../markdown/block.ts";
import { withoutCode } from "../markdown/inline.ts";
import { lineCounter } from "../markdown/line-starts.ts";
import type { Markdown } from "../markdown/markdown.ts";
import type { Citation, Reference } from "../values.ts";
import { gapIdsIn } from "./ids-in-text.ts";

/** A piece of inline markdown and the line that it begins on. */
interface Inline {
  readonly text: string;
  readonly line: number;
}

/** Every gap id that is a reference: not in code, not in a comment (SPEC 3.1). */
export function readReferences(markdown: Markdown): Reference[] {
  if (!markdown.text.includes("GAP-")) return [];
  const found: Reference[] = [];
  for (const { text, line } of inlines(markdown.blocks)) {
    if (!text.includes("GAP-")) continue;
    const words = withoutCode(text);
    const lineAt = lineCounter(words);
    for (const { id, index } of gapIdsIn(words)) found.push({ gap: id, line: line + lineAt(index) });
  }
  return found;
}

const CITATION =
  /(?<![\p{L}\p{N}_./\\-])((?:[A-Za-z]:[\\/])?[\p{L}\p{N}_.@+-]{1,80}(?:[\\/][\p{L}\p{N}_.@+-]{1,80}){0,20}\.[A-Za-z][A-Za-z0-9]{0,9}):(\d{1,7})(?:[-–](\d{1,7}))?(?![\p{L}\p{N}_:])/gu;
const LIKE_CITATION = /\.[A-Za-z]\w{0,9}:\d/u;
const HOST = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|local|localhost)$/u;

/** `src/store.ts:42`, in prose or as inline code, not in a code block (SPEC 15.5). */
export function readCitations(markdown: Markdown): Citation[] {
  const found: Citation[] = [];
  if (!LIKE_CITATION.test(markdown.text)) return found;
  for (const { text, line } of inlines(markdown.blocks)) {
    if (!LIKE_CITATION.test(text)) continue;
    const lineAt = lineCounter(text);
    for (const match of text.matchAll(CITATION)) {
      const [, file = "", start = "", end] = match;
      if (HOST.test(file) || text.slice(Math.max(0, match.index - 3), match.index) === "://") continue;
      const first = Number(start);
      found.push({ file, line: first, endLine: Math.max(first, Number(end ?? start)), at: line + lineAt(match.index) });
    }
  }
  return found;
}

/** Every piece of inline markdown of the document, in order; code and comments are none. */
function* inlines(blocks: readonly Block[]): Generator<Inline> {
  for (const block of blocks) {
    if (block.type === "heading" || block.type === "paragraph" || (block.type === "html" && !block.comment))
      yield block;
    else if (block.type === "list") for (const item of block.items) yield* inlines(item.blocks);
    else if (block.type === "quote") yield* inlines(block.blocks);
    else if (block.type === "table")
      for (const { line, cells } of [block.header, ...block.rows]) for (const text of cells) yield { text, line };
  }
}
