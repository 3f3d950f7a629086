import { type Config, sizedLimits } from "../../model/config.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { Table } from "../../model/table.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { EndingState, FinalReview, Proposal, State, StopState } from "../state.ts";

type Created = Extract<SessionEvent, { type: "session_created" }>;

const NO_RUNS = { ...NO_USAGE, runs: 0, failed: 0 };

export function createState(event: Created, at: string): State {
  return {
    seq: 0,
    at,
    session: {
      id: event.session,
      name: event.name,
      specPath: event.specPath,
      ...(event.files === undefined ? {} : { files: event.files }),
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

type SessionChange = Extract<
  SessionEvent,
  {
    type:
      | "agents_set"
      | "agents_confirmed"
      | "policy_set"
      | "config_changed"
      | "gap_context_given"
      | "gaps_chosen"
      | "adjustment_added"
      | "scope_set"
      | "decision_recorded"
      | "command_taken"
      | "paused"
      | "resumed"
      | "finish_requested"
      | "ending_chosen"
      | "ending_dropped"
      | "gate_passed"
      | "final_review_read"
      | "blockers_accepted"
      | "polishing_skipped"
      | "session_ended";
  }
>;

export function evolveSession(state: State, event: SessionChange, at: string): State {
  switch (event.type) {
    case "agents_set":
      return { ...state, session: { ...state.session, engineer: event.engineer, reviewer: event.reviewer } };
    case "agents_confirmed": {
      const confirmed = [...new Set([...state.session.confirmed, ...event.agents])];
      return { ...state, session: { ...state.session, confirmed } };
    }
    case "policy_set": {
      const { policy: _, ...session } = state.session;
      return { ...state, session: event.policy === undefined ? session : { ...session, policy: event.policy } };
    }
    case "config_changed":
      return { ...state, config: event.config, limits: limitsAfter(state, event.config) };
    case "gap_context_given":
      return { ...state, contexts: [...state.contexts, { gaps: event.gaps, text: event.text }] };
    case "gaps_chosen":
      return { ...state, chosen: event.gaps };
    case "adjustment_added":
      return {
        ...state,
        adjustments: [...state.adjustments, { gaps: event.gaps, text: event.text, source: event.source }],
      };
    case "scope_set":
      return { ...state, session: { ...state.session, scope: event.scope } };
    case "decision_recorded":
      return { ...state, decisions: [...state.decisions, event.decision], decisionsSeq: state.seq + 1 };
    case "command_taken":
      return { ...state, lastCommand: event.command };
    case "final_review_read":
      return { ...state, finalReview: reviewed(state.finalReview, event) };
    case "polishing_skipped":
      return { ...state, polished: true };
    case "blockers_accepted":
      return { ...state, finalReview: { ...state.finalReview, result: "accepted" } };
    case "ending_dropped":
      return { ...state, stop: withoutEnding(state.stop), finalReview: freshReview(state.finalReview) };
    default:
      return { ...state, stop: stopState(state.stop, event, at) };
  }
}

function reviewed(
  review: FinalReview,
  { ready, blockers }: Extract<SessionChange, { type: "final_review_read" }>,
): FinalReview {
  if (ready) return { ...review, result: "ready", blockers: [] };
  return { ...review, result: "not-ready", blockers, notReady: review.notReady + 1 };
}

/** The session goes on: the next ending is reviewed anew. */
export function freshReview({ notReady }: FinalReview): FinalReview {
  return { runs: [], result: "none", blockers: [], notReady };
}

type StopChange = Extract<
  SessionEvent,
  { type: "paused" | "resumed" | "finish_requested" | "ending_chosen" | "gate_passed" | "session_ended" }
>;

function stopState(stop: StopState, event: StopChange, at: string): StopState {
  switch (event.type) {
    case "paused":
      return {
        type: "paused",
        reason: event.reason,
        ...(event.keepsEnding && isEnding(stop) ? { ending: stop } : {}),
      };
    case "resumed":
      return (stop.type === "paused" ? stop.ending : undefined) ?? { type: "running" };
    case "finish_requested":
      return { type: "finish-requested" };
    case "ending_chosen":
      return { type: "ending", termination: event.termination, trigger: event.trigger, gatesPassed: [] };
    case "gate_passed":
      return gatePassed(stop, event.gate);
    case "session_ended":
      return {
        type: "ended",
        termination: event.termination,
        trigger: event.trigger,
        at,
        ...(event.specPath === undefined ? {} : { specPath: event.specPath }),
        ...(event.files === undefined ? {} : { files: event.files }),
      };
  }
}

function isEnding(stop: StopState): stop is EndingState {
  return stop.type === "finish-requested" || stop.type === "ending";
}

/** The person may answer while the session stands still. */
function gatePassed(stop: StopState, gate: Extract<StopChange, { type: "gate_passed" }>["gate"]): StopState {
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
