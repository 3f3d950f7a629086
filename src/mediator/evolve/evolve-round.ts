import { InternalError } from "../../errors/whetstone-error.ts";
import { openCount } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import type { ProposalDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import { sessionSeconds, slotRuns, standing } from "../queries.ts";
import type { OpenRound, Proposal, RoundLog, Slot, State } from "../state.ts";
import { freshReview } from "./evolve-session.ts";
import type { EventOf, Folds } from "./folds.ts";

/** Rounds that status.md shows in full (SPEC 17). */
const RECENT_ROUNDS = 10;

export const roundFolds = {
  round_opened: opened,
  gaps_assigned: inRound((round, { gaps }, state) => ({
    ...round,
    slots: [...round.slots, ...gaps.map((gap) => slot(state, gap))],
  })),
  slot_dropped: (state, event) => {
    const gap = state.gaps.get(event.gap);
    const next = inRound((round) => changeSlot(round, event.gap, { dropped: true }))(state, event);
    if (!gap || !event.failed || !next.round) return next;
    return { ...next, gaps: next.gaps.set({ ...gap, failedInRound: next.round.number }) };
  },
  attempt_granted: inRound(granted),
  document_given: inRound((round, { gap, text }) => changeSlot(round, gap, { given: { text, from: "the User" } })),
  document_joined: (state, event) => {
    const { path, chars, digest, repairs, warnings } = event;
    const proposals = proposalsAfter(state, event);
    const next = inRound((round) =>
      digest.role === "reviewer"
        ? { ...round, reviewerDocument: { path, chars, digest, repairs, warnings } }
        : { ...round, engineerDocument: { path, chars, digest, repairs, warnings } },
    )(state, event);
    return { ...next, proposals };
  },
  revision_ordered: inRound(revised),
  role_skipped: inRound((round, { role, why }) => ({ ...round, skipped: [...round.skipped, { role, why }] })),
  role_resumed: inRound((round, event) => ({
    ...round,
    skipped: round.skipped.filter(({ role }) => role !== event.role),
  })),
  noted: inRound((round, { note }) => ({ ...round, notes: [...round.notes, note] })),
  overlap_found: inRound(overlapped),
  round_synthesised: inRound((round) => ({ ...round, synthesised: true })),
  round_closed: (state, event) => closed(state, mustBeOpen(state, event), event),
} satisfies Partial<Folds>;

/** What changes the running round only. */
function inRound<Event extends SessionEvent>(change: (round: OpenRound, event: Event, state: State) => OpenRound) {
  return (state: State, event: Event): State => ({ ...state, round: change(mustBeOpen(state, event), event, state) });
}

function mustBeOpen({ round }: State, { type }: SessionEvent): OpenRound {
  if (!round) throw new InternalError(`${type} stands outside a round`);
  return round;
}

function opened(state: State, event: EventOf<"round_opened">, at: string): State {
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
    ...defined({ polishing: event.polishing }),
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

/** An attempt that is taken up again stands for a run (SPEC 13.7); it is no part of a cluster. */
function openedSlot(state: State, { clusters = [] }: EventOf<"round_opened">, gap: GapId): Slot {
  const preparedFor = (id: GapId) => state.prepared.find((prepared) => prepared.gap === id);
  const prepared = preparedFor(gap);
  if (prepared) return { ...slot(state, gap), given: { text: prepared.text, from: prepared.from } };
  const gaps = clusters.find((cluster) => cluster.includes(gap))?.filter((id) => !preparedFor(id)) ?? [];
  return { ...slot(state, gap), ...(gaps.length > 1 ? { cluster: gaps } : {}) };
}

function changeSlot(round: OpenRound, gap: GapId, change: Partial<Slot>): OpenRound {
  return { ...round, slots: round.slots.map((slot) => (slot.gap === gap ? { ...slot, ...change } : slot)) };
}

function granted(round: OpenRound, event: EventOf<"attempt_granted">): OpenRound {
  if (event.gap === undefined) return { ...round, reviewerAllowed: round.reviewerAllowed + 1 };
  const taken = slotRuns(round, { gap: event.gap }).length;
  return changeSlot(round, event.gap, { granted: taken + 1, condensed: event.condensed, dropped: false });
}

function revised(round: OpenRound, event: EventOf<"revision_ordered">): OpenRound {
  const revision = { why: event.why, issues: event.issues };
  const slots = round.slots.map((slot): Slot => {
    if (!event.gaps.includes(slot.gap)) return slot;
    return { ...slot, revision, granted: slotRuns(round, slot).length + 1, dropped: false };
  });
  const { patterns: _, ...rest } = round;
  // What was asked about the document that is taken back may be asked about the next one.
  const asked = round.asked.filter((about) => !about.startsWith("disagree-rate"));
  return { ...rest, slots, asked, engineerDocument: undefined, measured: false };
}

/** The later gap's Engineer gets one more run, with the changes before it in the text (SPEC 4.2). */
function overlapped(round: OpenRound, event: EventOf<"overlap_found">): OpenRound {
  const { type: _, gap, ...overlap } = event;
  const taken = slotRuns(round, { gap }).length;
  const cluster = round.slots.find((slot) => slot.gap === gap)?.cluster ?? [gap];
  const again = { overlap, granted: taken + 1, allowed: taken + 1 };
  return cluster.reduce((current, member) => changeSlot(current, member, again), round);
}

/** A review marks what it read; an Engineer's document brings new proposals. */
function proposalsAfter(state: State, { digest, round, path }: EventOf<"document_joined">): State["proposals"] {
  let { proposals } = state;
  if (digest.role === "engineer") {
    for (const proposal of digest.proposals) {
      proposals = proposals.set(nextProposal(proposals.get(proposal.gap), proposal, round, path));
    }
    return proposals;
  }
  for (const gap of digest.reviewed) {
    const proposal = proposals.get(gap);
    if (proposal) proposals = proposals.set({ ...proposal, reviewed: true });
  }
  return proposals;
}

function nextProposal(before: Proposal | undefined, proposal: ProposalDigest, round: number, path: string): Proposal {
  const { gap: id, line, endLine, title, chars, changes, after, noChange, confidence } = proposal;
  // One that was taken back within its round is no proposal to compare with.
  const last = before?.round === round ? before.previous : before;
  const previous = last && lastVersion(last);
  const facts = { id, round, path, line, endLine, title, chars, changes, after };
  return { ...facts, reviewed: false, ...defined({ noChange, confidence, previous }) };
}

function lastVersion(version: NonNullable<Proposal["previous"]>): NonNullable<Proposal["previous"]> {
  const { path, line, endLine, round, changes } = version;
  return { path, line, endLine, round, changes };
}

function closed(state: State, round: OpenRound, event: EventOf<"round_closed">): State {
  const { record } = event;
  const log: RoundLog = {
    seq: state.seq + 1,
    record,
    assigned: round.slots.map(({ gap }) => gap),
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
