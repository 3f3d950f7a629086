import { InternalError } from "../../errors/whetstone-error.ts";
import { openCount } from "../../model/counting.ts";
import type { ProposalDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import { sessionSeconds, slotRuns, standing } from "../queries.ts";
import type { JoinedDocument, OpenRound, Proposal, RoundLog, Slot, State } from "../state.ts";
import { freshReview } from "./evolve-session.ts";

type RoundEvent = Extract<
  SessionEvent,
  {
    type:
      | "round_opened"
      | "gaps_assigned"
      | "slot_dropped"
      | "attempt_granted"
      | "document_given"
      | "document_joined"
      | "revision_ordered"
      | "role_skipped"
      | "role_resumed"
      | "noted"
      | "overlap_found"
      | "round_synthesised"
      | "round_closed";
  }
>;

/** Rounds that status.md shows in full (SPEC 17). */
const RECENT_ROUNDS = 10;

export function evolveRound(state: State, event: RoundEvent, at: string): State {
  if (event.type === "round_opened") return opened(state, event, at);
  const round = state.round;
  if (!round) throw new InternalError(`${event.type} stands outside a round`);
  switch (event.type) {
    case "gaps_assigned":
      return { ...state, round: { ...round, slots: [...round.slots, ...event.gaps.map((gap) => slot(state, gap))] } };
    case "slot_dropped":
      return dropped(state, round, event);
    case "attempt_granted":
      return { ...state, round: granted(round, event) };
    case "document_given":
      return { ...state, round: changeSlot(round, event.gap, { given: { text: event.text, from: "the User" } }) };
    case "document_joined":
      return joined(state, round, event);
    case "revision_ordered":
      return { ...state, round: revised(round, event) };
    case "role_skipped":
      return { ...state, round: { ...round, skipped: [...round.skipped, { role: event.role, why: event.why }] } };
    case "role_resumed":
      return { ...state, round: { ...round, skipped: round.skipped.filter((one) => one.role !== event.role) } };
    case "noted":
      return { ...state, round: { ...round, notes: [...round.notes, event.note] } };
    case "overlap_found":
      return { ...state, round: overlapped(round, event) };
    case "round_synthesised":
      return { ...state, round: { ...round, synthesised: true } };
    case "round_closed":
      return closed(state, round, event);
  }
}

function opened(state: State, event: Extract<RoundEvent, { type: "round_opened" }>, at: string): State {
  if (state.round) throw new InternalError(`round ${event.round} opens while round ${state.round.number} is open`);
  const { backupRetentionRounds } = state.config.rollback;
  // From the front: the last none of them would be all of them.
  const kept = state.checkpoints.slice(Math.max(0, state.checkpoints.length - backupRetentionRounds + 1));
  const round: OpenRound = {
    number: event.round,
    openedAt: at,
    openedAfter: sessionSeconds(state),
    openAtStart: openCount(state.gaps),
    slots: event.assigned.map((gap) => openedSlot(state, event, gap)),
    carriedOver: event.carriedOver,
    ...(event.polishing === undefined ? {} : { polishing: event.polishing }),
    runs: [],
    reviewerAllowed: state.config.maxRetries + 1,
    engineerDocument: undefined,
    reviewerDocument: undefined,
    skipped: [],
    measured: false,
    synthesised: false,
    notes: [],
    changes: [],
    decisionsAtStart: state.decisions.length,
    asked: [],
  };
  return {
    ...state,
    round,
    checkpoints: [...kept, { round: event.round - 1, state: { ...state, checkpoints: [] } }],
    convergence: { ...state.convergence, criticalOnly: false },
    chosen: [],
    prepared: [],
    finalReview: freshReview(state.finalReview),
    polished: state.polished || event.polishing !== undefined,
  };
}

function slot(state: State, gap: GapId): Slot {
  return { gap, allowed: state.config.maxRetries + 1, dropped: false, condensed: false };
}

/** An attempt that is taken up again stands for a run (SPEC 13.7). */
function preparedSlot(state: State, gap: GapId): Slot {
  const prepared = state.prepared.find((one) => one.gap === gap);
  return prepared ? { ...slot(state, gap), given: { text: prepared.text, from: prepared.from } } : slot(state, gap);
}

function openedSlot(state: State, event: Extract<RoundEvent, { type: "round_opened" }>, gap: GapId): Slot {
  const isPrepared = (id: GapId) => state.prepared.some((one) => one.gap === id);
  const gaps = event.clusters?.find((cluster) => cluster.includes(gap))?.filter((id) => !isPrepared(id)) ?? [];
  const cluster = gaps.length > 1 && gaps.includes(gap) ? gaps : undefined;
  return {
    ...preparedSlot(state, gap),
    ...(cluster === undefined ? {} : { cluster }),
  };
}

function changeSlot(round: OpenRound, gap: GapId, change: Partial<Slot>): OpenRound {
  return { ...round, slots: round.slots.map((one) => (one.gap === gap ? { ...one, ...change } : one)) };
}

function dropped(state: State, round: OpenRound, event: Extract<RoundEvent, { type: "slot_dropped" }>): State {
  const gap = state.gaps.get(event.gap);
  const gaps = gap && event.failed ? state.gaps.set({ ...gap, failedInRound: round.number }) : state.gaps;
  return { ...state, gaps, round: changeSlot(round, event.gap, { dropped: true }) };
}

function granted(round: OpenRound, event: Extract<RoundEvent, { type: "attempt_granted" }>): OpenRound {
  if (event.gap === undefined) return { ...round, reviewerAllowed: round.reviewerAllowed + 1 };
  const taken = slotRuns(round, { gap: event.gap }).length;
  return changeSlot(round, event.gap, { granted: taken + 1, condensed: event.condensed, dropped: false });
}

function revised(round: OpenRound, event: Extract<RoundEvent, { type: "revision_ordered" }>): OpenRound {
  const revision = { why: event.why, issues: event.issues };
  const slots = round.slots.map((one): Slot => {
    if (!event.gaps.includes(one.gap)) return one;
    return { ...one, revision, granted: slotRuns(round, one).length + 1, dropped: false };
  });
  const { patterns: _, ...rest } = round;
  // What was asked about the document that is taken back may be asked about the next one.
  const asked = round.asked.filter((about) => !about.startsWith("disagree-rate"));
  return { ...rest, slots, asked, engineerDocument: undefined, measured: false };
}

/** The later gap's Engineer gets one more run, with the changes before it in the text (SPEC 4.2). */
function overlapped(round: OpenRound, event: Extract<RoundEvent, { type: "overlap_found" }>): OpenRound {
  const { type: _, gap, ...overlap } = event;
  const taken = slotRuns(round, { gap }).length;
  const cluster = round.slots.find((slot) => slot.gap === gap)?.cluster ?? [gap];
  const again = { overlap, granted: taken + 1, allowed: taken + 1 };
  return cluster.reduce((current, member) => changeSlot(current, member, again), round);
}

function joined(state: State, round: OpenRound, event: Extract<RoundEvent, { type: "document_joined" }>): State {
  const { path, chars, digest, repairs, warnings } = event;
  if (digest.role === "reviewer") {
    const document: JoinedDocument<typeof digest> = { path, chars, digest, repairs, warnings };
    let proposals = state.proposals;
    for (const gap of digest.reviewed) {
      const proposal = proposals.get(gap);
      if (proposal) proposals = proposals.set({ ...proposal, reviewed: true });
    }
    return { ...state, proposals, round: { ...round, reviewerDocument: document } };
  }
  let proposals = state.proposals;
  for (const proposal of digest.proposals) {
    proposals = proposals.set(nextProposal(proposals.get(proposal.gap), proposal, round.number, path));
  }
  const document: JoinedDocument<typeof digest> = { path, chars, digest, repairs, warnings };
  return { ...state, proposals, round: { ...round, engineerDocument: document } };
}

function nextProposal(before: Proposal | undefined, proposal: ProposalDigest, round: number, path: string): Proposal {
  // One that was taken back within its round is no proposal to compare with.
  const previous = before?.round === round ? before.previous : before;
  return {
    id: proposal.gap,
    round,
    path,
    line: proposal.line,
    endLine: proposal.endLine,
    title: proposal.title,
    chars: proposal.chars,
    reviewed: false,
    changes: proposal.changes,
    after: proposal.after,
    ...(proposal.noChange === undefined ? {} : { noChange: proposal.noChange }),
    ...(proposal.confidence === undefined ? {} : { confidence: proposal.confidence }),
    ...(previous === undefined ? {} : { previous: lastVersion(previous) }),
  };
}

function lastVersion(version: NonNullable<Proposal["previous"]>): NonNullable<Proposal["previous"]> {
  const { path, line, endLine, round, changes } = version;
  return { path, line, endLine, round, changes };
}

function closed(state: State, round: OpenRound, event: Extract<RoundEvent, { type: "round_closed" }>): State {
  const { record } = event;
  const log: RoundLog = {
    seq: state.seq + 1,
    record,
    assigned: round.slots.map((one) => one.gap),
    runs: standing(round.runs),
    notes: round.notes,
    skipped: round.skipped,
    carriedOver: round.carriedOver,
    engineerDocument: round.engineerDocument,
    reviewerDocument: round.reviewerDocument,
    changes: round.changes,
    repairs: (round.engineerDocument?.repairs.length ?? 0) + (round.reviewerDocument?.repairs.length ?? 0),
  };
  const warned = record.state === "DIVERGENCE_WARNING" ? 1 : 0;
  return {
    ...state,
    round: undefined,
    flags: state.flags.filter((flag) => flag.outcome === "raised" || flag.round > record.round - RECENT_ROUNDS),
    records: [...state.records, record],
    recent: [...state.recent, log].slice(-RECENT_ROUNDS),
    convergence: {
      ...state.convergence,
      state: record.state,
      flatCount: record.flatCount,
      warnings: state.convergence.warnings + warned,
      history: [...state.convergence.history, { round: record.round, state: record.state }],
    },
  };
}
