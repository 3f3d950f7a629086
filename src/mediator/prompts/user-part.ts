import { quoteLines } from "../../documents/rendering/fence.ts";
import type { Decision } from "../../model/decision.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import { namesOf } from "../../model/plural.ts";
import type { State } from "../state.ts";

/** What the User said about these gaps, or about every gap, in their words and never shortened (SPEC 7). */
export function contextPart(state: State, gaps: ReadonlySet<GapId>): string {
  return state.contexts
    .filter((context) => appliesTo(context.gaps, gaps))
    .map((context) => quoteLines(context.text))
    .join("\n\n");
}

/** SPEC 13.6: each adjustment once, however often a round was rolled back. */
export function adjustmentPart(state: State, gaps: ReadonlySet<GapId>): string {
  const texts = state.adjustments
    .filter((adjustment) => appliesTo(adjustment.gaps, gaps))
    .map(({ text }) => text.trim());
  return [...new Set(texts)].map((text) => quoteLines(text)).join("\n\n");
}

function appliesTo(about: readonly string[], gaps: ReadonlySet<string>): boolean {
  return about.length === 0 || about.includes("*") || about.some((gap) => gaps.has(gap));
}

/** The gaps, and those they are parts of: a decision on the whole holds for its parts. */
export function withParents(gaps: readonly Gap[]): ReadonlySet<GapId> {
  return new Set(gaps.flatMap((gap) => (gap.partOf === undefined ? [gap.id] : [gap.id, gap.partOf])));
}

/** A gap that was left out of the session says nothing about the spec; context has its own place in a prompt. */
const ELSEWHERE: ReadonlySet<string> = new Set(["dropped", "parked", "context"]);

/** Every decision on the gaps, the last round's first (SPEC 10.5). */
export function decisionsOn(state: State, gaps: ReadonlySet<GapId>): Decision[] {
  const ofGap = (issue: IssueId) => {
    const gap = state.issues.get(issue)?.gap;
    return gap !== undefined && gaps.has(gap);
  };
  // What the User took back by reopening its issue binds nobody (SPEC 10.4).
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
