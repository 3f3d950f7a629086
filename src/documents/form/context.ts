import type { Block, Lines, ListItem } from "../markdown/block.ts";
import { type Markdown, textOfLines } from "../markdown/markdown.ts";
import type { Unread } from "../values.ts";

/** Whole lines of the document, and their text in the canonical form. */
export interface Patch extends Lines {
  readonly kind: string;
  readonly to: string;
}

/** A reading under way: what it could not read, and what it rewrites. */
export interface Context {
  readonly markdown: Markdown;
  readonly unread: Unread[];
  readonly patches: Patch[];
}

const LONGEST_QUOTE = 2000;

/** Says that the reader made nothing of some lines; neighbours where the same was expected are one (SPEC 5). */
export function refuse(context: Context, { line, endLine }: Lines, expected: string): void {
  const last = context.unread.at(-1);
  const near = last?.expected === expected && line >= last.line && line - last.endLine < 3;
  const joins = near && textOf(context, { line: last.endLine + 1, endLine: line - 1 }).trim() === "";
  const from = joins ? last.line : line;
  if (joins) context.unread.pop();
  const text = textOf(context, { line: from, endLine: Math.min(endLine, from + 40) }).slice(0, LONGEST_QUOTE);
  context.unread.push({ line: from, endLine, text, expected });
}

/** Puts lines into the canonical form; does nothing where they are in it. */
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

/** However many: spreading them into a call would overflow the stack. */
export function addAll<Item>(into: Item[], items: Iterable<Item>): void {
  for (const item of items) into.push(item);
}

/** A rule or a comment. */
export function isNothing(block: Block): boolean {
  return block.type === "rule" || (block.type === "html" && block.comment);
}

/** The lists of a document, while they grow. */
export type Growing<Values> = {
  -readonly [Key in keyof Values]: Values[Key] extends readonly (infer Item)[] ? Item[] : Values[Key];
};
