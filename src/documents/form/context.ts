import type { Unread } from "../agent-document.ts";
import type { Block, Lines, ListItem } from "../markdown/block.ts";
import { type Markdown, textOfLines } from "../markdown/markdown.ts";

/** Whole lines of the document, and what replaces them in the canonical form. */
export interface Patch extends Lines {
  readonly kind: string;
  readonly to: string;
}

/** The state of a reading: what it could not read so far, and what it rewrites. */
export interface Context {
  readonly markdown: Markdown;
  readonly unread: Unread[];
  readonly patches: Patch[];
}

const LONGEST_QUOTE = 2000;

/** Records lines as unread; adjacent lines where the same was expected are joined into one entry (SPEC 5). */
export function refuse(context: Context, { line, endLine }: Lines, expected: string): void {
  const last = context.unread.at(-1);
  const near = last?.expected === expected && line >= last.line && line - last.endLine < 3;
  const joins = near && textOf(context, { line: last.endLine + 1, endLine: line - 1 }).trim() === "";
  const from = joins ? last.line : line;
  if (joins) context.unread.pop();
  const text = textOf(context, { line: from, endLine: Math.min(endLine, from + 40) }).slice(0, LONGEST_QUOTE);
  context.unread.push({ line: from, endLine, text, expected });
}

/** Records how lines are written in the canonical form, if they differ from it. */
export function rewrite(context: Context, kind: string, { line, endLine }: Lines, to: string): void {
  if (textOf(context, { line, endLine }) !== to) context.patches.push({ kind, line, endLine, to });
}

export function textOf({ markdown }: Context, { line, endLine }: Lines): string {
  return textOfLines(markdown, line, endLine);
}

/** The text that an item of a list begins with. */
export function leadOf({ blocks: [first] }: ListItem): string {
  return first?.type === "paragraph" || first?.type === "heading" ? first.text : "";
}

/** Appends any number of items: `push(...items)` would overflow the stack with very many. */
export function addAll<Item>(into: Item[], items: Iterable<Item>): void {
  for (const item of items) into.push(item);
}

/** Whether a block says nothing: a rule or a comment. */
export function isNothing(block: Block): boolean {
  return block.type === "rule" || (block.type === "html" && block.comment);
}

/** The type with its lists mutable, for values that are still being read. */
export type Growing<Values> = {
  -readonly [Key in keyof Values]: Values[Key] extends readonly (infer Item)[] ? Item[] : Values[Key];
};
