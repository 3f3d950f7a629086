import { partsOf } from "../model/change-gap.ts";
import type { Decision } from "../model/decision.ts";
import type { SessionEvent } from "../model/events.ts";
import type { Gap, GapState } from "../model/gap.ts";
import { decisionId, type GapId } from "../model/ids.ts";
import { namesOf } from "../model/plural.ts";
import { mergeInto } from "./ledger-events.ts";
import { currentRound, unsettledIssues, unusedGapIds } from "./queries.ts";
import type { EventOf, State } from "./state.ts";

type Draft = Pick<Decision, "type" | "title" | "decision"> & Partial<Omit<Decision, "id" | "round" | "at">>;

/** Records a decision under the next free id of the round (SPEC 2, 3.1). An empty rationale is left out. */
export function decide(state: State, { rationale = "", ...draft }: Draft): EventOf<"decision_recorded"> {
  const round = currentRound(state);
  const number = Math.max(0, ...takenNumbers(state, round)) + 1;
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

/** Includes the numbers of decisions that a rollback undid: an id is never used again (SPEC 3.1). */
function takenNumbers(state: State, round: number): number[] {
  return [...state.decisions, ...state.rollbacks.flatMap(({ decisions }) => decisions)]
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

/** The User sets the severities of gaps, in one decision (SPEC 3.4). */
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

/** Words of the User for prompts, recorded as a decision. An empty list of gaps means every gap. */
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

interface Duplicate {
  readonly gap: GapId;
  readonly of: GapId;
}

/** Each duplicate is superseded by the other gap, which takes the worse of the two severities (SPEC 3.2, 3.3). */
export function mergeGaps(state: State, pairs: readonly Duplicate[], reason: string): SessionEvent[] {
  if (pairs.length === 0) return [];
  const words = pairs.map(({ gap, of }) => `${gap} is a duplicate of ${of}`);
  const decision = decide(state, {
    type: "duplicate",
    title: pairs.length === 1 ? (words[0] ?? "") : `${pairs.length} gaps are duplicates`,
    gaps: [...new Set(pairs.flatMap(({ gap, of }) => [gap, of]))],
    decision: namesOf(words, "; "),
    rationale: reason,
  });
  const why = reason === "" ? "a duplicate" : reason;
  const merge = (pair: Duplicate) => {
    const [of, gap] = [state.gaps.get(pair.of), state.gaps.get(pair.gap)];
    return of && gap ? mergeInto(of, gap, "user", why) : [];
  };
  return [decision, ...pairs.flatMap(merge)];
}

interface SplitWish {
  readonly parts: readonly { readonly title: string; readonly text: string }[];
  readonly why: string;
  readonly policy?: string | undefined;
}

/** The events that split an open gap, and the ids of its parts (SPEC 3.2, 13.7). */
export function splitGap(state: State, gap: Gap, { parts, why, policy }: SplitWish) {
  const ids = unusedGapIds(state).parts(gap.id, parts.length);
  const drafts = parts.map((part, index) => ({ ...part, id: ids[index] ?? gap.id }));
  const decision = decide(state, {
    type: "split",
    title: `${gap.id} is split`,
    gaps: [gap.id, ...ids],
    decision: `${gap.id} is split into ${ids.join(", ")}`,
    rationale: why,
    ...(policy === undefined ? {} : { policy }),
  });
  // Open issues of the whole gap go to its first part, which has to answer them.
  const issues = unsettledIssues(state, gap.id).map((issue) => ({ issue: issue.id, gap: ids[0] ?? gap.id }));
  const facts = { gap: gap.id, parts: partsOf(gap, drafts, currentRound(state)), why };
  const split: SessionEvent = { type: "gap_split", ...facts, ...(issues.length === 0 ? {} : { issues }) };
  return { ids, decision, split };
}
