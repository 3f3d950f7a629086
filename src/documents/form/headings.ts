import type { GapId, IssueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import type { Heading } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { SectionPart } from "../values.ts";
import { present } from "./context.ts";
import { gapIdsIn, issueIdsIn } from "./ids-in-text.ts";
import { fold, saysNone, severitiesIn, visible } from "./words.ts";

/** What a heading of the form opens; `unknown` is no heading of the form. */
export type HeadingKind =
  | SectionPart
  | "title"
  | "resolution"
  | "free"
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
  readonly gaps: readonly GapId[];
  readonly issues: readonly IssueId[];
  readonly severity?: Severity;
  /** A title behind an id, or an author's own name for an issue. */
  readonly rest: string;
  /** How many issues the heading says that it holds. */
  readonly count?: number;
}

type Sections = readonly (readonly [HeadingKind, canonical: string, ...names: string[]])[];

/** Every name of a section that is understood, the canonical one first (SPEC 5). */
const ENGINEER: Sections = [
  ["solution", "Proposed Solution", "solution", "proposal"],
  ["changes", "Spec Changes", "spec change", "changes", "changes to the spec", "specification changes"],
  ["examples", "Examples", "example", "worked examples"],
  ["trade-offs", "Trade-offs", "trade-off", "tradeoffs", "trade offs"],
  ["new-gaps", "New Gaps Introduced", "new gaps", "new gap", "gaps introduced", "new gaps identified"],
  ["responses", "Responses", "response to review", "responses to review", "responses to issues"],
  ["free", "", "rationale", "summary", "overview", "context", "background", "problem", "problem statement", "notes"],
];
const REVIEWER: Sections = [
  ["earlier", "Earlier Issues", "previous issues", "prior issues", "earlier issues status"],
  ["issues", "Issues", "findings", "new issues", "issues found", "issue details"],
  ["new-gaps", "New Gaps", "new gap", "new gaps introduced", "new gaps identified"],
  ["verdict", "Verdict", "overall verdict", "final verdict", "recommendation", "decision"],
  // Of NO_ISSUES_FOUND (SPEC 19.22).
  ["checklist", "", "completeness checks", "completeness check", "completeness", "checklist", "checks"],
  ["free", "", "summary"],
];
const SEVERITY_HEADINGS: Readonly<Record<Severity, string>> = {
  CRITICAL: "### Critical Issues",
  HIGH: "### High Priority",
  MEDIUM: "### Medium Priority",
  LOW: "### Low Priority",
};

export function readEngineerHeading(heading: Heading): ReadHeading {
  const text = wordsOf(heading);
  return (
    about(text, "resolution", /^(?:gap )?resolution(?: of| for)?\b[\s:–—-]*/iu, "## Gap Resolution: ") ??
    answer(text, "response", /^responses?(?: to)?[\s:–—-]*(?:issues? )?/iu, "## Response to ") ??
    answer(text, "disagree", /^disagree(?:ment)?(?: with)?\b[\s:–—-]*/iu, "## DISAGREE: ") ??
    section(ENGINEER, text)
  );
}

export function readReviewerHeading(heading: Heading, proposals: readonly GapId[] = []): ReadHeading {
  const text = wordsOf(heading);
  return (
    wholeRound(text, proposals) ??
    about(text, "review", /^review(?: of| for)?\b[\s:–—-]*/iu, "## Review: ") ??
    severitySection(text) ??
    section(REVIEWER, text)
  );
}

const WHOLE_ROUND = /^review[\s:–—-]{1,4}(?:(?:of )?round \d{1,4}[\s:–—-]{1,4})?no issues found$/iu;

/** `## Review: Round 1 - No Issues Found` is about every proposal that was given (SPEC 19.22). */
function wholeRound(text: string, proposals: readonly GapId[]): ReadHeading | undefined {
  if (proposals.length === 0 || !WHOLE_ROUND.test(text)) return undefined;
  const canonical = `## Review: ${proposals.join(", ")}: No Issues Found`;
  return { kind: "review", canonical, gaps: proposals, issues: [], rest: "No Issues Found" };
}

export function saysNoIssues({ rest }: ReadHeading): boolean {
  return fold(rest) === "no issues found";
}

/** The words of a heading; an id in code is text, not an id (SPEC 3.1). */
function wordsOf({ text }: Heading): string {
  const raw = visible(text.slice(0, 1000));
  const bare = withoutCode(raw);
  const same = gapIdsIn(raw).length === gapIdsIn(bare).length && issueIdsIn(raw).length === issueIdsIn(bare).length;
  const signs = /^(?:\d{1,3}[.)] |(?:\p{Extended_Pictographic}|\ufe0f|\s)+)/u;
  return plainText(same ? raw : bare)
    .replace(/\s+/g, " ")
    .replace(signs, "")
    .trim();
}

/** `## Review: GAP-…`, `## Gap Resolution: GAP-…`. */
function about(text: string, kind: HeadingKind, lead: RegExp, canonical: string): ReadHeading | undefined {
  if (!lead.test(text)) return undefined;
  const found = leadingIds(gapIdsIn(text), text);
  if (found === undefined) return kind === "review" ? { kind: "title", gaps: [], issues: [], rest: "" } : undefined;
  return {
    kind,
    canonical: canonical + found.ids.join(", ") + found.tail,
    gaps: found.ids,
    issues: [],
    rest: found.title,
  };
}

/** `## Response to ISSUE-…`, `## DISAGREE: ISSUE-…`; an author's own name for the issue is its label. */
function answer(text: string, kind: HeadingKind, lead: RegExp, canonical: string): ReadHeading | undefined {
  const rest = lead.test(text) ? text.replace(lead, "") : undefined;
  if (rest === undefined) return undefined;
  const found = leadingIds(issueIdsIn(rest), rest);
  if (found !== undefined) {
    return {
      kind,
      canonical: canonical + found.ids.join(", ") + found.tail,
      gaps: [],
      issues: found.ids,
      rest: found.title,
    };
  }
  const label = /^\[?((?=[A-Z-]*\d)[A-Z][A-Z0-9-]{0,40})\]?(?=$|[\s:.–—])/u.exec(rest)?.[1];
  return label === undefined ? undefined : { kind, gaps: [], issues: [], rest: label };
}

/** The ids that stand together, and the title behind them: `GAP-A-001, GAP-B-002 and GAP-C-003 (title)`. */
function leadingIds<Id extends string>(found: readonly { readonly id: Id; readonly index: number }[], text: string) {
  const ids: Id[] = [];
  let end = 0;
  for (const { id, index } of found) {
    if (ids.length > 0 && !/^[\s,;&[\]]*(?:and)?[\s,;&[\]]*$/iu.test(text.slice(end, index))) break;
    if (!ids.includes(id)) ids.push(id);
    end = index + id.length;
  }
  const tail = text.slice(end).replace(/^\]/, "");
  const title = tail.replace(/^[\s:–—-]+/u, "").replace(/^\((.*)\)$/, "$1");
  if (ids.length === 0) return undefined;
  return { ids, title, tail: title === "" ? "" : /^[\s:]/.test(tail) ? tail.trimEnd() : ` ${tail.trimEnd()}` };
}

/** `Critical Issues: None`, `High Priority (2)`. */
const COUNT = /\s*(?::\s*|\()(none|n\/a|\d{1,3})\)?\.?$/iu;

function section(table: Sections, text: string): ReadHeading {
  const name = fold(text);
  const found = table.find(([, canonical, ...names]) => canonical.toLowerCase() === name || names.includes(name));
  if (found === undefined) return { kind: "unknown", gaps: [], issues: [], rest: "" };
  const canonical = found[1] === "" ? undefined : `### ${found[1]}`;
  return { ...present({ canonical }), kind: found[0], gaps: [], issues: [], rest: "" };
}

function severitySection(text: string): ReadHeading | undefined {
  const counted = COUNT.exec(text)?.[1] ?? "";
  const severities = severitiesIn(fold(text.replace(COUNT, "")));
  if (severities.length === 0) return undefined;
  // `Critical and High` is a section of issues that state their severity themselves.
  const severity = severities.length === 1 ? severities[0] : undefined;
  const canonical =
    severity === undefined || (counted !== "" && saysNone(counted)) ? undefined : SEVERITY_HEADINGS[severity];
  const number = /\d{1,3}/.exec(fold(text))?.[0];
  const count = number === undefined ? undefined : Number(number);
  return { ...present({ severity, canonical, count }), kind: "issues", gaps: [], issues: [], rest: "" };
}

const OPENING = /^#{1,6}\s{1,4}[^\p{L}\n]{0,8}(?:gap resolution|response to|disagree|spec changes|review|verdict)\b/imu;

/** Whether a code block holds a document of the form: a second one, or the document itself. */
export function holdsForm(text: string): boolean {
  return OPENING.test(text);
}
