import { occursIn } from "../../documents/changes/occurs.ts";
import { replay } from "../../documents/changes/replay.ts";
import type { ChangeSet, Spec } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import type { RunName } from "../effect.ts";
import { moveGap } from "../ledger-events.ts";
import { currentRound } from "../queries.ts";
import type { Proposal, State } from "../state.ts";

/** The working spec with proposals applied to a copy of it (SPEC 4.2). */
export interface Candidate {
  readonly spec: Spec;
  /** Gaps whose changes do not apply to it beside those before them. */
  readonly failed: readonly GapId[];
  /** What is in it: what refers to the same text goes in together, what was written after an overlap one by one. */
  readonly batches: readonly (readonly ChangeSet[])[];
}

/** What a run is shown: the Engineer the working spec, or what overlapped with it before; the Reviewer the candidate. */
export function shownSpec(state: State, { role, gaps }: Pick<RunName, "role" | "gaps">): Spec {
  if (role === "reviewer") return candidateOf(state, gaps).spec;
  const overlap = state.round?.slots.find(({ gap }) => gaps.includes(gap))?.overlap;
  return overlap === undefined ? state.spec.text : replay(state.spec.text, [{ round: 0, sets: overlap.after }]).spec;
}

/** The candidate of these gaps' proposals: those that refer to the working spec together, then those that came after. */
export function candidateOf(state: State, gaps: readonly GapId[]): Candidate {
  return withProposals(state.spec.text, proposalsOf(state, gaps));
}

/** The same with the version before of each proposal that has one: what the last review saw of it (SPEC 15.4). */
export function previousCandidateOf(state: State, gaps: readonly GapId[]): Spec | undefined {
  const proposals = proposalsOf(state, gaps);
  if (proposals.every(({ previous }) => previous === undefined)) return undefined;
  const before = proposals.map(
    ({ id, changes, after, previous }): Changes =>
      previous === undefined ? { id, changes, after } : { id, changes: changesToRead(state, id, previous), after: [] },
  );
  return withProposals(state.spec.text, before).spec;
}

/** The version that the open issues of a gap are about: its own before this round's, else that of the gap it is a part of. */
export function lastVersion(state: State, gap: GapId): Proposal["previous"] {
  const own = state.proposals.get(gap);
  const last = own?.round === state.round?.number ? own?.previous : own;
  const whole = state.gaps.get(gap)?.partOf;
  return last ?? (whole === undefined ? undefined : state.proposals.get(whole));
}

/** The changes that lead from the working spec to the last versions of gaps; parts of one gap share theirs. */
export function lastVersions(state: State, gaps: readonly GapId[]): Changes[] {
  const found = new Map<unknown, Changes>();
  for (const id of gaps) {
    const last = lastVersion(state, id);
    if (last && !found.has(last)) found.set(last, { id, changes: changesToRead(state, id, last), after: [] });
  }
  return [...found.values()];
}

/** The candidate of these gaps without one proposal, with it, and with the version of it that an earlier review saw. */
export function versionsOf(
  state: State,
  gap: GapId,
  beside: readonly GapId[] = [],
): { before: Spec; after: Spec; previous?: Spec } {
  const proposal = state.proposals.get(gap);
  if (!proposal) return { before: state.spec.text, after: state.spec.text };
  // What was written on top of it cannot stand without it.
  const others = proposalsOf(state, [...beside, ...proposal.after]).filter(
    ({ id, after }) => id !== gap && !after.includes(gap),
  );
  const textWith = (own: readonly Changes[]) =>
    withProposals(
      state.spec.text,
      [...others, ...own].sort((a, b) => compareGapIds(a.id, b.id)),
    ).spec;
  const [before, after] = [textWith([]), textWith([proposal])];
  if (proposal.previous === undefined) return { before, after };
  const changes = changesToRead(state, gap, proposal.previous);
  return { before, after, previous: textWith([{ id: gap, changes, after: proposal.after }]) };
}

/** Whether a version of a gap's changes was accepted. Reopening takes nothing out: it stands until a change replaces it (SPEC 4.5). */
export function isInSpec({ spec }: State, gap: GapId, { round }: Pick<Proposal, "round">): boolean {
  return spec.batches.some(
    (batch) => batch.round >= round && batch.sets.some((set) => set.gap === gap && set.changes.length > 0),
  );
}

/** The changes that lead from the working spec to an earlier version: none where that stands in it. */
function changesToRead(state: State, gap: GapId, version: NonNullable<Proposal["previous"]>): Proposal["changes"] {
  return isInSpec(state, gap, version) ? [] : version.changes;
}

export type Changes = Pick<Proposal, "id" | "changes" | "after">;

function proposalsOf(state: State, gaps: readonly GapId[]): Proposal[] {
  return state.proposals.pick([...new Set(gaps)].sort(compareGapIds));
}

export function withProposals(text: Spec, proposals: readonly Changes[]): Candidate {
  const together = proposals.filter(({ after }) => after.length === 0);
  const later = proposals.filter(({ after }) => after.length > 0).map((proposal) => [proposal]);
  const batches = [together, ...later].map((batch) => batch.map(({ id, changes }) => ({ gap: id, changes })));
  const { spec, failed } = replay(
    text,
    batches.map((sets) => ({ round: 0, sets })),
  );
  const lost = failed.flatMap(({ batch, set }) => batches[batch]?.[set] ?? []);
  const taken = batches.map((sets) => sets.filter((set) => !lost.includes(set)));
  return { spec, batches: taken, failed: lost.map(({ gap }) => gap) };
}

/** Without a change of its own it is settled by words that stand in the text. */
export function isSettledIn(text: Spec, proposal: Pick<Proposal, "changes" | "noChange"> | undefined): boolean {
  const { changes = [], noChange } = proposal ?? {};
  return noChange === undefined || changes.length > 0 || occursIn(text, noChange);
}

/** Accepted changes go into the spec; a gap whose changes rest on others that were not stays PROPOSED (SPEC 4.5). */
export function acceptGaps(state: State, gaps: readonly GapId[], why: string): SessionEvent[] {
  const { accepted, held, batches } = planBatches(state, gaps);
  return [
    ...held.map((gap): SessionEvent => ({ type: "proposal_held", gap, why: HELD })),
    ...accepted.map((gap) => moveGap(gap, "ACCEPTED", "reviewer", why)),
    ...batches.map((batch): SessionEvent => ({ type: "changes_accepted", batch })),
    ...accepted.filter((gap) => isLeftOpen(state, gap)).flatMap(putOffBeside),
  ];
}

/** The words that the User added stand below a marker that stays (SPEC 16.4). */
function isLeftOpen({ decisions }: State, gap: GapId): boolean {
  const last = decisions.findLast(({ gaps, passages }) => passages !== undefined && gaps.includes(gap));
  return last?.passages?.some(({ open }) => open) === true;
}

/** What they wrote stays in the spec, and the gap is listed as open. */
function putOffBeside(gap: GapId): SessionEvent[] {
  const why = "words were added, and the marker stays";
  return [
    moveGap(gap, "NEEDS_REVISION", "user", why),
    moveGap(gap, "USER_DEFERRED", "user", why),
    { type: "text_settled", gap, kept: true },
  ];
}

const HELD = "it depends on changes from a gap that was not accepted";

/** The same for gaps that keep their state (SPEC 12, polishing): what does not apply is dropped. */
export function acceptChanges(state: State, gaps: readonly GapId[]): SessionEvent[] {
  return planBatches(state, gaps).batches.map((batch) => ({ type: "changes_accepted", batch }));
}

function planBatches(state: State, gaps: readonly GapId[]) {
  const { spec, failed, batches } = candidateOf(state, gaps);
  const isAccepted = (gap: GapId) => !failed.includes(gap) && isSettledIn(spec, state.proposals.get(gap));
  const ids = gaps.filter((gap) => state.proposals.has(gap)).sort(compareGapIds);
  const changed = batches.map((sets) => sets.filter(({ changes }) => changes.length > 0));
  return {
    accepted: ids.filter(isAccepted),
    held: ids.filter((gap) => !isAccepted(gap)),
    batches: changed
      .filter((sets) => sets.length > 0)
      .map((sets) => ({ round: currentRound(state), sets: sets.map((set) => withDecision(state, set)) })),
  };
}

/** The last decision on the gap, so that a line can be traced to it (SPEC 12, whose words). */
function withDecision(state: State, set: ChangeSet): ChangeSet {
  const decision = state.decisions.findLast(({ gaps }) => set.gap !== undefined && gaps.includes(set.gap));
  return decision === undefined ? set : { ...set, decision: decision.id };
}
