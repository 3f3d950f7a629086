import { type GapId, type IssueId, isGapId, isIssueId } from "../../model/ids.ts";
import type { Citation, Reference } from "../agent-document.ts";
import type { Block } from "../markdown/block.ts";
import { withoutCode } from "../markdown/inline.ts";
import { lineCounter } from "../markdown/line-starts.ts";
import type { Markdown } from "../markdown/markdown.ts";

/** An id is a whole token (SPEC 3.1), so `GAP-FLOW-0011` and `GAP-PIE-003.1` have none; `_` may be emphasis. */
const BEFORE = "(?<![\\p{L}\\p{N}]|[\\p{L}\\p{N}][-_.])";
export const AFTER_ID = "(?![\\p{L}\\p{N}]|[-_.][\\p{L}\\p{N}])";

const GAP = new RegExp(`${BEFORE}GAP-[A-Z]{2,10}-\\d{3}[a-z]?${AFTER_ID}`, "gu");
const ISSUE = new RegExp(`${BEFORE}ISSUE-R[1-9]\\d{0,5}-\\d{3}${AFTER_ID}`, "gu");

/** An id in a heading, with or without brackets around it. */
const named = (id: string) => `[[(]?(?<id>${id})${AFTER_ID}[\\])]?`;
export const GAP_NAMED = named("GAP-[A-Z]{2,10}-\\d{3}[a-z]?");
export const ISSUE_NAMED = named("ISSUE-R\\d{1,6}-\\d{3}");

export interface Found<Id> {
  readonly id: Id;
  readonly index: number;
}

/** The gap ids in a text, in order. Pass the text through `withoutCode` first: ids in code do not count. */
export function gapIdsIn(text: string): Found<GapId>[] {
  return text.includes("GAP-") ? find(text, GAP, isGapId) : [];
}

export function issueIdsIn(text: string): Found<IssueId>[] {
  return text.includes("ISSUE-R") ? find(text, ISSUE, isIssueId) : [];
}

function find<Id extends string>(text: string, pattern: RegExp, is: (text: string) => text is Id): Found<Id>[] {
  const found: Found<Id>[] = [];
  for (const match of text.matchAll(pattern)) if (is(match[0])) found.push({ id: match[0], index: match.index });
  return found;
}

/** Every gap id outside code and comments (SPEC 3.1). */
export function readReferences({ blocks }: Markdown): Reference[] {
  return inlines(blocks, (text) => text.includes("GAP-")).flatMap(({ text, line }) => {
    const words = withoutCode(text);
    const lineAt = lineCounter(words);
    return gapIdsIn(words).map(({ id, index }) => ({ gap: id, line: line + lineAt(index) }));
  });
}

const CITATION =
  /(?<![\p{L}\p{N}_./\\-])((?:[A-Za-z]:[\\/])?[\p{L}\p{N}_.@+-]{1,80}(?:[\\/][\p{L}\p{N}_.@+-]{1,80}){0,20}\.[A-Za-z][A-Za-z0-9]{0,9}):(\d{1,7})(?:[-–](\d{1,7}))?(?![\p{L}\p{N}_:])/gu;
const LIKE_CITATION = /\.[A-Za-z]\w{0,9}:\d/u;
const HOST = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|local|localhost)$/u;

/** Citations of files: `src/store.ts:42`, in prose or as inline code, not in a code block (SPEC 15.5). */
export function readCitations({ blocks }: Markdown): Citation[] {
  return inlines(blocks, (text) => LIKE_CITATION.test(text)).flatMap(({ text, line }) => {
    const lineAt = lineCounter(text);
    return [...text.matchAll(CITATION)].flatMap(({ index, 1: file = "", 2: start = "", 3: end = start }) => {
      if (HOST.test(file) || text.slice(Math.max(0, index - 3), index) === "://") return [];
      const first = Number(start);
      return [{ file, line: first, endLine: Math.max(first, Number(end)), at: line + lineAt(index) }];
    });
  });
}

/** A piece of inline markdown and the line that it begins on. */
interface Inline {
  readonly text: string;
  readonly line: number;
}

/** Pieces of inline markdown that pass a quick test, in order; code blocks and comments are left out. */
function inlines(blocks: readonly Block[], mayHold: (text: string) => boolean): Inline[] {
  const all = blocks.flatMap((block): Inline[] => {
    if (block.type === "list") return block.items.flatMap((item) => inlines(item.blocks, mayHold));
    if (block.type === "quote") return inlines(block.blocks, mayHold);
    if (block.type === "table")
      return [block.header, ...block.rows].flatMap(({ line, cells }) => cells.map((text) => ({ text, line })));
    const isText = block.type === "heading" || block.type === "paragraph" || (block.type === "html" && !block.comment);
    return isText ? [block] : [];
  });
  return all.filter(({ text }) => mayHold(text));
}
