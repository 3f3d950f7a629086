import { changeGap, partsOf } from "../model/change-gap.ts";
import { isOpen } from "../model/counting.ts";
import type { Decision } from "../model/decision.ts";
import type { Note } from "../model/events/round-events.ts";
import type { SessionEvent } from "../model/events.ts";
import type { Actor, Gap, GapState } from "../model/gap.ts";
import { decisionId, type GapId } from "../model/ids.ts";
import type { Issue, IssueState } from "../model/issue.ts";
import { issueTransitionProblem } from "../model/issue-state.ts";
import { namesOf } from "../model/plural.ts";
import { isWorse } from "../model/severity.ts";
import { collect } from "./evolve/evolve.ts";
import { currentRound, unsettledIssues, unusedGapIds } from "./queries.ts";
import type { EventOf, State } from "./state.ts";

/** Frees a BLOCKED gap; if its round is over, it goes back to the state it was assigned from (SPEC 3.3). */
export function unblock(state: State, id: GapId, why: string, forced = false): SessionEvent[] {
  const gap = state.gaps.get(id);
  if (gap?.state !== "BLOCKED" || gap.cameFrom === undefined) return [];
  const first = moveGap(id, gap.cameFrom, "mediator", why);
  const flagged: SessionEvent = forced ? { ...first, flag: "FORCED_UNBLOCK" } : first;
  const freed = changeGap(gap, { to: gap.cameFrom, actor: "mediator", round: 0 });
  const isAssigned = state.round?.slots.some((slot) => slot.gap === id) ?? false;
  if (freed.state !== "IN_PROGRESS" || isAssigned || freed.cameFrom === undefined) return [flagged];
  return [flagged, moveGap(id, freed.cameFrom, "mediator", why)];
}

/** The input that a gap waited for is given; in the round that asked for it, the run is repeated (SPEC 4.2). */
export function inputEvents(state: State, gap: GapId, ...given: readonly SessionEvent[]): SessionEvent[] {
  return collect(
    state,
    () => given,
    (current) => workAgain(current, gap, "the input was given"),
  );
}

/** Frees a gap, so that it is worked on again: in the round that asked for input, or else in the next. */
export function workAgain(state: State, gap: GapId, why: string): SessionEvent[] {
  return collect(
    state,
    (current) => unblock(current, gap, why),
    (current) => {
      const isAtWork = current.gaps.get(gap)?.state === "IN_PROGRESS";
      return isAtWork ? [{ type: "attempt_granted", gap, why, condensed: false }] : [];
    },
  );
}

/** A gap is superseded by the one that it repeats, which takes the worse of the two severities (SPEC 3.2, 3.3). */
export function mergeInto(of: Gap, { id: gap, severity }: Gap, by: Actor, why: string): SessionEvent[] {
  const merged: SessionEvent = { type: "gap_merged", gap, of: of.id, why, ...(by === "user" ? {} : { by }) };
  if (!isOpen(of) || !isWorse(severity, of.severity)) return [merged];
  const worse = `${gap}, its duplicate, is ${severity}`;
  return [{ type: "gap_severity_set", gap: of.id, severity, by, why: worse }, merged];
}

export function takeOut(state: State, gap: GapId, why: string): SessionEvent[] {
  const isAssigned = state.round?.slots.some((slot) => slot.gap === gap && !slot.dropped);
  return isAssigned ? [dropSlot(gap, why)] : [];
}

export function dropSlot(gap: GapId, why: string, failed = false): SessionEvent {
  return { type: "slot_dropped", gap, failed, why };
}

/** Ends the round's work on a gap, which goes back to the state it was assigned from. */
export function giveBack(state: State, id: GapId, why: string, failed: boolean): SessionEvent[] {
  const gap = state.gaps.get(id);
  const drop = dropSlot(id, why, failed);
  if (gap?.state !== "IN_PROGRESS" || gap.cameFrom === undefined) return [drop];
  return [drop, moveGap(id, gap.cameFrom, "mediator", why)];
}

export function moveGap(gap: GapId, to: GapState, actor: Actor, why: string): EventOf<"gap_changed"> {
  return { type: "gap_changed", gap, to, actor, why };
}

export function changeByUser(gap: GapId, to: GapState, why: string): SessionEvent {
  return moveGap(gap, to, "user", why);
}

/** Reopens a gap that is done; nothing happens to one that is not. */
export function reopenDone(state: State, gap: GapId, why: string): SessionEvent[] {
  return isDone(state, gap) ? [changeByUser(gap, "NEEDS_REVISION", why)] : [];
}

export function isDone({ gaps }: State, gap: GapId): boolean {
  return ["ACCEPTED", "RESOLVED"].includes(gaps.get(gap)?.state ?? "");
}

/** Moves an issue to another state; nothing happens if the transition is not legal (SPEC 3.6). */
export function moveIssue(
  issue: Issue | undefined,
  to: IssueState,
  why: string,
  more: Partial<EventOf<"issue_changed">> = {},
): SessionEvent[] {
  if (!issue || issueTransitionProblem(issue, to) !== undefined) return [];
  return [{ type: "issue_changed", issue: issue.id, to, why, ...more }];
}

/** The User said what is to be done about an issue: it is to be answered, and may not be settled without that. */
export function bindIssue({ id, state }: Issue, decided: string, why: string): SessionEvent {
  return { type: "issue_changed", issue: id, to: state === "NOT_FIXED" ? state : "OPEN", why, decided };
}

/** Notes for the summary of the running round, numbered on from its last one. */
export function noteEvents({ round }: Pick<State, "round">, contents: readonly Omit<Note, "id">[]): SessionEvent[] {
  if (!round) return [];
  const numberOf = (index: number) => String(round.notes.length + index + 1).padStart(3, "0");
  return contents.map((content, index) => ({
    type: "noted",
    note: { id: `NOTE-R${round.number}-${numberOf(index)}`, ...content },
  }));
}

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
