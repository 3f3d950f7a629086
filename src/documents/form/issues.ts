import type { GapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { plainText } from "../markdown/inline.ts";
import type { ReadIssue, Recheck } from "../values.ts";
import { present } from "./context.ts";
import type { Form, Item } from "./items.ts";
import { quotationsIn } from "./quotations.ts";
import { severityOf, statusAt, statusOf } from "./words.ts";

type IssueField = "location" | "impact" | "suggestion" | "severity" | "details";

export const ISSUES: Form<IssueField> = {
  expected: "issues: `- **ISSUE-Rn-nnn**: …` with Location, Impact and Suggestion, or `None.`",
  fields: {
    location: ["location", "where"],
    impact: ["impact"],
    suggestion: ["suggestion", "recommendation"],
    severity: ["severity"],
    details: ["problem", "description", "details", "evidence"],
  },
};

export const EARLIER: Form<"status" | "why"> = {
  expected: "earlier issues: id, RESOLVED, PARTLY or NOT_FIXED, and the words that decide it",
  fields: { status: ["status"], why: ["why", "words", "deciding words", "reason"] },
};

/** What a section says of the issues in it. */
export interface Place {
  readonly severity: Severity;
  readonly heading: string;
  readonly gap: GapId | undefined;
}

/** An item of a severity section: an issue, or one that is taken back. */
export function readIssue(item: Item<IssueField>, { severity, heading, gap }: Place): ReadIssue | string {
  const { head, fields, text, line, endLine } = item;
  const problem = gap === undefined ? "`## Review: GAP-…` before its issues" : problemOf(item, severity);
  if (problem !== undefined) return problem;
  const location = fields.get("location");
  return present({
    id: head.issue,
    label: head.label,
    gap,
    severity,
    severityAsWritten: heading,
    kind: isWithdrawn(item) ? ("withdrawn" as const) : ("raised" as const),
    title: head.title,
    text,
    location,
    quotations: quotationsIn(location ?? ""),
    impact: fields.get("impact"),
    suggestion: fields.get("suggestion"),
    line,
    endLine,
  });
}

function problemOf(item: Item<IssueField>, severity: Severity): string | undefined {
  const { head, fields, text } = item;
  if (head.title === "" || head.gap !== undefined) return ISSUES.expected;
  if (/^\[[ x✓✔]\]/iu.test(text)) return "an issue without a box to tick";
  const field = fields.get("severity");
  const own = field === undefined ? head.severity : (severityOf(plainText(field)) ?? "unknown");
  if ((own ?? severity) !== severity) return "one severity: CRITICAL, HIGH, MEDIUM or LOW";
  // A word on an earlier issue belongs into its own section.
  const settled = (head.status ?? statusOf(head.title)) !== undefined;
  return settled && !isWithdrawn(item) ? EARLIER.expected : undefined;
}

/** `(WITHDRAWN)`, `WITHDRAWN. …`, or struck through. */
function isWithdrawn({ head, text }: Item<IssueField>): boolean {
  return head.status === "WITHDRAWN" || statusAt(head.rest)?.value === "WITHDRAWN" || /^[*_[\s]*~~/.test(text);
}

/** `RESOLVED | not yet`: what follows takes the word back. */
const DENIES =
  /^[^\p{L}"“]*(?:no(?=[\s*_]*(?:$|[.,;:!)–—-]))|(?:not|never|false|still|but|however|except|partly|partially|mostly|in part)\b)/iu;

/** The Reviewer's word on an earlier issue (SPEC 3.6). */
export function readRecheck({ head, text, words, fields, line, endLine }: Item<"status" | "why">): Recheck | string {
  const field = fields.get("status");
  const said = words.replace(/^[^\p{L}]+/u, "");
  const first = head.status === undefined && field === undefined ? statusAt(said) : undefined;
  const status = field === undefined ? (head.status ?? first?.value) : statusOf(plainText(field));
  const reasons = [first === undefined ? words : said.slice(first.length), fields.get("why") ?? ""];
  const denied = status === "RESOLVED" && reasons.some((reason) => DENIES.test(reason));
  if (status === undefined || denied || head.issue === undefined) return EARLIER.expected;
  const why = fields.get("why") ?? (words.trim() === "" ? text : words);
  return { issue: head.issue, status, why, quotations: quotationsIn(why), line, endLine };
}
