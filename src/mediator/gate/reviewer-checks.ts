import type { ReadIssue, Recheck, ReviewerDocument } from "../../documents/agent-document.ts";
import { occurs, occursIn } from "../../documents/changes/occurs.ts";
import type { Spec } from "../../model/change.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { sortGapIds } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isBlocking } from "../../model/severity.ts";
import { at, type Failure, failureFor, type GateContext, issueMeant, list, quote } from "./gate-context.ts";
import { repeatedPosition } from "./repeated-position.ts";

/** Tier 2 of the Reviewer's document, in the order of SPEC 5. Each failure is sent back once. */
export function reviewerFailures(document: ReviewerDocument, context: GateContext): (Failure | undefined)[] {
  return [context.spec && ungroundedFailure(document, context.spec), partialFailure(document, context)];
}

/** Whether an issue quotes words, and all of them occur in the text under review (SPEC 3.6). */
export function isGrounded(spec: Spec, { quotations }: Pick<ReadIssue, "quotations">): boolean {
  return quotations.length > 0 && quotations.every((quotation) => occursIn(spec, quotation));
}

/** A CRITICAL or HIGH issue must quote words of the text under review. */
function ungroundedFailure({ issues }: ReviewerDocument, spec: Spec): Failure | undefined {
  const found = issues
    .filter((issue) => issue.kind === "raised" && isBlocking(issue.severity) && !isGrounded(spec, issue))
    .map((issue) => ({ issue: nameOf(issue), line: issue.line, message: missingWords(issue, spec) }));
  const details = found.map(({ message }) => message);
  const onceSentBack = found.map(({ message, line }): GateWarning => ({ type: "UNGROUNDED", message, line }));
  return failureFor(found, "UNGROUNDED", (named) => `${named} ${QUOTE}`, { details, onceSentBack });
}

const QUOTE =
  "must quote, under `**Location:**`, words that occur letter for letter in the text under review; a contradiction quotes both passages, and what is missing the passage beside which it is missing.";

function missingWords(issue: ReadIssue, spec: Spec): string {
  if (issue.quotations.length === 0) return `${nameOf(issue)} quotes no words.`;
  const absent = issue.quotations.filter((quotation) => !occursIn(spec, quotation));
  return `${nameOf(issue)} quotes words that do not occur: ${absent.map(quote).join(", ")}.`;
}

/** The id, else the Reviewer's own name for it, or the title if that is only a number in a list. */
function nameOf({ id, label, title }: Pick<ReadIssue, "id" | "label" | "title">): string {
  return id ?? (label === undefined || /^\d+$/.test(label) ? quote(title) : label);
}

/** Every proposal needs a verdict, and every serious or decided issue a row: silence never verifies (SPEC 3.6, 5). */
function partialFailure(document: ReviewerDocument, context: GateContext): Failure | undefined {
  const type = "PARTIAL_REVIEW";
  const judged = new Set(document.verdicts.map(({ gap }) => gap));
  const withdrawn = document.issues.filter(({ kind }) => kind === "withdrawn").map(({ id }) => id);
  const undecided = new Set(undecidedIn(document, context).map(({ issue }) => issue));
  const rechecked = new Set([...document.rechecks.map(({ issue }) => issue), ...withdrawn]);
  const gaps = sortGapIds((context.gaps ?? []).filter((gap) => !judged.has(gap)));
  const issues = (context.issuesToRecheck ?? []).filter((issue) => !rechecked.has(issue) || undecided.has(issue));
  if (gaps.length + issues.length === 0) return undefined;
  const passedOver = list(issues.filter((issue) => !undecided.has(issue)));
  const unproven = list(issues.filter((issue) => undecided.has(issue)));
  const parts = [
    gaps.length > 0 && `Not reviewed: ${list(gaps)}. Each needs its own \`## Review:\` with a verdict.`,
    passedOver && `No word on ${passedOver}.`,
    unproven && `RESOLVED by words that do not occur in the text under review: ${unproven}.`,
    issues.length > 0 && NEEDED,
  ];
  const message = parts.filter(Boolean).join(" ");
  return { type, message, offending: [...gaps, ...issues], onceSentBack: [{ type, message }] };
}

const NEEDED =
  "Each needs a row under `### Earlier Issues`: RESOLVED, PARTLY or NOT_FIXED, and the words that decide it. Give the whole review again.";

/** No review has more proposals: verdicts beyond this number are ignored, whatever a model writes. */
const MOST_VERDICTS = 200;

/** Warnings about the Reviewer's document, which do not fail it (SPEC 3.6, 5, 10.5). */
export function reviewerWarnings(
  document: ReviewerDocument,
  lines: readonly string[],
  context: GateContext,
): GateWarning[] {
  const { spec } = context;
  const raised = document.issues.filter((issue) => issue.kind === "raised");
  return [
    ...verdictMismatch(document, raised),
    ...(spec ? unanchored(raised, spec) : []),
    ...undecided(document, context),
    ...raised.flatMap((issue) => repeatedPosition(issue, lines, context)),
  ];
}

function verdictMismatch(document: ReviewerDocument, raised: readonly ReadIssue[]): GateWarning[] {
  const blocking = raised.filter((issue) => isBlocking(issue.severity));
  return document.verdicts.slice(0, MOST_VERDICTS).flatMap((verdict): GateWarning[] => {
    const over = verdict.value === "NEEDS_REVISION" ? [] : blocking.filter((issue) => issue.gap === verdict.gap);
    if (over.length === 0) return [];
    const what = list(over.map((issue) => at(`${nameOf(issue)} ${issue.severity}`, issue.line)));
    const message = `The verdict approves ${verdict.gap} over ${what}: the severity holds.`;
    return [{ type: "VERDICT_MISMATCH", message, line: verdict.line }];
  });
}

function unanchored(raised: readonly ReadIssue[], spec: Spec): GateWarning[] {
  return raised
    .filter((issue) => !isBlocking(issue.severity) && !isGrounded(spec, issue))
    .map((issue) => ({
      type: "UNANCHORED_ISSUE",
      message: `${nameOf(issue)} quotes no words that occur in the text under review.`,
      line: issue.line,
    }));
}

/** Whether an issue is called RESOLVED by quoted words that do not occur, which is no word on it (SPEC 3.6). */
export function isUndecided({ status, quotations }: Recheck, texts: Spec, issue: Partial<Issue> = {}): boolean {
  if (status !== "RESOLVED" || quotations.length === 0) return false;
  // The Reviewer may quote the issue's own words, to say that they were removed.
  const issueText = [issue.text, ...(issue.quotations ?? [])].join("\n");
  return !quotations.some((words) => occursIn(texts, words) || occurs(issueText, words));
}

function undecidedIn({ rechecks }: ReviewerDocument, context: GateContext): readonly Recheck[] {
  const { spec, previous = [] } = context;
  if (spec === undefined) return [];
  return rechecks.filter((recheck) => isUndecided(recheck, [...spec, ...previous], issueMeant(recheck, context)));
}

function undecided(document: ReviewerDocument, context: GateContext): GateWarning[] {
  return undecidedIn(document, context).map(({ issue, line }) => ({
    type: "UNANCHORED_ISSUE",
    message: `${issue} is called RESOLVED by words that do not occur in the text under review: it stays open.`,
    line,
    issue,
  }));
}
