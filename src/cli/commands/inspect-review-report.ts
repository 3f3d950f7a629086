import type { ReadIssue } from "../../documents/values.ts";
import type { OpenIssue } from "../../mediator/disagreement/detector/concern.ts";
import type { Judgement } from "../../mediator/disagreement/detector/judgement.ts";

export type ReviewReport = ReturnType<typeof reviewReport>;

/** The document of `inspect --review --json`: `null` for what is not there. */
export function reviewReport(judgements: readonly Judgement[], issues: readonly ReadIssue[]) {
  const lines = new Map<OpenIssue, number>(issues.map((issue) => [issue, issue.line]));
  return {
    issues: judgements.map(({ issue, status, confidence, heuristics, evidence }) => ({
      id: issue.id ?? null,
      label: issue.label ?? null,
      severity: issue.severity,
      gap: issue.gap ?? null,
      line: lines.get(issue) ?? null,
      status,
      confidence,
      heuristics,
      evidence: evidence.map(({ what, where, line }) => ({ what, where, line: line ?? null })),
    })),
  };
}
