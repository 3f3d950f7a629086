import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statusLines } from "../src/cli/session/status-lines.ts";
import { applyCommand } from "../src/mediator/commands/apply-command.ts";
import type { Command } from "../src/mediator/commands/command.ts";
import { fold } from "../src/mediator/evolve/evolve.ts";
import { next } from "../src/mediator/next.ts";
import { isRunning, runsOf } from "../src/mediator/queries.ts";
import { renderStatus } from "../src/mediator/records/render-status.ts";
import type { State } from "../src/mediator/state.ts";
import { answerProblem } from "../src/model/answer-problem.ts";
import { ROLLBACK_MODES } from "../src/model/config-modes.ts";
import { openCount } from "../src/model/counting.ts";
import type { Decision } from "../src/model/decision.ts";
import { DEFAULT_CONFIG } from "../src/model/default-config.ts";
import type { NewGapDigest, RecheckDigest } from "../src/model/digest.ts";
import type { SessionEvent } from "../src/model/events.ts";
import { FAILURE_TYPES } from "../src/model/gate-result.ts";
import { gapId } from "../src/model/ids.ts";
import { QUESTION_KINDS } from "../src/model/question-kinds.ts";
import { anyAnswer, anySeverity, dice, pick, type Roll } from "./support/dice.ts";
import { makeGap } from "./support/make-gap.ts";
import { type PaperAttempt, type PaperIssue, type PaperSession, paperSession } from "./support/paper-session.ts";

// Random answers to every kind of question, random results at the gate, kills and rollbacks: laws that hold after each step.

const PAINT = {
  bold: (t: string) => t,
  dim: (t: string) => t,
  yellow: (t: string) => t,
  cyan: (t: string) => t,
} as never;

function attempt(roll: Roll, sides: number): PaperAttempt {
  switch (roll(sides)) {
    case 0:
      return { type: "fails", failure: pick(FAILURE_TYPES, roll) ?? "WRONG_FORMAT" };
    case 1:
      return { type: "blocked", reason: "Which of the two holds?" };
    case 2:
      return { type: "uncertain", reason: "The source does not say." };
    case 3:
      return roll(6) === 0 ? { type: "broken" } : { type: "valid" };
    default:
      return { type: "valid" };
  }
}

function newGaps(roll: Roll, round: number, state: State): NewGapDigest[] {
  return Array.from({ length: roll(8) === 0 ? 1 + roll(2) : 0 }, (_, at): NewGapDigest => {
    const parent = pick([...state.gaps], roll)?.id;
    const title = `Child ${round}.${at}.${roll(99)}`;
    const id = gapId("CHILD", 1 + ((round * 20 + at * 7 + roll(900)) % 998));
    return { id, title, text: title, severity: anySeverity(roll), dependsOn: [], line: 1, ...(parent && { parent }) };
  }).filter(({ id }, at, all) => !state.gaps.has(id) && all.findIndex((other) => other.id === id) === at);
}

function issues(roll: Roll, { round }: State): PaperIssue[] {
  const under = round?.runs.findLast(({ role }) => role === "reviewer")?.gaps ?? [];
  return under.flatMap((gap): PaperIssue[] =>
    roll(3) === 0
      ? [{ gap, severity: anySeverity(roll), late: roll(4) === 0, ...(roll(5) === 0 ? { ask: "Which?" } : {}) }]
      : [],
  );
}

function disputes(roll: Roll): NonNullable<Parameters<typeof paperSession>[0]["engineerDigest"]> {
  return (digest) => {
    const disputed = digest.responses.filter(() => roll(2) === 0);
    return {
      ...digest,
      responses: digest.responses.filter((response) => !disputed.includes(response)),
      disagreements: disputed.map(({ issue }) => ({
        issue,
        concern: "an issue",
        position: "It is right as it is.",
        rationale: "The source says so.",
        line: 1,
        endLine: 2,
      })),
      outOfScope:
        roll(12) === 0 ? digest.proposals.slice(0, 1).map(({ gap }) => ({ gap, reason: "another spec's" })) : [],
    };
  };
}

function rechecked(roll: Roll, state: State): RecheckDigest[] {
  const under = state.round?.runs.findLast(({ role }) => role === "reviewer")?.gaps ?? [];
  return state.issues
    .filter(
      ({ gap, state: now }) => under.includes(gap) && (now === "OPEN" || now === "ANSWERED" || now === "NOT_FIXED"),
    )
    .map(({ id }) => ({
      issue: id,
      status: pick(["RESOLVED", "RESOLVED", "PARTLY", "NOT_FIXED"], roll) ?? "RESOLVED",
      why: "read",
      line: 1,
    }));
}

const parts = ["One", "Two"].map((title) => ({ title, text: title }));

/** What the User does beside answering, now and then. */
function meddle(state: State, roll: Roll): Command | undefined {
  if (state.stop.type === "paused") return { type: "resume" };
  if (roll(12) > 0) return undefined;
  const gap = pick([...state.gaps], roll)?.id;
  const other = pick([...state.gaps], roll)?.id;
  const issue = pick([...state.issues], roll)?.id;
  const archived = pick(
    state.rollbacks.flatMap(({ decisions }) => decisions),
    roll,
  )?.id;
  const reason = "as the User says";
  const way = pick(["same", "adjusted", "narrow", "next", "context"] as const, roll) ?? "same";
  const retry = { way, adjustments: roll(2) === 0 ? [] : ["Name the units."], context: "Days are calendar days." };
  const commands: readonly (Command | undefined)[] = [
    gap && { type: "gap-wont-fix", gaps: gap, reason },
    gap && { type: "gap-defer", gaps: gap, reason },
    gap && { type: "gap-park", gaps: gap, reason },
    gap && { type: "gap-take", gaps: gap },
    gap && { type: "gap-reopen", gaps: gap, reason },
    gap && { type: "gap-unblock", gaps: gap, reason },
    gap && { type: "gap-severity", gaps: gap, severity: anySeverity(roll), reason },
    gap && other && { type: "gap-duplicate", gaps: gap, of: other, reason },
    gap && { type: "gap-split", gap, reason, parts },
    gap && { type: "context", gaps: [gap], text: "Days are calendar days." },
    {
      type: "gap-add",
      title: `Added ${roll(999)}`,
      text: "Added",
      severity: anySeverity(roll),
      category: "USER",
      dependsOn: [],
    },
    issue && { type: "issue-waive", issue, reason },
    issue && { type: "issue-reopen", issue, reason },
    issue && { type: "issue-severity", issue, severity: anySeverity(roll), reason },
    { type: "rollback", rounds: 1 + roll(2), reason: "too abstract" },
    { type: "rollback", rounds: 1 + roll(2), reason: "too abstract", retry },
    { type: "rollback-cancel" },
    { type: "rollback-mode", mode: pick(ROLLBACK_MODES, roll) ?? "STRICT" },
    archived && { type: "decision-reapply", decision: archived },
    { type: "pause", reason },
    roll(4) === 0 ? { type: "finish" } : undefined,
  ];
  return pick(commands, roll);
}

interface Walk {
  readonly session: PaperSession;
  readonly roll: Roll;
}

function begin(seed: number): Walk {
  const roll = dice(seed);
  const gaps = Array.from({ length: 1 + roll(6) }, (_, at) =>
    makeGap({ id: gapId("FLOW", at + 1), title: `Gap ${at + 1}`, severity: anySeverity(roll) }),
  );
  // Now and then a Reviewer that never passes, and an Engineer that does not after its first round.
  const bad = roll(8) === 0;
  const isCostly = roll(4) === 0;
  const session = paperSession({
    gaps,
    config: {
      maxRounds: 1 + roll(6),
      hardLimit: 9,
      autoConfirm: roll(3) > 0,
      budgets: { ...DEFAULT_CONFIG.budgets, usd: 2 },
      parallelGaps: 1 + roll(3),
      rollback: {
        mode: pick(ROLLBACK_MODES, roll) ?? "STRICT",
        maxSession: 1 + roll(4),
        analysisThreshold: 2,
        backupRetentionRounds: 3,
      },
    },
    engineer: ({ round }) => attempt(roll, bad && round > 1 ? 1 : 12),
    reviewer: () => (roll(bad ? 1 : 10) === 0 ? { type: "fails", failure: "WRONG_FORMAT" } : { type: "valid" }),
    costUsd: () => (isCostly ? 0.5 : 0),
    newGaps: (_, round, state) => newGaps(roll, round, state),
    issues: (_, state) => issues(roll, state),
    rechecks: (_, state) => rechecked(roll, state),
    engineerDigest: disputes(roll),
    patterns: (state) =>
      roll(4) > 0
        ? []
        : (state.round?.slots ?? []).slice(0, 1).map(({ gap }) => ({
            pattern: "MISSING_SECTIONS",
            confidence: "HIGH",
            gap,
            message: "no section",
            count: 1,
            evidence: [],
          })),
    finalReview: () => [
      roll(4) === 0
        ? { type: "final_review_read", ready: false, message: "NOT_READY", blockers: [] }
        : { type: "final_review_read", ready: true, message: "READY", blockers: [] },
    ],
    answer: (question) => anyAnswer(question, roll),
  });
  return { session, roll };
}

/** One step of the walk: perhaps a command, then what `next` wants. */
function step({ session, roll }: Walk): readonly SessionEvent[] {
  const before = session.entries.length;
  const command = meddle(session.state, roll);
  const result = command && applyCommand(session.state, command, session.state.at);
  if (result?.ok && result.events.length > 0) session.record(...result.events);
  let steps = 0;
  if (session.state.stop.type !== "paused") session.runUntil(() => steps++ > 0, 1);
  return session.entries.slice(before).flatMap(({ event }) => (event.type === "step" ? event.events : []));
}

/** What must hold of the state whatever happened. */
function problemsOf(state: State): string[] {
  const ids = [...state.questions.map(({ id }) => id), ...state.decisions.map(({ id }) => id)];
  return [
    ...(new Set(ids).size === ids.length ? [] : ["an id is used twice"]),
    ...state.questions
      .filter((question) => anyAnswer(question, dice(1)) === undefined)
      .map(({ id, kind }) => `${id} (${kind}) takes no answer`),
    ...(state.questions.length === 0 ? [] : notShown(state)),
    ...state.records
      .filter(({ net, resolved, created }) => net !== sum(resolved) - sum(created))
      .map(({ round }) => `the figures of round ${round} do not add up`),
    ...state.issues.filter(({ gap }) => !state.gaps.has(gap)).map(({ id }) => `${id} is on no gap`),
    ...(runsOf(state).some(isRunning) ? ["a run has no end"] : []),
  ];
}

/** Rendered only where something waits: this is most of what a walk costs. */
function notShown(state: State): string[] {
  const texts = [
    renderStatus(state),
    statusLines({ state, root: "/nowhere", folder: "sessions/paper", holder: undefined }, PAINT).join("\n"),
  ];
  return state.questions
    .filter(({ id }) => texts.some((text) => !text.includes(id)))
    .map(({ id, kind }) => `${id} (${kind}) is not shown`);
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/** What a step may not do: lose something, or record what has no effect. */
function problemsOfStep(before: State, after: State, events: readonly SessionEvent[]): string[] {
  const undone = events.some(({ type }) => type === "rounds_rolled_back");
  const lost = undone
    ? []
    : [...before.gaps, ...before.issues].filter(
        ({ id }) => !(after.gaps.has(id as never) || after.issues.has(id as never)),
      );
  const closed = events.find((event) => event.type === "round_closed");
  const record = after.records.at(-1);
  return [
    ...lost.map(({ id }) => `${id} is lost`),
    ...(closed && record && !undone && record.openAtEnd !== openCount(after.gaps) && events.length === 1
      ? ["the open count at the end of a round is not what is open"]
      : []),
    ...(undone
      ? []
      : events.flatMap((event) => (event.type === "decision_recorded" ? unfelt(after, event.decision, events) : []))),
  ];
}

/** A decision that did nothing of what it says, where no later event of the step explains it. */
function unfelt(after: State, { id, type, gaps, issues }: Decision, events: readonly SessionEvent[]): string[] {
  const wentTo = (gap: string, state: string) =>
    events.some((event) => event.type === "gap_changed" && event.gap === gap && event.to === state);
  const wasWaived = (issue: string) =>
    events.some((event) => event.type === "issue_changed" && event.issue === issue && event.to === "WAIVED");
  const stands = (state: string) =>
    gaps
      .filter((gap) => after.gaps.get(gap)?.state !== state && !wentTo(gap, state))
      .map((gap) => `${id} (${type}): ${gap} is ${after.gaps.get(gap)?.state}, not ${state}`);
  switch (type) {
    case "deferral":
      return stands("USER_DEFERRED");
    case "wont-fix":
    case "dropped":
      return stands("WONT_FIX");
    case "parked":
      return stands("PARKED");
    case "waiver":
      return issues
        .filter((issue) => after.issues.get(issue)?.state !== "WAIVED" && !wasWaived(issue))
        .map((issue) => `${id}: ${issue} is not WAIVED`);
    case "context":
      return after.contexts.some(({ gaps: about }) => gaps.every((gap) => about.includes(gap)))
        ? []
        : [`${id} reaches no prompt`];
    default:
      return [];
  }
}

const STEPS_OF_A_WALK = 250;

describe("random walks", () => {
  const asked = new Set<string>();
  let steps = 0;

  it("keep every law after each step, and come back from a kill as they were", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seed) => {
        const walk = begin(seed);
        const { session } = walk;
        for (let taken = 0; taken < STEPS_OF_A_WALK && session.state.stop.type !== "ended"; taken++) {
          const before = session.state;
          const events = step(walk);
          steps += 1;
          for (const event of events) if (event.type === "question_asked") asked.add(event.question.kind);
          expect([...problemsOf(session.state), ...problemsOfStep(before, session.state, events)]).toEqual([]);
          // A killed process has the journal and nothing else.
          if (walk.roll(40) === 0) {
            const again = fold(session.entries);
            expect(again && next(again, again.at)).toEqual(next(session.state, session.state.at));
            expect(again && renderStatus(again)).toBe(renderStatus(session.state));
          }
        }
      }),
      { numRuns: 420, seed: 16 },
    );
    expect(steps).toBeGreaterThanOrEqual(20_000);
  });

  it("ask every kind of question that a session without files can ask", () => {
    const elsewhere = [
      "confirm-agent",
      "inventory",
      "merge-overlap",
      "own-edit",
      "keep-text",
      "ungrounded",
      "verdict",
      "flag",
      "dependency-cycle",
      "not-ready",
      "archives",
      "polish",
    ];
    expect(QUESTION_KINDS.filter((kind) => !asked.has(kind) && !elsewhere.includes(kind))).toEqual([]);
  });

  it("notice an answer that no question takes", () => {
    const walk = begin(3);
    walk.session.runUntil((state) => state.questions.length > 0);
    const [question] = walk.session.state.questions;
    expect(
      question && answerProblem(question, { question: question.id, options: ["nonsense"], fields: {}, via: "library" }),
    ).toMatch(/no option/);
  });
});
