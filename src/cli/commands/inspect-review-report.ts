import type { Judgement } from "../../mediator/disagreement/judge-answer.ts";
import type { InspectedIssue } from "./inspect-review-facts.ts";

export type ReviewReport = ReturnType<typeof reviewReport>;

/** The document of `inspect --review --json`: `null` for what is not there. */
export function reviewReport(judgements: readonly Judgement<InspectedIssue>[]) {
  return {
    issues: judgements.map(({ issue, status, confidence, heuristics, evidence }) => ({
      id: issue.named ? issue.id : null,
      label: issue.label ?? null,
      severity: issue.severity,
      gap: issue.gap,
      line: issue.line,
      status,
      confidence,
      heuristics,
      evidence: evidence.map(({ what, where, line, words }) => ({
        what,
        where,
        line: line ?? null,
        words: words ?? null,
      })),
    })),
  };
}
