import type { Block, Heading } from "../markdown/block.ts";
import type { Lines } from "../values.ts";
import { type Context, rewrite } from "./context.ts";
import type { ReadHeading } from "./headings.ts";
import { announcesChoices, asksUser, beginsStatement } from "./statements.ts";
import { fold } from "./words.ts";

/** A heading of the form and what stands below it. Headings of the author's own are among its blocks. */
export interface Part extends Lines {
  endLine: number;
  readonly read: ReadHeading;
  /** Absent for what stands before the first heading. */
  readonly heading?: Heading;
  readonly blocks: Block[];
}

/** What a role makes of a heading: where it belongs depends on the part that it stands in. */
export type KindOf = (heading: Heading, current: Part) => ReadHeading | "inner";

/** Heading levels carry no meaning in the form (SPEC 5): its parts follow one another. */
export function buildParts({ markdown }: Context, kindOf: KindOf): Part[] {
  let current: Part = { read: { kind: "title", gaps: [], issues: [], rest: "" }, line: 1, endLine: 1, blocks: [] };
  const parts = [current];
  for (const each of markdown.blocks) {
    const block = each.type === "heading" ? (asStatement(each) ?? asChoices(each, current) ?? each) : each;
    const read = block.type === "heading" ? kindOf(block, current) : "inner";
    if (block.type === "heading" && read !== "inner") {
      current = { read, heading: block, line: block.line, endLine: block.endLine, blocks: [] };
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
  if (/^(?:overall |final )?verdict$/.test(name)) return undefined;
  if (name === "no issues found") return { ...heading, type: "paragraph", text: "NO_ISSUES_FOUND" };
  return beginsStatement(heading.text) ? { ...heading, type: "paragraph" } : undefined;
}

/** `### Options` below a question announces its choices. */
function asChoices(heading: Heading, { blocks }: Part): Block | undefined {
  const asked = blocks.some((block) => block.type === "paragraph" && asksUser(block.text));
  return asked && announcesChoices(fold(heading.text)) ? { ...heading, type: "paragraph" } : undefined;
}

/** Rewrites the headings of a part: its own into the canonical one, those within so that they stay below it. */
export function rewriteHeadings(context: Context, { read, heading, blocks }: Part): void {
  if (heading === undefined || read.canonical === undefined) return;
  rewrite(context, "heading", heading, read.canonical);
  const level = read.canonical.indexOf(" ");
  for (const block of heading.level === level ? [] : blocks) {
    if (block.type !== "heading") continue;
    const inner = Math.min(6, Math.max(level + 1, block.level + level - heading.level));
    rewrite(context, "heading-level", block, `${"#".repeat(inner)} ${block.text.replace(/\s*\n\s*/g, " ")}`);
  }
}
