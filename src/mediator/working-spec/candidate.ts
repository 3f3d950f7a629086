import { occursIn } from "../../documents/changes/occurs.ts";
import { replay } from "../../documents/changes/replay.ts";
import type { ChangeSet, Spec } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { SessionEvent } from "../../model/events.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import type { RunName } from "../effect.ts";
import { moveGap } from "../ledger-events.ts";
import { currentRound, isAbout, isInSpec } from "../queries.ts";
import type { Proposal, State } from "../state.ts";

/** The working spec with proposals applied to a copy of it (SPEC 4.2). */
interface Candidate {
  readonly spec: Spec;
  /** Gaps whose changes do not apply together with the others. */
  readonly failed: readonly GapId[];
  /** The applied changes: first all that refer to the working spec, then each set that was written on top of others. */
  readonly batches: readonly (readonly ChangeSet[])[];
}

/** The spec in a run's prompt: a review's candidate, else the working spec, after an overlap with others' changes. */
export function shownSpec(state: State, { role, gaps }: Pick<RunName, "role" | "gaps">): Spec {
  if (role === "reviewer") return candidateOf(state, gaps).spec;
  const overlap = state.round?.slots.find(({ gap }) => gaps.includes(gap))?.overlap;
  return overlap === undefined ? state.spec.text : replay(state.spec.text, [{ round: 0, sets: overlap.after }]).spec;
}

/** The working spec with the proposals of these gaps. */
export function candidateOf(state: State, gaps: readonly GapId[]): Candidate {
  return withProposals(state.spec.text, proposalsOf(state, gaps));
}

/** The same with the previous version of each proposal that has one, as the last review saw it (SPEC 15.4). */
export function previousCandidateOf(state: State, gaps: readonly GapId[]): Spec | undefined {
  const proposals = proposalsOf(state, gaps);
  if (proposals.every(({ previous }) => previous === undefined)) return undefined;
  const before = proposals.map(
    ({ id, changes, after, previous }): Changes =>
      previous === undefined ? { id, changes, after } : { id, changes: changesToRead(state, id, previous), after: [] },
  );
  return withProposals(state.spec.text, before).spec;
}

/** The version that open issues are about: the last before this round, else that of the gap it is a part of. */
export function lastVersion(state: State, gap: GapId): Proposal["previous"] {
  const proposal = state.proposals.get(gap);
  const last = proposal?.round === state.round?.number ? proposal?.previous : proposal;
  const whole = state.gaps.get(gap)?.partOf;
  return last ?? (whole === undefined ? undefined : state.proposals.get(whole));
}

/** The changes of the gaps' last versions; parts of one gap share a version, which is listed once. */
export function lastVersions(state: State, gaps: readonly GapId[]): Changes[] {
  const found = new Map<unknown, Changes>();
  for (const id of gaps) {
    const last = lastVersion(state, id);
    if (last && !found.has(last)) found.set(last, { id, changes: changesToRead(state, id, last), after: [] });
  }
  return [...found.values()];
}

/** The candidate without a gap's proposal, with it, and with its previous version, which an earlier review saw. */
export function proposalVersions(state: State, gap: GapId, beside: readonly GapId[]) {
  const proposal = state.proposals.get(gap);
  if (!proposal) return { before: state.spec.text, after: state.spec.text };
  // Proposals that were written on top of this one do not apply without it.
  const others = proposalsOf(state, [...beside, ...proposal.after]).filter(
    ({ id, after }) => id !== gap && !after.includes(gap),
  );
  const textWith = (versions: readonly Changes[]) =>
    withProposals(
      state.spec.text,
      [...others, ...versions].sort((a, b) => compareGapIds(a.id, b.id)),
    ).spec;
  const [before, after] = [textWith([]), textWith([proposal])];
  if (proposal.previous === undefined) return { before, after };
  const changes = changesToRead(state, gap, proposal.previous);
  return { before, after, previous: textWith([{ id: gap, changes, after: proposal.after }]) };
}

/** The changes of an earlier version, to be applied to the working spec; none if it has them already. */
function changesToRead(state: State, gap: GapId, version: NonNullable<Proposal["previous"]>): Proposal["changes"] {
  return isInSpec(state, gap, version.round) ? [] : version.changes;
}

export type Changes = Pick<Proposal, "id" | "changes" | "after">;

function proposalsOf(state: State, gaps: readonly GapId[]): Proposal[] {
  return state.proposals.pick([...new Set(gaps)].sort(compareGapIds));
}

/** Applies proposals to a text: first those that refer to it, then one by one those written on top of others. */
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

/** Whether a proposal settles its gap in this text: one without changes does so by words that must occur there. */
export function isSettledIn(text: Spec, proposal: Pick<Proposal, "changes" | "noChange"> | undefined): boolean {
  const { changes = [], noChange } = proposal ?? {};
  return noChange === undefined || changes.length > 0 || occursIn(text, noChange);
}

/** Accepts gaps and their changes; one that builds on a gap which is not accepted stays PROPOSED (SPEC 4.5). */
export function acceptGaps(state: State, gaps: readonly GapId[], why: string): SessionEvent[] {
  const { accepted, held, batches } = planBatches(state, gaps);
  return [
    ...held.map((gap): SessionEvent => ({ type: "proposal_held", gap, why: HELD })),
    ...accepted.map((gap) => moveGap(gap, "ACCEPTED", "reviewer", why)),
    ...batches.map((batch): SessionEvent => ({ type: "changes_accepted", batch })),
    ...accepted.filter((gap) => isLeftOpen(state, gap)).flatMap(deferKeepingText),
  ];
}

/** In an interview the User may add words and leave the marker (TBD), or a name that nothing defines (SPEC 16.4). */
function isLeftOpen({ decisions }: State, gap: GapId): boolean {
  const last = decisions.findLast(({ gaps, passages }) => passages !== undefined && gaps.includes(gap));
  return last?.passages?.some(({ open }) => open) === true;
}

/** The added words stay in the spec, and the gap is listed as open. */
function deferKeepingText(gap: GapId): SessionEvent[] {
  const why = "words were added, and what was open stays";
  return [
    moveGap(gap, "NEEDS_REVISION", "user", why),
    moveGap(gap, "USER_DEFERRED", "user", why),
    { type: "text_settled", gap, kept: true },
  ];
}

const HELD = "it depends on changes from a gap that was not accepted";

/** Accepts changes of gaps that keep their state (SPEC 12, polishing); those that do not apply are dropped. */
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

/** Adds the last decision on what the gap's text says and what the Engineer decided, so that the lines can be traced to them (SPEC 12). */
function withDecision({ decisions, proposals }: State, { gap, changes }: ChangeSet): ChangeSet {
  if (gap === undefined) return { changes };
  const decision = decisions.findLast((made) => isAbout(made, gap))?.id;
  return { gap, changes, ...defined({ decision, decided: proposals.get(gap)?.decided }) };
}
