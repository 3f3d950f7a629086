import type { GapId } from "../../model/ids.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { Markdown } from "../markdown/markdown.ts";
import { readReferences } from "../references.ts";
import type { NewGap } from "../values.ts";
import type { Patch } from "./patch.ts";
import type { RepairContext } from "./repair-context.ts";

const CALLED_NEW_BEFORE =
  /\b(?:new\s+gaps?\b|new\b|creat(?:e|es|ing|ed)\b|add(?:s|ing|ed)?\b|introduc(?:e|es|ing|ed)\b|open(?:s|ing|ed)?\s+(?:a|as)\b|fil(?:e|es|ed)\s+(?:a|as)\b|track(?:ed)?\s+(?:it\s+|this\s+)?as\b)[^.;|]{0,50}$/iu;
const CALLED_NEW_AFTER = /^[\s*_|:–—-]{0,6}\(?new\b/iu;

/**
 * A gap that the inventory does not have and the document calls new, in a sentence or a row rather than in its section
 * for new gaps, is declared there, in the author's words (SPEC 5). One that is merely unknown is left to the tiers.
 */
export function declareGaps(
  patch: Patch,
  markdown: Markdown,
  newGaps: readonly NewGap[],
  heading: string,
  context: RepairContext,
): void {
  const { inventory } = context;
  if (inventory === undefined) return;
  const known = new Set<string>([
    ...(context.assigned ?? []),
    ...(context.proposals ?? []),
    ...newGaps.flatMap((gap) => gap.id ?? []),
  ]);
  const declared = new Map<GapId, string>();
  const headingOver = headingFinder(markdown);
  for (const { gap, line } of readReferences(markdown)) {
    if (inventory.has(gap) || known.has(gap) || declared.has(gap)) continue;
    const text = markdown.lines[line - 1] ?? "";
    const sentence = sentenceCallingNew(text, gap) ?? itemLeftOpen(text, gap, () => headingOver(line));
    if (sentence !== undefined) declared.set(gap, sentence);
  }
  if (declared.size === 0) return;
  const items = [...declared].map(([gap, words]) => `- **${gap}**: ${words}`);
  patch.insert("new-gaps", markdown.lines.length + 1, [`### ${heading}`, "", ...items]);
}

function sentenceCallingNew(line: string, gap: GapId): string | undefined {
  const text = withoutCode(line.slice(0, 4000));
  for (let at = text.indexOf(gap); at !== -1; at = text.indexOf(gap, at + 1)) {
    const before = text.slice(Math.max(0, at - 90), at);
    const after = text.slice(at + gap.length, at + gap.length + 20);
    if (CALLED_NEW_BEFORE.test(before) || CALLED_NEW_AFTER.test(after)) return sentenceAround(line, at);
  }
  return undefined;
}

const LEFT_OPEN = /\b(?:open|left|follow-?ups?|future|remaining|spawned|later|outstanding|deferred|new)\b/iu;

/** `- GAP-LOG-002: where it is kept` below `Left open`. */
function itemLeftOpen(line: string, gap: GapId, heading: () => string): string | undefined {
  const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s+[*_[]{0,3}(GAP-[\w-]+)[*_\]]{0,3}\s*(?:[:(–—]|-\s)(.*)$/su.exec(
    line.slice(0, 4000),
  );
  if (item?.[1] !== gap || !/(?:\p{L}+[^\p{L}]+){2}\p{L}/u.test((item[2] ?? "").slice(0, 400))) return undefined;
  return LEFT_OPEN.test(heading()) ? plainText(item[2] ?? "").slice(0, 400) : undefined;
}

/** The heading that lines stand below; lines are asked for in order. */
function headingFinder({ blocks }: Markdown): (line: number) => string {
  const headings = blocks.filter((block) => block.type === "heading");
  let at = 0;
  return (line) => {
    while ((headings[at]?.line ?? Number.POSITIVE_INFINITY) < line) at++;
    return headings[at - 1]?.text ?? "";
  };
}

/** The sentence that a place stands in; a row of a table is one. */
function sentenceAround(line: string, at: number): string {
  const start = Math.max(line.lastIndexOf(". ", at) + 1, 0);
  const end = line.indexOf(". ", at);
  const words = line.slice(start, end === -1 ? line.length : end + 1);
  return plainText(words.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, "").replace(/\s*\|\s*/g, " | "))
    .replace(/^\| | \|$/g, "")
    .slice(0, 400);
}
