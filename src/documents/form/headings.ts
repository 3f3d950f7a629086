import type { GapId, IssueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import type { Heading } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { SectionPart } from "../values.ts";
import { type Found, gapIdsIn, issueIdsIn } from "./ids-in-text.ts";
import { fold, severityOf, visible } from "./words.ts";

/** What a heading of the form opens; `unknown` is no heading of the form. */
export type HeadingKind =
  | SectionPart
  | "title"
  | "resolution"
  | "response"
  | "responses"
  | "disagree"
  | "review"
  | "earlier"
  | "issues"
  | "verdict"
  | "checklist"
  | "unknown";

export interface ReadHeading {
  readonly kind: HeadingKind;
  /** The heading of the canonical form; absent where the heading stays as it is. */
  readonly canonical?: string;
  readonly gap?: GapId;
  readonly issue?: IssueId;
  readonly severity?: Severity;
  /** `## Review: GAP-…: No Issues Found` (SPEC 19.22). */
  readonly foundNothing?: true;
  /** What stands behind the id of a resolution. */
  readonly title?: string;
}

/** Every name of a section that is understood, the canonical one first (SPEC 5); free text has none. */
type Sections = readonly (readonly [HeadingKind, canonical: string, ...names: string[]])[];

const ENGINEER: Sections = [
  ["solution", "Proposed Solution", "solution"],
  ["changes", "Spec Changes", "changes"],
  ["examples", "Examples", "example", "worked examples"],
  ["trade-offs", "Trade-offs", "tradeoffs", "trade offs"],
  ["new-gaps", "New Gaps Introduced", "new gaps"],
  ["responses", "Responses", "responses to issues"],
];
const REVIEWER: Sections = [
  ["earlier", "Earlier Issues", "previous issues"],
  ["new-gaps", "New Gaps", "new gaps introduced"],
  ["verdict", "Verdict"],
  // Of NO_ISSUES_FOUND (SPEC 19.22).
  ["checklist", "", "completeness checks", "checklist"],
];
const SEVERITY_HEADINGS: Readonly<Record<Severity, string>> = {
  CRITICAL: "### Critical Issues",
  HIGH: "### High Priority",
  MEDIUM: "### Medium Priority",
  LOW: "### Low Priority",
};

export function readEngineerHeading({ text }: Heading): ReadHeading {
  const words = wordsOf(text);
  const { id: gap, rest = "" } = about(words, /^(?:gap )?resolution(?: of| for)?\b[\s:–—-]*/iu, gapIdsIn) ?? {};
  if (gap !== undefined && !/^(?:,|and\b|&)/i.test(rest)) {
    const title = rest.replace(/^[\s:–—-]+/u, "").replace(/^\((.*)\)$/, "$1");
    return { kind: "resolution", canonical: `## Gap Resolution: ${gap} ${title}`.trim(), gap, title };
  }
  for (const [kind, lead, canonical] of ANSWERS) {
    const { id: issue, rest: more } = about(words, lead, issueIdsIn) ?? {};
    if (issue !== undefined && more === "") return { kind, canonical: canonical + issue, issue };
  }
  return section(ENGINEER, words);
}

const ANSWERS = [
  ["response", /^response to[\s:–—-]*/iu, "## Response to "],
  ["disagree", /^disagree(?: with)?\b[\s:–—-]*/iu, "## DISAGREE: "],
] as const;

export function readReviewerHeading({ text }: Heading): ReadHeading {
  const words = wordsOf(text);
  // A number would count issues.
  const severity = /\d/.test(fold(words)) ? undefined : severityOf(fold(words));
  if (severity !== undefined) return { kind: "issues", severity, canonical: SEVERITY_HEADINGS[severity] };
  const { id: gap, rest = "" } = about(words, /^review(?: of| for)?\b[\s:–—-]*/iu, gapIdsIn) ?? {};
  if (gap !== undefined && rest === "") return { kind: "review", canonical: `## Review: ${gap}`, gap };
  if (gap !== undefined && fold(rest.replace(/^[\s:–—-]+/u, "")) === "no issues found")
    return { kind: "review", gap, foundNothing: true };
  return section(REVIEWER, words);
}

/** The words of a heading; an id in code is text, not an id (SPEC 3.1). */
function wordsOf(text: string): string {
  const signs = /^(?:\d{1,3}[.)] |(?:\p{Extended_Pictographic}|\ufe0f|\s)+)/u;
  return plainText(withoutCode(visible(text.slice(0, 1000))))
    .replace(/\s+/g, " ")
    .replace(signs, "")
    .trim();
}

/** `## Review: GAP-…`, `## Response to [ISSUE-…]`; a title behind the id has only a resolution. */
function about<Id extends string>(
  text: string,
  lead: RegExp,
  idsIn: (text: string) => Found<Id>[],
): { readonly id: Id; readonly rest: string } | undefined {
  const words = lead.test(text) ? text.replace(lead, "") : "";
  const [found] = idsIn(words);
  if (found === undefined || !/^[[(]?$/.test(words.slice(0, found.index))) return undefined;
  const rest = words.slice(found.index + found.id.length).replace(/^[\])]|[\s:.]+$/g, "");
  return { id: found.id, rest: rest.trim() };
}

function section(table: Sections, text: string): ReadHeading {
  const name = fold(text);
  const found = table.find(([, canonical, ...names]) => canonical.toLowerCase() === name || names.includes(name));
  if (found === undefined) return { kind: "unknown" };
  const [kind, canonical] = found;
  return canonical === "" ? { kind } : { kind, canonical: `### ${canonical}` };
}
