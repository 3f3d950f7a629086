import type { Conflict } from "../../model/disagreement.ts";
import { compareIssueIds } from "../../model/ids.ts";
import type { Evidence, Question, QuestionOption } from "../../model/question.ts";
import { compareSeverity } from "../../model/severity.ts";
import { makeQuestion, option } from "../questions/make-question.ts";
import type { State } from "../state.ts";
import { type MiddleGround, middleGround } from "./middle-ground.ts";

/** Open conflicts in the order of SPEC 10.4: by severity, then the older round, then the number. */
export function conflictQueue(state: State): Conflict[] {
  return state.conflicts
    .filter((conflict) => conflict.state === "open")
    .sort((a, b) => compareSeverity(a.severity, b.severity) || a.round - b.round || compareIssueIds(a.issue, b.issue));
}

/** Both positions verbatim, a synthesis where a rule finds one, the person's own words for CRITICAL (SPEC 10.2, 10.3). */
export function conflictQuestion(state: State, conflict: Conflict, ahead = 0): Question {
  const issue = state.issues.get(conflict.issue);
  const critical = conflict.severity === "CRITICAL";
  return makeQuestion(
    state,
    {
      kind: "conflict",
      header: "Conflict",
      text: `${conflict.issue} (${conflict.severity}) on ${conflict.gap}: ${issue?.title ?? ""}`,
      evidence: conflictEvidence(state, conflict),
      options: conflictOptions(conflict, middleGround(conflict)),
      fields: [
        { id: "rationale", label: "Why", required: false },
        { id: "constraints", label: "Constraints on how it is done", required: false },
        ...(critical ? [{ id: "decision", label: "Your own decision", required: false, long: true }] : []),
      ],
      about: [conflict.issue, conflict.gap, conflict.severity],
      // The person decides a CRITICAL conflict unless their answers file says so in full (SPEC 14).
      personOnly: critical,
    },
    ahead,
  );
}

function conflictOptions(conflict: Conflict, middle: MiddleGround | undefined): QuestionOption[] {
  const critical = conflict.severity === "CRITICAL";
  const impact = conflict.reviewerImpact === undefined ? "the concern" : conflict.reviewerImpact;
  const options = [
    option("A", "The Reviewer's suggestion", conflict.reviewerPosition, "The Engineer must do this.", {
      ...(critical ? { recommended: true } : {}),
    }),
    option("B", "The Engineer's position", engineerWords(conflict), `The issue is waived; it may leave: ${impact}`),
  ];
  if (middle) {
    const recommended = !critical && middle.meetsBoth ? { recommended: true } : {};
    options.push(option("C", "A synthesis", middle.proposal, `Trade-off: ${middle.tradeOff}`, recommended));
  }
  if (critical) {
    const own = option("D", "Your own decision", "In your words.", "The Engineer must do what you write.", {
      requires: ["decision"],
    });
    return [...options, own];
  }
  return [
    ...options,
    option("leave", "Leave it open", "It is asked again.", `${conflict.gap} is not accepted meanwhile.`),
  ];
}

function engineerWords(conflict: Conflict): string {
  return conflict.engineerPosition === "" ? "The Engineer did not address it." : conflict.engineerPosition;
}

function conflictEvidence(state: State, conflict: Conflict): Evidence[] {
  const issue = state.issues.get(conflict.issue);
  const evidence: Evidence[] = [];
  if (issue) evidence.push({ title: "The issue", body: issue.text, where: `${issue.document}:${issue.line}` });
  if (conflict.reviewerImpact !== undefined)
    evidence.push({ title: "Impact if ignored", body: conflict.reviewerImpact });
  if (conflict.engineerRationale !== undefined) {
    evidence.push({ title: "The Engineer's rationale", body: conflict.engineerRationale });
  }
  if (conflict.engineerAlternative !== undefined) {
    evidence.push({ title: "The Engineer's alternative", body: conflict.engineerAlternative });
  }
  if (conflict.kind === "implicit") {
    const body = `Nobody states this conflict: it was inferred (${conflict.heuristics.join(", ")}) because the Engineer did not address the issue.`;
    evidence.push({ title: "Inferred", body });
  }
  return evidence;
}
