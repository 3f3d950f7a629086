import type { GapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { ReadIssue, Recheck } from "../values.ts";
import { type Context, present, refuse } from "./context.ts";
import { gapIdsIn } from "./ids-in-text.ts";
import type { Form, Item } from "./items.ts";
import { quotationsIn } from "./quotations.ts";
import { severityOf, severityOfLabel, statusAt, statusOf } from "./words.ts";

type IssueField = "location" | "impact" | "suggestion" | "severity" | "gap" | "status" | "details";

export const ISSUES: Form<IssueField> = {
  expected: "issues: `- **ISSUE-Rn-nnn**: …` with Location, Impact and Suggestion, or `None.`",
  fields: {
    location: "location",
    where: "location",
    quotation: "location",
    impact: "impact",
    "why it matters": "impact",
    suggestion: "suggestion",
    "suggested fix": "suggestion",
    recommendation: "suggestion",
    severity: "severity",
    priority: "severity",
    gap: "gap",
    status: "status",
    problem: "details",
    description: "details",
    details: "details",
    evidence: "details",
  },
};

export const EARLIER: Form<"status" | "why"> = {
  expected: "earlier issues: id, RESOLVED, PARTLY or NOT_FIXED, and the words that decide it",
  fields: {
    status: "status",
    words: "why",
    "deciding words": "why",
    why: "why",
    reason: "why",
    notes: "why",
    evidence: "why",
  },
};

/** What a section says of the issues in it. */
export interface Place {
  readonly severity?: Severity;
  readonly heading: string;
  readonly gaps: readonly GapId[];
}

/** An item of a severity section: an issue, or one that is taken back. */
export function readIssue(context: Context, item: Item<IssueField>, place: Place): ReadIssue[] {
  const { head, fields, text, line, endLine } = item;
  const gap = gapOf(item, place);
  const problem = problemOf(item, place) ?? (gap === undefined ? "the gap of the issue: `**Gap:** GAP-…`" : undefined);
  if (problem !== undefined) {
    refuse(context, item, problem);
    return [];
  }
  const { severity, asWritten: severityAsWritten } = severityIn(item, place);
  const location = fields.get("location");
  const facts = {
    id: head.issue,
    label: head.label,
    gap,
    location,
    impact: fields.get("impact"),
    suggestion: fields.get("suggestion"),
    severityAsWritten,
  };
  const kind = isWithdrawn(item) ? "withdrawn" : "raised";
  const quotations = quotationsIn(location ?? "");
  return [
    { ...present(facts), severity: severity ?? "MEDIUM", kind, title: head.title, text, quotations, line, endLine },
  ];
}

function problemOf(item: Item<IssueField>, place: Place): string | undefined {
  const { head, fields } = item;
  if (head.title === "" || head.gap !== undefined) return ISSUES.expected;
  if (head.ticked !== undefined && head.issue === undefined) return "an issue without a box to tick";
  if (severityIn(item, place).conflict) return "one severity: CRITICAL, HIGH, MEDIUM or LOW";
  // A word on an earlier issue belongs into its own section; an issue may say that it is open.
  const field = plainText(fields.get("status") ?? "");
  const settled =
    (head.status ?? statusAt(field)?.value ?? statusOf(head.title)) !== undefined && !/^(?:open|new)$/iu.test(field);
  return settled && !isWithdrawn(item) ? EARLIER.expected : undefined;
}

function isWithdrawn({ head, fields }: Item<IssueField>): boolean {
  const said = /^[\s*_~[(]*WITHDRAWN[\s*_~\])]*(?:$|[:.–—-])/u.test(head.rest);
  return said || head.struck || head.status === "WITHDRAWN" || statusOf(fields.get("status") ?? "") === "WITHDRAWN";
}

/** The severity of the section, of the item, or of its label; in conflict where the item says another or no known one. */
function severityIn({ head, fields }: Item<IssueField>, place: Place) {
  const field = fields.get("severity");
  const written = field === undefined ? head.severityAsWritten : plainText(field);
  const own = severityOf(written ?? "");
  const label = severityOfLabel(head.label ?? "");
  const severity = place.severity ?? own ?? label;
  const asWritten = place.severity !== undefined ? place.heading : own !== undefined ? written : label && head.label;
  return { severity, asWritten, conflict: written !== undefined && own !== severity };
}

/** The gap under review; of several the one that the item names. */
function gapOf({ head, fields, text }: Item<IssueField>, { gaps }: Place): GapId | undefined {
  const named = (words: string) => [...new Set(gapIdsIn(withoutCode(words)).map(({ id }) => id))];
  const [field] = named(fields.get("gap") ?? "");
  if (field !== undefined || gaps.length === 1) return field ?? gaps[0];
  const inHead = named(head.rest).filter((id) => gaps.includes(id));
  const [only, another] = inHead.length > 0 ? inHead : named(text).filter((id) => gaps.includes(id));
  return another === undefined ? only : undefined;
}

/** `Resolved: no`: what follows takes the word back. */
const DENIES =
  /^[\s:;.,?!()[\]|*_–—-]*(?:no(?=[\s*_]*(?:$|[.,;:!)–—-]))|(?:not|never|false|still|but|however|except|partly|partially|mostly|in part)\b)/iu;

/** The Reviewer's word on an earlier issue (SPEC 3.6). */
export function readRecheck(context: Context, item: Item<"status" | "why">): Recheck[] {
  const { head, text, words, fields, line, endLine } = item;
  const { issue, label } = head;
  const field = fields.get("status");
  const said = words.replace(/^[^\p{L}]+/u, "");
  const first = head.status === undefined && field === undefined ? statusAt(said) : undefined;
  const status = field === undefined ? (head.status ?? first?.value) : statusOf(plainText(field));
  const reasons = [first === undefined ? words : said.slice(first.length), fields.get("why") ?? ""];
  const denied = status === "RESOLVED" && reasons.some((reason) => DENIES.test(reason));
  if (status === undefined || denied || (issue ?? label) === undefined) {
    refuse(context, item, EARLIER.expected);
    return [];
  }
  const why = fields.get("why") ?? (words.trim() === "" ? text : words);
  return [{ ...present({ issue, label }), status, why, quotations: quotationsIn(why), line, endLine }];
}
