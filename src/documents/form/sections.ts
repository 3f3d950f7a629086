import { isGapId, isIssueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import type { Block, Heading, Lines } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { type Context, rewrite } from "./context.ts";
import { beginsStatement } from "./statements.ts";
import { bare, fold } from "./words.ts";

/** The headings of a form: what each opens, the words that say so, and the canonical ones; free text has none. */
export type Grammar<Kind extends string> = readonly (readonly [kind: Kind, words: RegExp, canonical?: string])[];

/** What a heading of the form opens; `title` stands before the form, `unknown` is no heading of it. */
export interface ReadHeading<Kind extends string> {
  readonly kind: Kind | "title" | "unknown";
  /** The id that it ends in, or what stands behind the id. */
  readonly id?: string;
  readonly rest?: string;
  readonly severity?: Severity;
  /** Absent where the heading stays as it is. */
  readonly canonical?: string;
}

/** A heading and what stands below it, down to the next one. */
export interface Part<Kind extends string = string> extends Lines {
  endLine: number;
  readonly read: ReadHeading<Kind>;
  /** Absent for what stands before the first heading. */
  readonly heading?: Heading;
  readonly blocks: Block[];
}

/** Heading levels carry no meaning in the form (SPEC 5); a heading of the author's own is unread, but for a title. */
export function readSections<Kind extends string>(
  context: Context,
  readHeading: (words: string) => ReadHeading<Kind> | undefined,
  isTitle: (text: string) => boolean,
): Part<Kind>[] {
  let current: Part<Kind> = { read: { kind: "title" }, line: 1, endLine: 1, blocks: [] };
  const parts = [current];
  for (const block of context.markdown.blocks) {
    // An id in code is text, not an id (SPEC 3.1).
    const words = block.type === "heading" ? bare(withoutCode(block.text.slice(0, 1000))) : "";
    const known = block.type === "heading" ? readHeading(words) : undefined;
    const statement = block.type === "heading" && known === undefined ? asStatement(block) : undefined;
    if (block.type === "heading" && statement === undefined) {
      const own = parts.length === 1 && isTitle(block.text) ? "title" : "unknown";
      const { line, endLine } = block;
      current = { read: known ?? { kind: own }, heading: block, line, endLine, blocks: [] };
      parts.push(current);
    } else {
      current.blocks.push(statement ?? block);
      current.endLine = block.endLine;
    }
  }
  return parts;
}

/** `## BLOCKED_NEEDS_INPUT: GAP-…`, `### Verdict: APPROVED` and `### No Issues Found` say what a line says (SPEC 19.22). */
function asStatement(heading: Heading): Block | undefined {
  const name = fold(heading.text);
  if (name === "no issues found") return { ...heading, type: "paragraph", text: "NO_ISSUES_FOUND" };
  if (/^(?:completeness checks|checklist)$/.test(name)) return { ...heading, type: "paragraph", text: "Checklist:" };
  return beginsStatement(heading.text) ? { ...heading, type: "paragraph" } : undefined;
}

/** The row of a grammar that a heading fits. */
export function headingIn<Kind extends string>(grammar: Grammar<Kind>, words: string): ReadHeading<Kind> | undefined {
  for (const [kind, pattern, canonical] of grammar) {
    const { id, rest = "" } = pattern.exec(words)?.groups ?? {};
    if (id !== undefined && (isGapId(id) || isIssueId(id)) && !/^(?:,|and\b|&)/i.test(rest)) {
      const title = plainText(rest.replace(/^[\s:–—-]+/u, "").replace(/^\((.*)\)$/, "$1"));
      return { kind, id, rest: title, canonical: `${canonical}${id} ${title}`.trim() };
    }
    if (id === undefined && pattern.test(words)) return canonical === undefined ? { kind } : { kind, canonical };
  }
  return undefined;
}

/** Puts the heading of a part into the canonical form. */
export function rewriteHeading(context: Context, { read, heading }: Part): void {
  if (heading !== undefined && read.canonical !== undefined) rewrite(context, "heading", heading, read.canonical);
}
