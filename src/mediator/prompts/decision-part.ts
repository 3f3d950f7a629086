import { quoteLines } from "../../documents/rendering/fence.ts";
import type { Decision } from "../../model/decision.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import { namesOf } from "../../model/plural.ts";
import type { State } from "../state.ts";

/** A gap that was left out of the session says nothing about the spec; context has its own place in a prompt. */
const ELSEWHERE: ReadonlySet<string> = new Set(["dropped", "parked", "context"]);

/** Every decision on the gaps, the last round's first (SPEC 10.5). */
export function decisionsOn(state: State, gaps: ReadonlySet<GapId>): Decision[] {
  const ofGap = (issue: IssueId) => {
    const gap = state.issues.get(issue)?.gap;
    return gap !== undefined && gaps.has(gap);
  };
  // What the person took back by reopening its issue binds nobody (SPEC 10.4).
  const undone = new Set(
    state.conflicts.flatMap(({ state: now, decision }) => (now === "dropped" ? (decision ?? []) : [])),
  );
  return state.decisions
    .filter(({ id, type }) => !undone.has(id) && !ELSEWHERE.has(type))
    .filter((decision) => decision.gaps.some((gap) => gaps.has(gap)) || decision.issues.some(ofGap))
    .sort((a, b) => b.round - a.round || (a.id < b.id ? -1 : 1));
}

/** None is left out and nothing of it is shortened: what holds first, then why. */
export function decisionPart(decisions: readonly Decision[]): string {
  return decisions.map((decision) => quoteLines(oneDecision(decision))).join("\n\n");
}

/** A decision on the whole inventory must not fill the prompt. */
const MOST_NAMES = 20;

function oneDecision(decision: Decision): string {
  const { option, rationale, action, question, constraints = [] } = decision;
  const letter = /^([A-D])\b/.exec(option ?? "")?.[1];
  const about = decision.issues.length > 0 ? decision.issues : decision.gaps;
  const on = about.length === 0 ? "" : ` on ${namesOf(about, ", ", MOST_NAMES)}`;
  const holds = decision.decision.trim();
  const lines = [`**${decision.id}**${letter === undefined ? "" : `, option ${letter}`}${on}: ${holds}`];
  if (question !== undefined) lines.push(`Asked: ${question.trim()}`);
  if (action !== undefined && action.trim() !== holds) lines.push(`To do: ${action.trim()}`);
  for (const constraint of constraints) lines.push(`Constraint: ${constraint.trim()}`);
  if (rationale !== undefined && rationale.trim() !== holds) lines.push(`Because: ${rationale.trim()}`);
  return lines.join("\n");
}
