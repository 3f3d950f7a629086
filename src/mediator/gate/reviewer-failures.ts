import { occursIn } from "../../documents/changes/occurs.ts";
import type { ReadIssue, ReviewerDocument } from "../../documents/values.ts";
import type { Spec } from "../../model/change.ts";
import { sortGapIds } from "../../model/ids.ts";
import { isBlocking } from "../../model/severity.ts";
import type { Failure, GateContext } from "./gate-context.ts";
import { at, list, quote } from "./say.ts";

/** Tier 2 of the Reviewer's document, in the order of SPEC 5; each is sent back once. */
export function reviewerFailures(document: ReviewerDocument, context: GateContext): (Failure | undefined)[] {
  return [context.spec && ungroundedFailure(document, context.spec), partialFailure(document, context)];
}

/** Whether an issue quotes words, and all of them occur in the text under review (SPEC 3.6). */
export function isGrounded(spec: Spec, { quotations }: Pick<ReadIssue, "quotations">): boolean {
  return quotations.length > 0 && quotations.every((quotation) => occursIn(spec, quotation));
}

/** A CRITICAL or HIGH issue quotes words of the text under review. */
function ungroundedFailure({ issues }: ReviewerDocument, spec: Spec): Failure | undefined {
  const type = "UNGROUNDED";
  const found = issues
    .filter((issue) => issue.kind === "raised" && isBlocking(issue.severity) && !isGrounded(spec, issue))
    .map((issue) => ({ name: nameOf(issue), line: issue.line, message: missingWords(issue, spec) }));
  if (found.length === 0) return undefined;
  return {
    type,
    message: `${list(found.map(({ name, line }) => at(name, line)))} must quote, under \`**Location:**\`, words that occur letter for letter in the text under review; a contradiction quotes both passages.`,
    offending: found.map(({ name }) => name),
    details: found.map(({ message }) => message),
    onceSentBack: found.map(({ message, line }) => ({ type, message, line })),
  };
}

function missingWords(issue: ReadIssue, spec: Spec): string {
  if (issue.quotations.length === 0) return `${nameOf(issue)} quotes no words.`;
  const absent = issue.quotations.filter((quotation) => !occursIn(spec, quotation));
  return `${nameOf(issue)} quotes words that do not occur: ${absent.map(quote).join(", ")}.`;
}

/** By its id, else in words that the Reviewer finds again: a number in a list says nothing. */
export function nameOf({ id, label, title }: Pick<ReadIssue, "id" | "label" | "title">): string {
  return id ?? (label === undefined || /^\d+$/.test(label) ? quote(title) : label);
}

/** A proposal needs a verdict; every serious or decided issue needs a word. Silence never verifies (SPEC 3.6, 5). */
function partialFailure(document: ReviewerDocument, context: GateContext): Failure | undefined {
  const type = "PARTIAL_REVIEW";
  const judged = new Set(document.verdicts.map(({ gap }) => gap));
  const withdrawn = document.issues.filter(({ kind }) => kind === "withdrawn").map(({ id }) => id);
  const worded = new Set([...document.rechecks.map(({ issue }) => issue), ...withdrawn]);
  const gaps = sortGapIds((context.gaps ?? []).filter((gap) => !judged.has(gap)));
  const issues = (context.wordWanted ?? []).filter((issue) => !worded.has(issue));
  if (gaps.length + issues.length === 0) return undefined;
  const unreviewed = `Not reviewed: ${list(gaps)}. Each needs its own \`## Review:\` with a verdict.`;
  const silent = `No word on ${list(issues)}. Each needs a row under \`### Earlier Issues\`: RESOLVED, PARTLY or NOT_FIXED, and the words that decide it.`;
  const message = [gaps.length > 0 ? [unreviewed] : [], issues.length > 0 ? [silent] : []].flat().join(" ");
  return { type, message, offending: [...gaps, ...issues], onceSentBack: [{ type, message }] };
}
