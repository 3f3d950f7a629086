import { wantMiddleGround } from "../../src/mediator/conflicts/conflict-options.ts";
import type { Effect, RunOrder } from "../../src/mediator/effect.ts";
import { evolve } from "../../src/mediator/evolve/evolve.ts";
import { next } from "../../src/mediator/next.ts";
import { currentRound, unsettledIssues } from "../../src/mediator/queries.ts";
import { analyseUndone } from "../../src/mediator/rollback/analyse-undone.ts";
import { archiveFates, archiveName } from "../../src/mediator/rollback/request-rollback.ts";
import { rollbackQuestion } from "../../src/mediator/rollback/rollback-question.ts";
import { rolledBackEvents } from "../../src/mediator/rollback/rolled-back-events.ts";
import { joinEvents } from "../../src/mediator/round/join-round.ts";
import { joinedPath } from "../../src/mediator/session-paths.ts";
import type { OpenRound, Run, State } from "../../src/mediator/state.ts";
import { resolveAccepted } from "../../src/mediator/termination/ending-questions.ts";
import type { Config } from "../../src/model/config.ts";
import { DEFAULT_CONFIG } from "../../src/model/default-config.ts";
import type {
  Digest,
  EngineerDigest,
  IssueDigest,
  NewGapDigest,
  RecheckDigest,
  ReviewerDigest,
} from "../../src/model/digest.ts";
import type { Entry, SessionEvent } from "../../src/model/events.ts";
import type { Gap } from "../../src/model/gap.ts";
import type { FailureType, GateResult } from "../../src/model/gate-result.ts";
import { type GapId, type IssueId, issueId } from "../../src/model/ids.ts";
import type { Answer, Question } from "../../src/model/question.ts";
import type { PatternFinding } from "../../src/model/rollback.ts";
import type { Severity } from "../../src/model/severity.ts";

/** How an attempt goes, as a test says it. */
export type PaperAttempt =
  | { readonly type: "valid" }
  | { readonly type: "fails"; readonly failure: FailureType }
  | { readonly type: "blocked"; readonly reason: string }
  | { readonly type: "uncertain"; readonly reason: string }
  | { readonly type: "broken" };

export interface PaperIssue {
  readonly gap: GapId;
  readonly severity: Severity;
  readonly title?: string;
  readonly late?: boolean;
  readonly ask?: string;
}

/** A test's script: what the agents would write, and what the person answers. */
export interface PaperScript {
  readonly gaps: readonly Gap[];
  readonly config?: Partial<Config>;
  readonly engineer?: (order: RunOrder, state: State) => PaperAttempt;
  readonly reviewer?: (order: RunOrder, state: State) => PaperAttempt;
  /** What a run costs, in USD; nothing unless said otherwise. */
  readonly costUsd?: (order: RunOrder, state: State) => number;
  readonly newGaps?: (role: "engineer" | "reviewer", round: number, state: State) => readonly NewGapDigest[];
  readonly issues?: (round: number, state: State) => readonly PaperIssue[];
  readonly rechecks?: (round: number, state: State) => readonly RecheckDigest[];
  readonly engineerDigest?: (digest: EngineerDigest, round: number, state: State) => EngineerDigest;
  readonly reviewerDigest?: (digest: ReviewerDigest, round: number, state: State) => ReviewerDigest;
  /** What AUTO_RETRY sees in a valid document (SPEC 13.5). */
  readonly patterns?: (state: State) => readonly PatternFinding[];
  /** The working spec at the beginning; the proposals of a paper session change nothing unless their digests say so. */
  readonly source?: string;
  readonly finalReview?: (state: State) => readonly SessionEvent[];
  /** `undefined` means that nobody answers now. */
  readonly answer?: (question: Question, state: State) => (Pick<Answer, "options"> & Partial<Answer>) | undefined;
}

/** The Mediator at work without files, agents or people: effects are answered from a script. */
export interface PaperSession {
  readonly state: State;
  readonly entries: readonly Entry[];
  readonly questions: readonly Question[];
  readonly effects: readonly Effect[];
  /** Until the session stands still; `waiting` when a question is open. */
  run(limit?: number): "ended" | "paused" | "waiting";
  /** One step at a time, until this holds between two of them; throws where it never does. */
  runUntil(holds: (state: State) => boolean, limit?: number): void;
  /** An entry of the journal, a minute after the one before; a session may be told by these alone. */
  record(...events: readonly SessionEvent[]): State;
}

const NO_TEXTS = new Map<string, string>();
const READY = { type: "final_review_read", ready: true, message: "READY", blockers: [] } as const;
const PASSED: GateResult = { success: true, retriable: false, message: "passes", warnings: [], gapsAddressed: [] };
const USAGE = { inputTokens: 100, outputTokens: 50, cachedInputTokens: 0, seconds: 1 };

export function paperSession(script: PaperScript): PaperSession {
  const entries: Entry[] = [];
  const questions: Question[] = [];
  const effects: Effect[] = [];
  let state: State | undefined;

  const record = (...events: readonly SessionEvent[]) => {
    const entry: Entry = { seq: entries.length + 1, at: minute(entries.length), event: { type: "step", events } };
    entries.push(entry);
    state = evolve(state, entry);
    return state;
  };
  record({
    type: "session_created",
    session: "paper",
    name: "paper",
    specPath: "../../paper.md",
    source: [{ path: "paper.md", text: script.source ?? "# Paper\n" }],
    scope: "",
    gaps: script.gaps,
    config: {
      ...DEFAULT_CONFIG,
      inventory: { ...DEFAULT_CONFIG.inventory, survey: false },
      ...script.config,
    },
    engineer: "paper",
    reviewer: "paper",
  });

  const current = () => state as State;
  /** Why it stands still, or `undefined` when it went on. */
  const step = (): "ended" | "paused" | "waiting" | undefined => {
    const effect = next(current(), current().at);
    effects.push(effect);
    if (effect.type === "stop") return effect.reason;
    if (effect.type !== "ask") {
      record(...eventsOf(script, current(), effect));
      return undefined;
    }
    questions.push(effect.question);
    const answer = script.answer?.(effect.question, current());
    if (!answer) return "waiting";
    record({
      type: "question_answered",
      answer: { fields: {}, via: "library", question: effect.question.id, ...answer },
    });
    return undefined;
  };
  return {
    get state() {
      return current();
    },
    entries,
    questions,
    effects,
    record,
    run(limit = 5_000) {
      for (let taken = 0; taken < limit; taken++) {
        const still = step();
        if (still !== undefined) return still;
      }
      throw new Error(`the session does not stand still after ${limit} steps`);
    },
    runUntil(holds, limit = 5_000) {
      for (let taken = 0; taken < limit && !holds(current()); taken++) {
        const still = step();
        if (still !== undefined && !holds(current())) throw new Error(`the session is ${still} before that holds`);
      }
    },
  };
}

/** The n-th minute of 2026, as the journal writes it. */
export function minute(n: number): string {
  const [day, hour] = [Math.floor(n / 1440) + 1, Math.floor((n % 1440) / 60)];
  return `2026-01-${two(day)}T${two(hour)}:${two(n % 60)}:00Z`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function eventsOf(
  script: PaperScript,
  state: State,
  effect: Exclude<Effect, { type: "stop" | "ask" }>,
): SessionEvent[] {
  switch (effect.type) {
    case "record":
      return [...effect.events];
    case "run":
      return effect.orders.flatMap((order) => runEvents(script, state, order));
    case "wait":
      throw new Error("a paper run ends as soon as it starts: there is nothing to wait for");
    case "join":
      return state.round ? joinedEvents(script, state, state.round, effect.role) : [];
    case "analyse": {
      const question = rollbackQuestion(state, effect.rollback, analyseUndone(state, effect.rollback, NO_TEXTS));
      return [{ type: "question_asked", question }];
    }
    case "look-for-patterns":
      return [{ type: "patterns_found", round: currentRound(state), patterns: script.patterns?.(state) ?? [] }];
    case "rollback": {
      const analyses = analyseUndone(state, effect.rollback, NO_TEXTS);
      const archives = analyses.map(({ record: { round, attempt } }) => {
        return { round, attempt, path: archiveName(round, attempt), bytes: 1024 };
      });
      return rolledBackEvents(state, effect.rollback, { analyses, archives, prepared: [] });
    }
    case "read":
      return readEvents(script, state, effect.run);
    case "settle-archives":
      return [{ type: "archives_settled", archives: archiveFates(state, effect.policy) }];
    case "finish":
      return [
        ...resolveAccepted(state),
        { type: "session_ended", termination: effect.termination, trigger: effect.trigger, specPath: "paper_v1.0.md" },
      ];
  }
}

function readEvents(script: PaperScript, state: State, { id, role }: Run): SessionEvent[] {
  if (role === "final-review") return [...(script.finalReview?.(state) ?? [READY])];
  if (role === "survey") return [{ type: "survey_read", found: 0, message: "nothing" }];
  const [conflict] = wantMiddleGround(state);
  return conflict ? [{ type: "middle_ground_given", issue: conflict.issue, run: id }] : [];
}

function runEvents(script: PaperScript, state: State, order: RunOrder): SessionEvent[] {
  const attempt =
    (order.role === "engineer"
      ? script.engineer?.(order, state)
      : order.role === "reviewer"
        ? script.reviewer?.(order, state)
        : undefined) ?? ({ type: "valid" } as const);
  return [
    {
      type: "run_started",
      run: order.id,
      role: order.role,
      gaps: order.gaps,
      attempt: order.attempt,
      agent: order.given?.from ?? "paper",
      promptPath: `prompts/${order.id}.md`,
      promptChars: 100,
    },
    {
      type: "run_ended",
      run: order.id,
      outcome: attempt.type === "broken" ? "failed" : "document",
      path: `attempts/${order.id}.md`,
      usage: { ...USAGE, costUsd: script.costUsd?.(order, state) ?? 0 },
      gate: { ...(order.given === undefined ? gateOf(attempt) : PASSED), gapsAddressed: order.gaps },
      fatal: attempt.type === "broken",
      repairs: 0,
      blocked: blockedOf(attempt, order),
      recovered: false,
    },
  ];
}

function gateOf(attempt: PaperAttempt): GateResult {
  switch (attempt.type) {
    case "fails":
      return { ...PASSED, success: false, failureType: attempt.failure, retriable: true, message: attempt.failure };
    case "broken":
      return { ...PASSED, success: false, failureType: "EXECUTION_ERROR", message: "not found" };
    default:
      return PASSED;
  }
}

function blockedOf(attempt: PaperAttempt, order: RunOrder) {
  const gap = order.gaps[0];
  if (gap === undefined || (attempt.type !== "blocked" && attempt.type !== "uncertain")) return [];
  const kind = attempt.type === "blocked" ? ("BLOCKED_NEEDS_INPUT" as const) : ("UNCERTAINTY" as const);
  return [{ kind, gap, reason: attempt.reason }];
}

function joinedEvents(
  script: PaperScript,
  state: State,
  round: OpenRound,
  role: "engineer" | "reviewer",
): SessionEvent[] {
  const digest: Digest = role === "engineer" ? engineer(script, state, round) : reviewer(script, state, round);
  const facts = { path: joinedPath(round.number, role), sha256: "0", chars: 1_000, repairs: [], warnings: [] };
  return joinEvents(state, round, { ...facts, digest });
}

function engineer(script: PaperScript, state: State, round: OpenRound): EngineerDigest {
  const gaps = round.slots.filter((slot) => !slot.dropped).map((slot) => slot.gap);
  const digest: EngineerDigest = {
    role: "engineer",
    proposals: gaps.map((gap, index) => ({
      gap,
      title: gap,
      line: index * 10 + 1,
      endLine: index * 10 + 9,
      confidence: "HIGH",
      chars: 500,
      examples: 1,
      sections: ["solution", "changes", "examples", "trade-offs"],
      claimsResolved: false,
      changes: [],
      noChange: "Paper",
      after: [],
    })),
    newGaps: script.newGaps?.("engineer", round.number, state) ?? [],
    responses: gaps.flatMap((gap) => unsettledIssues(state, gap)).map(({ id }) => answerTo(id)),
    disagreements: [],
    blocked: [],
    outOfScope: [],
  };
  return script.engineerDigest?.(digest, round.number, state) ?? digest;
}

function reviewer(script: PaperScript, state: State, round: OpenRound): ReviewerDigest {
  const run = round.runs.filter((one) => one.role === "reviewer").at(-1);
  const digest: ReviewerDigest = {
    role: "reviewer",
    reviewed: run?.gaps ?? [],
    issues: (script.issues?.(round.number, state) ?? []).map((issue, index) => paperIssue(issue, round.number, index)),
    rechecks: script.rechecks?.(round.number, state) ?? (run?.gaps ?? []).flatMap((gap) => settledWords(state, gap)),
    newGaps: script.newGaps?.("reviewer", round.number, state) ?? [],
    severities: [],
    outOfScope: [],
    verdicts: (run?.gaps ?? []).map((gap) => ({ gap, value: "APPROVED_WITH_NOTES" })),
    noIssuesFound: false,
  };
  return script.reviewerDigest?.(digest, round.number, state) ?? digest;
}

/** Every issue is answered, and the next review finds it resolved, unless the script says otherwise. */
function answerTo(issue: IssueId): EngineerDigest["responses"][number] {
  return { issue, line: 1, endLine: 1, text: "It is said already.", changedIn: [], alreadyIn: "Paper" };
}

function settledWords(state: State, gap: GapId): RecheckDigest[] {
  return unsettledIssues(state, gap).map(({ id }) => ({
    issue: id,
    status: "RESOLVED",
    why: '"Paper" says it',
    line: 1,
  }));
}

function paperIssue(issue: PaperIssue, round: number, index: number): IssueDigest {
  return {
    id: issueId(round, index + 1),
    gap: issue.gap,
    title: issue.title ?? `an issue on ${issue.gap}`,
    text: issue.title ?? `an issue on ${issue.gap}`,
    severity: issue.severity,
    quotations: [],
    anchored: true,
    late: issue.late ?? false,
    line: index + 1,
    ...(issue.ask === undefined ? {} : { ask: issue.ask }),
  };
}
