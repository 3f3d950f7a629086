import type { Block, Heading, Lines } from "../markdown/block.ts";
import { type Context, rewrite } from "./context.ts";
import type { ReadHeading } from "./headings.ts";
import { beginsStatement } from "./statements.ts";
import { fold } from "./words.ts";

/** A heading and what stands below it, down to the next one. */
export interface Part extends Lines {
  endLine: number;
  readonly read: ReadHeading;
  /** Absent for what stands before the first heading. */
  readonly heading?: Heading;
  readonly blocks: Block[];
}

/** Heading levels carry no meaning in the form (SPEC 5); a heading of the author's own is unread, but for a title. */
export function buildParts(
  { markdown }: Context,
  readHeading: (heading: Heading) => ReadHeading,
  isTitle: (text: string) => boolean,
): Part[] {
  let current: Part = { read: { kind: "title" }, line: 1, endLine: 1, blocks: [] };
  const parts = [current];
  for (const each of markdown.blocks) {
    const block = each.type === "heading" ? (asStatement(each) ?? each) : each;
    if (block.type === "heading") {
      const read = readHeading(block);
      const kind = read.kind === "unknown" && parts.length === 1 && isTitle(block.text) ? "title" : read.kind;
      current = { read: { ...read, kind }, heading: block, line: block.line, endLine: block.endLine, blocks: [] };
      parts.push(current);
    } else {
      current.blocks.push(block);
      current.endLine = block.endLine;
    }
  }
  return parts;
}

/** `## BLOCKED_NEEDS_INPUT: GAP-…`, `### Verdict: APPROVED` and `### No Issues Found` say what a line says. */
function asStatement(heading: Heading): Block | undefined {
  const name = fold(heading.text);
  // `## Verdict:` says nothing yet: it is the heading of what stands below.
  if (name === "verdict") return undefined;
  if (name === "no issues found") return { ...heading, type: "paragraph", text: "NO_ISSUES_FOUND" };
  return beginsStatement(heading.text) ? { ...heading, type: "paragraph" } : undefined;
}

/** Puts the heading of a part into the canonical form. */
export function rewriteHeading(context: Context, { read, heading }: Part): void {
  if (heading !== undefined && read.canonical !== undefined) rewrite(context, "heading", heading, read.canonical);
}
