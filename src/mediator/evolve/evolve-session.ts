import { type Config, sizedLimits } from "../../model/config.ts";
import { openCount } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { Table } from "../../model/table.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { Convergence, EndingState, FinalReview, Proposal, State, StopState } from "../state.ts";
import type { EventOf, Folds } from "./folds.ts";

const NO_RUNS = { ...NO_USAGE, runs: 0, failed: 0 };

export function createState(event: EventOf<"session_created">, at: string): State {
  return {
    seq: 0,
    at,
    session: {
      id: event.session,
      name: event.name,
      specPath: event.specPath,
      ...defined({ files: event.files }),
      scope: event.scope,
      framework: event.framework ?? false,
      createdAt: at,
      initialGaps: event.gaps.length,
      engineer: event.engineer,
      reviewer: event.reviewer,
      confirmed: [],
    },
    config: event.config,
    limits: sizedLimits(event.config, event.gaps.length),
    gaps: Table.of<GapId, Gap>(event.gaps),
    issues: Table.empty<IssueId, Issue>(),
    liveIssues: [],
    proposals: Table.empty<GapId, Proposal>(),
    decisions: [],
    decisionsSeq: 0,
    conflicts: [],
    flags: [],
    flagStatistics: { byHeuristic: {}, flagged: 0, missed: 0 },
    rates: [],
    records: [],
    recent: [],
    round: undefined,
    convergence: {
      state: "CONVERGING",
      flatCount: 0,
      criticalOnly: false,
      warnings: 0,
      acceptedComplexity: 0,
      history: [],
    },
    questions: [],
    answers: [],
    questionCount: 0,
    contexts: [],
    adjustments: [],
    totals: {
      usage: {
        engineer: NO_RUNS,
        reviewer: NO_RUNS,
        "final-review": NO_RUNS,
        survey: NO_RUNS,
        "middle-ground": NO_RUNS,
      },
      attempts: 0,
      firstAttempts: 0,
      validAtFirst: 0,
      examples: {},
      violations: [],
      waitedSeconds: 0,
      activeSeconds: 0,
    },
    rollbacks: [],
    rollback: undefined,
    chosen: [],
    prepared: [],
    freshAfter: 0,
    archives: { kept: [] },
    checkpoints: [],
    stop: { type: "running" },
    finalReview: { runs: [], result: "none", blockers: [], notReady: 0 },
    setup: { approved: false, survey: "none", runs: [], order: [] },
    spec: { source: event.source, batches: [], text: event.source, overlaps: [], settled: [] },
    polished: false,
  };
}

export const sessionFolds = {
  session_opened: (state) => state,
  agents_set: (state, { engineer, reviewer }) => ({ ...state, session: { ...state.session, engineer, reviewer } }),
  agents_confirmed: (state, { agents }) => {
    const confirmed = [...new Set([...state.session.confirmed, ...agents])];
    return { ...state, session: { ...state.session, confirmed } };
  },
  policy_set: (state, { policy }) => {
    const { policy: _, ...session } = state.session;
    return { ...state, session: { ...session, ...defined({ policy }) } };
  },
  config_changed: (state, { config }) => ({ ...state, config, limits: limitsAfter(state, config) }),
  max_rounds_extended: (state, { to }) => ({ ...state, limits: { ...state.limits, maxRounds: to } }),
  convergence_reset: (state, event) => ({ ...state, convergence: afterAnswer(state.convergence, event) }),
  gap_context_given: (state, { gaps, text }) => ({ ...state, contexts: [...state.contexts, { gaps, text }] }),
  gaps_chosen: (state, { gaps }) => ({ ...state, chosen: gaps }),
  adjustment_added: (state, { gaps, text, source }) => ({
    ...state,
    adjustments: [...state.adjustments, { gaps, text, source }],
  }),
  scope_set: (state, { scope }) => ({ ...state, session: { ...state.session, scope } }),
  survey_read: (state, { expected }) => ({
    ...state,
    setup: { ...state.setup, survey: "read", ...defined({ expected }) },
  }),
  gaps_ordered: (state, { gaps }) => ({ ...state, setup: { ...state.setup, order: gaps } }),
  inventory_approved: (state) => {
    // What was found or dropped since the session was created counts for its size (SPEC 11, 12).
    const initialGaps = openCount(state.gaps);
    const limits = sizedLimits(state.config, initialGaps);
    const session = { ...state.session, initialGaps };
    return { ...state, setup: { ...state.setup, approved: true }, session, limits };
  },
  decision_recorded: (state, { decision }) => ({
    ...state,
    decisions: [...state.decisions, decision],
    decisionsSeq: state.seq + 1,
  }),
  command_taken: (state, { command }) => ({ ...state, lastCommand: command }),
  final_review_read: (state, event) => ({ ...state, finalReview: reviewed(state.finalReview, event) }),
  polishing_skipped: (state) => ({ ...state, polished: true }),
  blockers_accepted: (state) => ({ ...state, finalReview: { ...state.finalReview, result: "accepted" } }),
  ending_dropped: (state) => ({
    ...state,
    stop: withoutEnding(state.stop),
    finalReview: freshReview(state.finalReview),
  }),
  paused: (state, { reason, keepsEnding }) => {
    const ending = keepsEnding && isEnding(state.stop) ? state.stop : undefined;
    return { ...state, stop: { type: "paused", reason, ...defined({ ending }) } };
  },
  resumed: (state) => {
    const ending = state.stop.type === "paused" ? state.stop.ending : undefined;
    return { ...state, stop: ending ?? { type: "running" } };
  },
  finish_requested: (state) => ({ ...state, stop: { type: "finish-requested" } }),
  ending_chosen: (state, { termination, trigger }) => ({
    ...state,
    stop: { type: "ending", termination, trigger, gatesPassed: [] },
  }),
  gate_passed: (state, { gate }) => ({ ...state, stop: gatePassed(state.stop, gate) }),
  session_ended: (state, { termination, trigger, specPath, files }, at) => ({
    ...state,
    stop: { type: "ended", termination, trigger, at, ...defined({ specPath, files }) },
  }),
} satisfies Partial<Folds>;

/** The person's answer to a warning: the counting begins anew. */
function afterAnswer(convergence: Convergence, { choice, criticalOnly }: EventOf<"convergence_reset">): Convergence {
  const last = convergence.history.at(-1);
  return {
    ...convergence,
    state: "CONVERGING",
    flatCount: 0,
    criticalOnly,
    acceptedComplexity: convergence.acceptedComplexity + (choice === "accept-complexity" ? 1 : 0),
    history: last ? [...convergence.history.slice(0, -1), { ...last, choice }] : [],
  };
}

function reviewed(review: FinalReview, { ready, blockers }: EventOf<"final_review_read">): FinalReview {
  if (ready) return { ...review, result: "ready", blockers: [] };
  return { ...review, result: "not-ready", blockers, notReady: review.notReady + 1 };
}

/** The session goes on: the next ending is reviewed anew. */
export function freshReview({ notReady }: FinalReview): FinalReview {
  return { runs: [], result: "none", blockers: [], notReady };
}

function isEnding(stop: StopState): stop is EndingState {
  return stop.type === "finish-requested" || stop.type === "ending";
}

/** The person may answer while the session stands still. */
function gatePassed(stop: StopState, gate: EventOf<"gate_passed">["gate"]): StopState {
  if (stop.type === "ending") return { ...stop, gatesPassed: [...stop.gatesPassed, gate] };
  if (stop.type !== "paused" || stop.ending?.type !== "ending") return stop;
  return { ...stop, ending: { ...stop.ending, gatesPassed: [...stop.ending.gatesPassed, gate] } };
}

function withoutEnding(stop: StopState): StopState {
  return stop.type === "paused" ? { type: "paused", reason: stop.reason } : { type: "running" };
}

/** An extension of the rounds stays until another number is set (SPEC 12). */
function limitsAfter({ config: before, limits, session }: State, config: Config): State["limits"] {
  const sized = sizedLimits(config, session.initialGaps);
  return config.maxRounds === before.maxRounds ? { ...sized, maxRounds: limits.maxRounds } : sized;
}
