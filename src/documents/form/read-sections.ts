import { isGapId, isIssueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import type { Block, Heading, Lines } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { type Context, rewrite } from "./context.ts";
import { bare, fold } from "./form-words.ts";
import { beginsStatement } from "./take-statements.ts";

/** The headings of a form: what each opens, the words that are accepted for it, and the canonical ones. */
export type Grammar<Kind extends string> = readonly (readonly [kind: Kind, words: RegExp, canonical?: string])[];

/** What a heading opens; a `title` is before the form, an `unknown` heading is not part of it. */
export interface ReadHeading<Kind extends string> {
  readonly kind: Kind | "title" | "unknown";
  /** The id in the heading, and the words after it. */
  readonly id?: string;
  readonly rest?: string;
  readonly severity?: Severity;
  /** Absent where the heading is not rewritten. */
  readonly canonical?: string;
}

/** A heading and what is below it, up to the next one. */
export interface Part<Kind extends string = string> extends Lines {
  endLine: number;
  readonly read: ReadHeading<Kind>;
  /** Absent for the part before the first heading. */
  readonly heading?: Heading;
  readonly blocks: Block[];
}

/** Divides a document at headings of any level (SPEC 5); an unknown heading is unread, unless it is the title. */
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
      const kind = parts.length === 1 && isTitle(block.text) ? "title" : "unknown";
      const { line, endLine } = block;
      current = { read: known ?? { kind }, heading: block, line, endLine, blocks: [] };
      parts.push(current);
    } else {
      current.blocks.push(statement ?? block);
      current.endLine = block.endLine;
    }
  }
  return parts;
}

/** Statements written as headings: `## BLOCKED_NEEDS_INPUT: GAP-…`, `### Verdict: APPROVED` (SPEC 19.22). */
function asStatement(heading: Heading): Block | undefined {
  const name = fold(heading.text);
  if (name === "no issues found") return { ...heading, type: "paragraph", text: "NO_ISSUES_FOUND" };
  if (/^(?:completeness checks|checklist)$/.test(name)) return { ...heading, type: "paragraph", text: "Checklist:" };
  return beginsStatement(heading.text) ? { ...heading, type: "paragraph" } : undefined;
}

/** Reads a heading by the first row of a grammar that fits. */
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
