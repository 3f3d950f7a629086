import type { ReadIssue, ReviewerDocument } from "../../documents/values.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { type GapId, sortGapIds } from "../../model/ids.ts";
import { isBlocking } from "../../model/severity.ts";
import { anchoring } from "./anchored.ts";
import type { GateContext } from "./gate-context.ts";
import { repeatedPosition } from "./repeated-position.ts";
import { at, list } from "./say.ts";

/** No review has more proposals; a document that states thousands of verdicts is not read to its end. */
const MOST_VERDICTS = 200;

/** What is worth saying of the Reviewer's document (SPEC 3.6, 5, 10.5). */
export function reviewerWarnings(
  document: ReviewerDocument,
  lines: readonly string[],
  context: GateContext,
  addressed: readonly GapId[],
): GateWarning[] {
  const raised = document.issues.filter((issue) => issue.kind === "raised");
  return [
    ...partialReview(context, addressed),
    ...verdictMismatch(document, raised),
    ...unanchored(raised, context),
    ...raised.flatMap((issue) => repeatedPosition(issue, lines, context)),
  ];
}

function partialReview(context: GateContext, addressed: readonly GapId[]): GateWarning[] {
  const missing = sortGapIds((context.proposals ?? []).filter((gap) => !addressed.includes(gap)));
  if (missing.length === 0) return [];
  return [{ type: "PARTIAL_REVIEW", message: `Not reviewed, though proposed in this round: ${list(missing)}.` }];
}

function verdictMismatch(document: ReviewerDocument, raised: readonly ReadIssue[]): GateWarning[] {
  const { value, line, byGap } = document.verdict;
  const blocking = raised.filter((issue) => isBlocking(issue.severity));
  const verdicts = byGap.length > 0 ? byGap : [{ gap: undefined, value, line }];
  return verdicts.slice(0, MOST_VERDICTS).flatMap((verdict): GateWarning[] => {
    if (verdict.value !== "APPROVED" && verdict.value !== "APPROVED_WITH_NOTES") return [];
    const over = blocking.filter((issue) => verdict.gap === undefined || issue.gap === verdict.gap);
    if (over.length === 0) return [];
    const what = list(over.map((issue) => at(`${name(issue)} ${issue.severity}`, issue.line)));
    const message = `The verdict approves ${verdict.gap ?? "the document"} over ${what}: the severity holds.`;
    return [{ type: "VERDICT_MISMATCH", message, ...(verdict.line === undefined ? {} : { line: verdict.line }) }];
  });
}

function unanchored(raised: readonly ReadIssue[], context: GateContext): GateWarning[] {
  const { reviewedText } = context;
  if (reviewedText === undefined) return [];
  const isAnchored = anchoring(reviewedText);
  return raised
    .filter((issue) => !isAnchored(issue))
    .map((issue) => ({
      type: "UNANCHORED_ISSUE",
      message: `${name(issue)} names no place and quotes no words that occur in the reviewed document.`,
      line: issue.line,
    }));
}

function name(issue: ReadIssue): string {
  return issue.id ?? issue.label ?? "An issue";
}
