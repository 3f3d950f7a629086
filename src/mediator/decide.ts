import type { Decision } from "../model/decision.ts";
import type { SessionEvent } from "../model/events.ts";
import type { GapState } from "../model/gap.ts";
import { decisionId, type GapId } from "../model/ids.ts";
import { namesOf } from "../model/plural.ts";
import { currentRound } from "./queries.ts";
import type { State } from "./state.ts";

type Draft = Pick<Decision, "type" | "title" | "decision"> & Partial<Omit<Decision, "id" | "round" | "at">>;

/** Records what the User settled, under the next free id of the round (SPEC 2, 3.1). An empty rationale is none. */
export function decide(
  state: State,
  { rationale = "", ...draft }: Draft,
): Extract<SessionEvent, { type: "decision_recorded" }> {
  const round = currentRound(state);
  const number = Math.max(0, ...numbersOf(state, round)) + 1;
  const decision: Decision = {
    gaps: [],
    issues: [],
    by: "user",
    ...draft,
    ...(rationale === "" ? {} : { rationale }),
    id: decisionId(round, number),
    round,
    at: state.at,
  };
  return { type: "decision_recorded", decision };
}

/** Numbers that are taken in a round, also by decisions that were undone with it: an id belongs to one thing (SPEC 3.1). */
function numbersOf(state: State, round: number): number[] {
  const archived = state.rollbacks.flatMap(({ decisions }) => decisions.map(({ decision }) => decision));
  return [...state.decisions, ...archived]
    .filter((decision) => decision.round === round)
    .map(({ id }) => Number(id.slice(id.lastIndexOf("-") + 1)));
}

export function decideGaps(
  state: State,
  draft: Draft & { readonly gaps: readonly GapId[] },
  to: GapState,
  why: string,
): SessionEvent[] {
  if (draft.gaps.length === 0) return [];
  const moved = draft.gaps.map((gap): SessionEvent => ({ type: "gap_changed", gap, to, actor: "user", why }));
  return [decide(state, draft), ...moved];
}

/** Severities that the User sets, in one decision (SPEC 3.4). */
export function setSeverities(
  state: State,
  severities: NonNullable<Decision["severities"]>,
  rationale: string,
): SessionEvent[] {
  if (severities.length === 0) return [];
  const gaps = severities.map(({ gap }) => gap);
  const decision = namesOf(severities.map(({ gap, severity }) => `${gap} is ${severity}`));
  const title = `Severity of ${namesOf(gaps)}`;
  return [
    decide(state, { type: "severity", title, gaps, decision, rationale, severities }),
    ...severities.map((set): SessionEvent => ({ type: "gap_severity_set", ...set, by: "user", why: rationale })),
  ];
}

/** Words of the User that go into prompts are a decision: recorded with id, gaps and words. No gaps are all gaps. */
export function giveContext(
  state: State,
  { gaps, text, when }: { readonly gaps: readonly GapId[]; readonly text: string; readonly when: string },
): SessionEvent[] {
  const about = gaps.length === 0 ? "every gap" : gaps.join(", ");
  return [
    decide(state, { type: "context", title: `Context for ${about}`, gaps, decision: text, rationale: when }),
    { type: "gap_context_given", gaps, text },
  ];
}
