import { InternalError } from "../../errors/whetstone-error.ts";
import { openCount } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import type { ProposalDigest } from "../../model/digest.ts";
import type { GapId } from "../../model/ids.ts";
import { addUsage } from "../../model/usage.ts";
import { runsOf, sessionSeconds, slotRuns, withoutAbandoned } from "../queries.ts";
import { FULL_ROUNDS } from "../record-text.ts";
import type { EventOf, OpenRound, Proposal, Run, RunEnd, Slot, State, Totals } from "../state.ts";
import { type Folds, inRound, withFreshReview, withPart, withRound } from "./folds.ts";

export const roundFolds = {
  round_opened: openRound,
  gaps_assigned: inRound(({ slots }, { gaps }, state) => ({
    slots: [...slots, ...gaps.map((gap) => emptySlot(state, gap))],
  })),
  slot_dropped: (state, event) => {
    const gap = state.gaps.get(event.gap);
    const next = inRound((round) => changeSlots(round, [event.gap], { dropped: true }))(state, event);
    if (!gap || !event.failed || !next.round) return next;
    return { ...next, gaps: next.gaps.set({ ...gap, failedInRound: next.round.number }) };
  },
  attempt_granted: inRound((round, { gap, condensed }) => {
    if (gap === undefined) return { reviewerAllowed: round.reviewerAllowed + 1 };
    return changeSlots(round, [gap], { granted: nextAttempt(round, gap), condensed, dropped: false });
  }),
  document_given: inRound((round, { gap, text }) => changeSlots(round, [gap], { given: { text, from: "the User" } })),
  document_joined: (state, event) => {
    const { path, sha256, chars, digest, repairs, warnings } = event;
    const document = { path, sha256, chars, repairs, warnings };
    const next = inRound(() =>
      digest.role === "reviewer"
        ? { reviewerDocument: { ...document, digest } }
        : { engineerDocument: { ...document, digest } },
    )(state, event);
    const written = digest.role === "engineer" ? digest.proposals.map(({ gap }): string => gap) : [];
    const given = state.given.filter(({ question: { about } }) => !about.some((id) => written.includes(id)));
    return { ...next, proposals: proposalsAfter(state, event), given };
  },
  revision_ordered: inRound(reviseRound),
  role_skipped: inRound(({ skipped }, { role, why }) => ({ skipped: [...skipped, { role, why }] })),
  role_resumed: inRound(({ skipped }, event) => ({ skipped: skipped.filter(({ role }) => role !== event.role) })),
  noted: inRound(({ notes }, { note }) => ({ notes: [...notes, note] })),
  // The later gap's Engineer gets one more run, with the changes before it in the text (SPEC 4.2).
  overlap_found: inRound((round, { type: _, gap, ...overlap }) => {
    const next = nextAttempt(round, gap);
    return changeSlots(round, [gap], { overlap, granted: next, allowed: next });
  }),
  round_synthesised: inRound(() => ({ synthesised: true })),
  round_closed: (state, { record }) => {
    const { round } = state;
    if (!round) throw new InternalError("round_closed occurs outside a round");
    const log = { ...round, runs: withoutAbandoned(round.runs), record, seq: state.seq + 1 };
    return {
      ...state,
      round: undefined,
      records: [...state.records, record],
      recent: [...state.recent, log].slice(-FULL_ROUNDS),
    };
  },
} satisfies Partial<Folds>;

function openRound(state: State, event: EventOf<"round_opened">, at: string): State {
  if (state.round) throw new InternalError(`round ${event.round} opens while round ${state.round.number} is open`);
  const { backupRetentionRounds } = state.config.rollback;
  // Not `slice(-n)`, which would keep all of them if n is 0.
  const kept = state.checkpoints.slice(Math.max(0, state.checkpoints.length - backupRetentionRounds + 1));
  const round: OpenRound = {
    number: event.round,
    openedAt: at,
    openedAfter: sessionSeconds(state),
    openAtStart: openCount(state.gaps),
    slots: event.assigned.map((gap) => assignedSlot(state, event, gap)),
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
    asked: [],
  };
  const fresh = withFreshReview(withPart(state, "convergence", { criticalOnly: false }));
  return {
    ...withPart(fresh, "finalReview", { runsBefore: 0 }),
    round,
    checkpoints: [...kept, { round: event.round - 1, state: { ...state, checkpoints: [] } }],
    chosen: [],
    prepared: [],
    polished: state.polished || event.polishing !== undefined,
  };
}

function emptySlot(state: State, gap: GapId): Slot {
  return { gap, allowed: state.config.maxRetries + 1, dropped: false, condensed: false };
}

/** A prepared document replaces the run of its gap, which is then not part of a cluster (SPEC 13.7). */
function assignedSlot(state: State, { clusters = [] }: EventOf<"round_opened">, gap: GapId): Slot {
  const preparedFor = (id: GapId) => state.prepared.find((prepared) => prepared.gap === id);
  const prepared = preparedFor(gap);
  if (prepared) return { ...emptySlot(state, gap), given: { text: prepared.text, from: prepared.from } };
  const gaps = clusters.find((cluster) => cluster.includes(gap))?.filter((id) => !preparedFor(id)) ?? [];
  return { ...emptySlot(state, gap), ...(gaps.length > 1 ? { cluster: gaps } : {}) };
}

function changeSlots({ slots }: OpenRound, gaps: readonly GapId[], change: Partial<Slot>): Pick<OpenRound, "slots"> {
  return { slots: slots.map((slot) => (gaps.includes(slot.gap) ? { ...slot, ...change } : slot)) };
}

function nextAttempt(round: OpenRound, gap: GapId): number {
  return slotRuns(round, gap).length + 1;
}

/** The Engineer's document is sent back: whatever was found or asked about it starts anew with the next one. */
function reviseRound(round: OpenRound, { gaps, why, issues }: EventOf<"revision_ordered">): Partial<OpenRound> {
  const slots = round.slots.map((slot): Slot => {
    if (!gaps.includes(slot.gap)) return slot;
    return { ...slot, revision: { why, issues }, granted: nextAttempt(round, slot.gap), dropped: false };
  });
  const asked = round.asked.filter(({ kind }) => kind !== "disagree-rate");
  return { slots, asked, engineerDocument: undefined, measured: false, patterns: undefined };
}

/** An Engineer's document brings new proposals; a review marks those that it judged. */
function proposalsAfter(
  { proposals, round: now }: State,
  { digest, round, path }: EventOf<"document_joined">,
): State["proposals"] {
  const changed =
    digest.role === "engineer"
      ? digest.proposals.map((proposal) => {
          const before = proposals.get(proposal.gap);
          // Polishing decides nothing anew (SPEC 12).
          const { confidence, solution } = now?.polishing && before ? before : proposal;
          return { ...nextProposal(before, proposal, round, path), ...defined({ confidence, solution }) };
        })
      : proposals.pick(digest.verdicts.map(({ gap }) => gap)).map((proposal) => {
          return digest.reviewed.includes(proposal.id)
            ? { ...proposal, reviewed: true }
            : { ...proposal, held: ISSUE_PASSED_OVER };
        });
  return changed.reduce((table, proposal) => table.set(proposal), proposals);
}

const ISSUE_PASSED_OVER = "the review says nothing of an issue on it";

function nextProposal(before: Proposal | undefined, proposal: ProposalDigest, round: number, path: string): Proposal {
  const { gap: id, line, endLine, title, chars, changes, decided, after, noChange } = proposal;
  // A proposal of the same round was sent back before its review: the one before it is the previous version.
  const last = before?.round === round ? before.previous : before;
  const previous = last && lastVersion(last);
  const facts = { id, round, path, line, endLine, title, chars, changes, after };
  return { ...facts, reviewed: false, ...defined({ noChange, decided, previous }) };
}

function lastVersion({ path, line, endLine, round, changes }: NonNullable<Proposal["previous"]>) {
  return { path, line, endLine, round, changes };
}

export const runFolds = {
  run_started: (state, { type: _, run, ...facts }, at) =>
    withRun(state, { ...facts, id: run, startedAt: at, repeats: [] }),
  run_repeated: (state, { run: id, reason, waitSeconds }) => {
    const run = findRun(state, id);
    return withRun(state, { ...run, repeats: [...run.repeats, { reason, waitSeconds }] });
  },
  run_answered: (state, { run, sha256, usage }) =>
    withRun(state, { ...findRun(state, run), answered: { sha256, usage } }),
  run_ended: (state, { type: _, run: id, ...end }, at) => {
    const { answered: _answered, ...run } = findRun(state, id);
    return withPart(withRun(state, { ...run, end: { ...end, at } }), "totals", countRun(state.totals, run, end));
  },
  runs_abandoned: (state, { runs }) => {
    const abandoned = runs.reduce((now, id) => withRun(now, { ...findRun(now, id), abandoned: true }), state);
    return withPart(abandoned, "totals", { abandoned: state.totals.abandoned + runs.length });
  },
  violation_found: (state, { run, path, what, kept, edit }) => {
    const unclaimed = [...(state.spec.unclaimed ?? []), ...(edit ? [{ ...edit, run, path, what }] : [])];
    if (edit) return { ...state, spec: { ...state.spec, unclaimed } };
    const shown = kept === undefined ? what : `${what} (your own spec; the earlier text is in ${kept})`;
    const violation = { run, path, what: shown, ...(kept === undefined ? {} : { kept }) };
    return withPart(state, "totals", { violations: [...state.totals.violations, violation] });
  },
} satisfies Partial<Folds>;

function withRun(state: State, run: Run): State {
  const { setup, finalReview, round } = state;
  if (run.role === "survey") return withPart(state, "setup", { runs: putRun(setup.runs, run) });
  if (run.role === "final-review" || !round) {
    return withPart(state, "finalReview", { runs: putRun(finalReview.runs, run) });
  }
  return withRound(state, { runs: putRun(round.runs, run) });
}

/** Replaces the run of the same id, which one that starts again after a crash has, or appends it. */
function putRun(runs: readonly Run[], run: Run): readonly Run[] {
  const at = runs.findIndex(({ id }) => id === run.id);
  return at < 0 ? [...runs, run] : runs.with(at, run);
}

function findRun(state: State, id: string): Run {
  const run = runsOf(state).find((started) => started.id === id);
  if (!run) throw new InternalError(`the run ${id} was never started`);
  return run;
}

/** A document that was given without a run counts for nothing. */
function countRun(totals: Totals, run: Run, end: Omit<RunEnd, "at">): Partial<Totals> {
  const { role, attempt, notice, example, given } = run;
  if (given) return {};
  const used = totals.usage[role];
  const succeeded = end.gate.success ? 1 : 0;
  const first = attempt === 1 ? 1 : 0;
  const shown = totals.examples[example?.tier ?? ""] ?? { used: 0, succeeded: 0 };
  const counts = { used: shown.used + 1, succeeded: shown.succeeded + succeeded };
  return {
    examples: example ? { ...totals.examples, [example.tier]: counts } : totals.examples,
    attempts: totals.attempts + 1,
    retries: totals.retries + (notice === undefined ? 0 : 1),
    firstAttempts: totals.firstAttempts + first,
    validAtFirst: totals.validAtFirst + first * succeeded,
    usage: {
      ...totals.usage,
      [role]: { ...addUsage(used, end.usage), runs: used.runs + 1, failed: used.failed + 1 - succeeded },
    },
  };
}
