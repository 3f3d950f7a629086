import type { Flag } from "../../../model/disagreement.ts";
import { isProblem, type Judgement } from "./judgement.ts";

/** The flags that the session keeps of a round's judgements, numbered on from those that the round has already. */
export function raiseFlags(judgements: readonly Judgement[], round: number, already = 0): Flag[] {
  const flags: Flag[] = [];
  for (const { issue, status, confidence, heuristics, evidence } of judgements) {
    if (!isProblem(status) || issue.id === undefined || issue.gap === undefined) continue;
    flags.push({
      id: `FLAG-R${round}-${String(already + flags.length + 1).padStart(3, "0")}`,
      issue: issue.id,
      gap: issue.gap,
      severity: issue.severity,
      round,
      status,
      confidence,
      heuristics,
      evidence,
      outcome: "raised",
    });
  }
  return flags;
}
