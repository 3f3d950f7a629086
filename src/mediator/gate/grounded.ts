import { occursIn } from "../../documents/changes/occurs.ts";
import type { ReadIssue, ReviewerDocument } from "../../documents/values.ts";
import type { Spec } from "../../model/change.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { isBlocking } from "../../model/severity.ts";
import type { GateContext } from "./gate-context.ts";
import { at, list, quote } from "./say.ts";
import type { Failure } from "./structure.ts";

/** Whether an issue quotes words, and all of them occur in the text under review (SPEC 3.6). */
export function isGrounded(spec: Spec, { quotations }: Pick<ReadIssue, "quotations">): boolean {
  return quotations.length > 0 && quotations.every((quotation) => occursIn(spec, quotation));
}

/** Tier 2: a CRITICAL or HIGH issue quotes words of the text under review; sent back once (SPEC 5). */
export function ungroundedFailure(document: ReviewerDocument, context: GateContext): Failure | undefined {
  const issues = context.retried?.includes("UNGROUNDED") ? [] : ungrounded(document, context);
  if (issues.length === 0) return undefined;
  return {
    type: "UNGROUNDED",
    message: `${list(issues.map((issue) => at(nameOf(issue), issue.line)))} must quote, under \`**Location:**\`, words that occur letter for letter in the text under review; a contradiction quotes both passages.`,
    offending: issues.map(nameOf),
    details: issues.map((issue) => missing(issue, context)),
  };
}

export function ungroundedWarnings(document: ReviewerDocument, context: GateContext): GateWarning[] {
  if (!context.retried?.includes("UNGROUNDED")) return [];
  return ungrounded(document, context).map((issue) => ({
    type: "UNGROUNDED",
    message: missing(issue, context),
    line: issue.line,
  }));
}

function ungrounded(document: ReviewerDocument, { spec }: GateContext): ReadIssue[] {
  if (spec === undefined) return [];
  return document.issues.filter(
    (issue) => issue.kind === "raised" && isBlocking(issue.severity) && !isGrounded(spec, issue),
  );
}

function missing(issue: ReadIssue, { spec = [] }: GateContext): string {
  if (issue.quotations.length === 0) return `${nameOf(issue)} quotes no words.`;
  const absent = issue.quotations.filter((quotation) => !occursIn(spec, quotation));
  return `${nameOf(issue)} quotes words that do not occur: ${absent.map(quote).join(", ")}.`;
}

/** By its id, else in words that the Reviewer finds again: a number in a list says nothing. */
export function nameOf({ id, label, title }: Pick<ReadIssue, "id" | "label" | "title">): string {
  return id ?? (label === undefined || /^\d+$/.test(label) ? quote(title) : label);
}
