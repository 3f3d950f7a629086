import { occurs, occursIn } from "../../documents/changes/occurs.ts";
import type { ReadIssue, ReviewerDocument } from "../../documents/values.ts";
import type { Spec } from "../../model/change.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { isBlocking } from "../../model/severity.ts";
import { type GateContext, issueMeant } from "./gate-context.ts";
import { repeatedPosition } from "./repeated-position.ts";
import { isGrounded, nameOf } from "./reviewer-failures.ts";
import { at, list } from "./say.ts";

/** No review has more proposals; a document that states thousands of verdicts is not read to its end. */
const MOST_VERDICTS = 200;

/** What is worth saying of the Reviewer's document (SPEC 3.6, 5, 10.5). */
export function reviewerWarnings(
  document: ReviewerDocument,
  lines: readonly string[],
  context: GateContext,
): GateWarning[] {
  const { spec } = context;
  const raised = document.issues.filter((issue) => issue.kind === "raised");
  return [
    ...verdictMismatch(document, raised),
    ...(spec ? [...unanchored(raised, spec), ...undecided(document, spec, context)] : []),
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

/** The words that are to decide it are not in the text: the Reviewer's word counts, and the User is told (SPEC 3.6). */
function undecided({ rechecks }: ReviewerDocument, spec: Spec, context: GateContext): GateWarning[] {
  return rechecks
    .filter(({ status, quotations }) => status === "RESOLVED" && quotations.length > 0)
    .filter((recheck) => {
      // Words of the issue itself say what was taken out.
      const { text = "", quotations: own = [] } = issueMeant(recheck, context) ?? {};
      const held = [text, ...own].join("\n");
      return !recheck.quotations.some((words) => occursIn(spec, words) || occurs(held, words));
    })
    .map(({ issue, line }) => ({
      type: "UNANCHORED_ISSUE",
      message: `${issue} is called RESOLVED by words that do not occur in the text under review.`,
      line,
    }));
}
