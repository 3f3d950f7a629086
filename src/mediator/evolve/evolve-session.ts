import { InternalError } from "../../errors/whetstone-error.ts";
import { sizedLimits } from "../../model/config.ts";
import { openCount } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isPassageQuestion } from "../../model/passage-answer.ts";
import type { Question } from "../../model/question.ts";
import { Table } from "../../model/table.ts";
import { NO_USAGE } from "../../model/usage.ts";
import { currentRound } from "../queries.ts";
import type { EventOf, Facts, Proposal, State, StopState } from "../state.ts";
import { append, type Folds, withFreshReview, withPart, withRound } from "./folds.ts";

const NO_RUNS = { ...NO_USAGE, runs: 0, failed: 0 };
const NO_USAGE_YET: State["totals"]["usage"] = {
  engineer: NO_RUNS,
  reviewer: NO_RUNS,
  "final-review": NO_RUNS,
  survey: NO_RUNS,
  "middle-ground": NO_RUNS,
};

export function createState(event: EventOf<"session_created">, at: string): State {
  const { type: _, session: id, gaps, config, source, framework = false, ...session } = event;
  return {
    seq: 0,
    at,
    session: { ...session, id, framework, createdAt: at, initialGaps: gaps.length, confirmed: [] },
    config,
    limits: sizedLimits(config, gaps.length),
    gaps: Table.of<GapId, Gap>(gaps),
    issues: Table.empty<IssueId, Issue>(),
    proposals: Table.empty<GapId, Proposal>(),
    decisions: [],
    decisionsSeq: 0,
    conflicts: [],
    flags: [],
    missedAnswers: 0,
    rates: [],
    records: [],
    recent: [],
    round: undefined,
    convergence: { criticalOnly: false, choices: [] },
    questions: [],
    answers: [],
    given: [],
    questionCount: 0,
    contexts: [],
    adjustments: [],
    totals: {
      usage: NO_USAGE_YET,
      attempts: 0,
      abandoned: 0,
      retries: 0,
      firstAttempts: 0,
      validAtFirst: 0,
      examples: {},
      violations: [],
      waitedSeconds: 0,
      activeSeconds: 0,
    },
    rollbacks: [],
    retired: { gaps: [], issues: [] },
    rollback: undefined,
    chosen: [],
    prepared: [],
    freshAfter: 0,
    archives: { kept: [] },
    checkpoints: [],
    stop: { type: "running" },
    finalReview: { runs: [], runsBefore: 0, result: "none", message: "", blockers: [], settled: [], notReady: 0 },
    setup: { approved: false, survey: "none", runs: [], order: [] },
    spec: { first: source, source, batches: [], text: source, overlaps: [], settled: [] },
    polished: false,
  };
}

export const sessionFolds = {
  session_opened: (state) => state,
  agents_set: (state, { engineer, reviewer }) => withPart(state, "session", { engineer, reviewer }),
  agents_confirmed: (state, { agents }) =>
    withPart(state, "session", { confirmed: [...new Set([...state.session.confirmed, ...agents])] }),
  policy_set: (state, { policy }) => {
    const { policy: _, ...session } = state.session;
    return { ...state, session: { ...session, ...defined({ policy }) } };
  },
  config_changed: (state, { config }) => {
    return { ...state, config, limits: sizedLimits(config, state.session.initialGaps) };
  },
  convergence_reset: (state, { choice, criticalOnly }) => {
    const choices = [...state.convergence.choices, { round: currentRound(state), choice }];
    return { ...state, convergence: { criticalOnly, choices } };
  },
  gap_context_given: (state, { gaps, text }) => append(state, "contexts", { gaps, text }),
  gaps_chosen: (state, { gaps }) => ({ ...state, chosen: gaps }),
  adjustment_added: (state, { gaps, text, source }) => append(state, "adjustments", { gaps, text, source }),
  scope_set: (state, { scope }) => withPart(state, "session", { scope }),
  survey_read: (state, { basis }) => withPart(state, "setup", { survey: "read", ...defined({ basis }) }),
  gaps_ordered: (state, { gaps }) => withPart(state, "setup", { order: gaps }),
  inventory_approved: (state) => {
    // The limits depend on the approved inventory, not on the gaps that the session was created with (SPEC 11, 12).
    const initialGaps = openCount(state.gaps);
    const limits = sizedLimits(state.config, initialGaps);
    return { ...withPart(withPart(state, "setup", { approved: true }), "session", { initialGaps }), limits };
  },
  decision_recorded: (state, { decision }) => ({
    ...append(state, "decisions", decision),
    decisionsSeq: state.seq + 1,
  }),
  decision_widened: (state, { decision, question: more }) => ({
    ...state,
    decisions: state.decisions.map((made) =>
      made.id === decision ? { ...made, question: `${made.question}\n${more}` } : made,
    ),
    decisionsSeq: state.seq + 1,
  }),
  command_taken: (state, { command }) => ({ ...state, lastCommand: command }),
  final_review_read: (state, { ready, message, blockers, settled = [] }) => {
    const { notReady } = state.finalReview;
    if (ready) return withPart(state, "finalReview", { result: "ready", message, blockers: [], settled });
    return withPart(state, "finalReview", { result: "not-ready", message, blockers, settled, notReady: notReady + 1 });
  },
  polishing_skipped: (state) => ({ ...state, polished: true }),
  blockers_accepted: (state) => withPart(state, "finalReview", { result: "accepted" }),
  ending_dropped: (state) => {
    const { stop } = state;
    const left: StopState = stop.type === "paused" ? { type: "paused", reason: stop.reason } : { type: "running" };
    return withFreshReview({ ...state, stop: left });
  },
  paused: (state, { reason, keepsEnding }) => {
    const { stop } = state;
    const ending = keepsEnding && (stop.type === "finish-requested" || stop.type === "ending") ? stop : undefined;
    return { ...state, stop: { type: "paused", reason, ...defined({ ending }) } };
  },
  resumed: (state) => {
    const ending = state.stop.type === "paused" ? state.stop.ending : undefined;
    return { ...state, stop: ending ?? { type: "running" } };
  },
  finish_requested: (state) => {
    const { stop } = state;
    const gates = gatesPassed(stop.type === "paused" ? (stop.ending ?? stop) : stop);
    return { ...state, stop: { type: "finish-requested", ...(gates.length === 0 ? {} : { gatesPassed: gates }) } };
  },
  ending_chosen: (state, { termination, trigger }) => ({
    ...state,
    stop: { type: "ending", termination, trigger, gatesPassed: gatesPassed(state.stop) },
  }),
  gate_passed: (state, { type: _, ...gate }) => ({ ...state, stop: gatePassed(state.stop, gate) }),
  session_ended: (state, event, at) => {
    return { ...state, spec: { ...state.spec, atEnd: state.spec.text }, stop: { ...event, type: "ended", at } };
  },
} satisfies Partial<Folds>;

export const questionFolds = {
  question_asked: (state, { question }) => {
    const { kind, about } = question;
    const asked = [...(state.round?.asked ?? []), { kind, about }];
    const questions = [...state.questions, question];
    return { ...withRound(state, { asked }), questions, questionCount: state.questionCount + 1 };
  },
  question_answered: (state, { answer }) => {
    const question = state.questions.find(({ id }) => id === answer.question);
    if (!question) throw new InternalError(`${answer.question} is not open`);
    const next = append(withoutQuestion(state, question.id), "answers", { question, answer });
    if (!isPassageQuestion(question) || answer.via === "policy") return next;
    return {
      ...next,
      given: [...state.given.filter((other) => other.question.id !== question.id), { question, answer }],
    };
  },
  answer_applied: (state, event) => ({
    ...state,
    answers: state.answers.filter(({ question }) => question.id !== event.question),
  }),
  question_withdrawn: (state, { question: id }) => {
    // It was not answered, so the round may ask it again; only a disagreement rate is asked about once (SPEC 8).
    const withdrawn = state.questions.find((question) => question.id === id && question.kind !== "disagree-rate");
    const isWithdrawn = ({ kind, about }: Pick<Question, "kind" | "about">) =>
      kind === withdrawn?.kind && about.join() === withdrawn.about.join();
    const asked = state.round?.asked.filter((question) => !isWithdrawn(question)) ?? [];
    return withRound(withoutQuestion(state, id), { asked });
  },
} satisfies Partial<Folds>;

function withoutQuestion(state: State, question: string): State {
  return { ...state, questions: state.questions.filter(({ id }) => id !== question) };
}

/** The gates that hold for an ending that is chosen now; the one of the budget is for the ending that it was asked in. */
function gatesPassed(stop: StopState): readonly Facts<"gate_passed">[] {
  const isSame = stop.type === "ending" || stop.type === "finish-requested";
  return isSame ? (stop.gatesPassed ?? []).filter(({ gate }) => gate !== "budget") : [];
}

/** The User may answer a gate's question while the session is paused: then the kept ending has passed it. */
function gatePassed(stop: StopState, gate: Facts<"gate_passed">): StopState {
  if (stop.type === "ending") return { ...stop, gatesPassed: [...stop.gatesPassed, gate] };
  if (stop.type !== "paused" || stop.ending?.type !== "ending") return stop;
  return { ...stop, ending: { ...stop.ending, gatesPassed: [...stop.ending.gatesPassed, gate] } };
}
