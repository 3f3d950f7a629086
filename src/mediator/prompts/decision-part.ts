import type { Decision } from "../../model/decision.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { State } from "../state.ts";
import { quoteLines } from "./fence.ts";

/** Every decision on the gaps, the last round's first (SPEC 10.5). */
export function decisionsOn(state: State, gaps: ReadonlySet<GapId>): Decision[] {
  const ofGap = (issue: IssueId) => {
    const gap = state.issues.get(issue)?.gap;
    return gap !== undefined && gaps.has(gap);
  };
  return state.decisions
    .filter((decision) => decision.gaps.some((gap) => gaps.has(gap)) || decision.issues.some(ofGap))
    .sort((a, b) => b.round - a.round || (a.id < b.id ? -1 : 1));
}

/** None is left out and what holds is never shortened; the reasons are given for the last round's only. */
export function decisionPart(decisions: readonly Decision[]): string {
  const newest = decisions[0]?.round;
  return decisions.map((decision) => quoteLines(oneDecision(decision, decision.round === newest))).join("\n\n");
}

function oneDecision(decision: Decision, inFull: boolean): string {
  const about = [...decision.issues, ...(decision.gaps.length > 1 ? decision.gaps : [])];
  const lines = [`**${decision.id}**${about.length > 0 ? ` on ${about.join(", ")}` : ""}: ${decision.decision.trim()}`];
  if (decision.action !== undefined && decision.action.trim() !== decision.decision.trim()) {
    lines.push(`To do: ${decision.action.trim()}`);
  }
  for (const constraint of decision.constraints ?? []) lines.push(`Constraint: ${constraint.trim()}`);
  if (inFull && decision.rationale !== undefined) lines.push(`Because: ${decision.rationale.trim()}`);
  return lines.join("\n");
}
