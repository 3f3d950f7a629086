import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rollFor as roll } from "../../../test/support/dice.ts";
import { makeGap } from "../../../test/support/make-gap.ts";
import {
  type PaperAttempt,
  type PaperScript,
  type PaperSession,
  paperSession,
} from "../../../test/support/paper-session.ts";
import { gapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { SEVERITIES, type Severity } from "../../model/severity.ts";
import { applyCommand } from "../commands/apply-command.ts";
import { applyEvents, fold } from "../evolve/evolve.ts";
import { next } from "../next.ts";
import { renderDecisions } from "../records/render-decisions.ts";
import { renderStatus } from "../records/render-status.ts";
import type { State } from "../state.ts";

const severity = (seed: number, words: string): Severity => SEVERITIES[roll(seed, words, 4)] ?? "LOW";

/** Questions are answered so that the session goes on; which way hangs on the seed. */
function answer(seed: number, question: Question) {
  const stops = new Set(["pause", "abandon", "accept", "finish", "force-complete", "rollback", "write", "wont-fix"]);
  const ways = question.options.filter((option) => !stops.has(option.id));
  const chosen = ways[roll(seed, question.id, ways.length)];
  const options = question.multiple ? ways.map((option) => option.id) : chosen ? [chosen.id] : [];
  const fields = Object.fromEntries(question.fields.map((field) => [field.id, field.initial || "as the source says"]));
  return { options, fields };
}

function attempt(seed: number, words: string): PaperAttempt {
  switch (roll(seed, words, 14)) {
    case 0:
      return { type: "fails", failure: "EMPTY_OUTPUT" };
    case 1:
      return { type: "blocked", reason: "a number is missing" };
    case 2:
      return { type: "uncertain", reason: "not sure" };
    default:
      return { type: "valid" };
  }
}

/** A session in which much happens: failures, inputs, issues, new gaps, decisions of the person. */
function script(seed: number): PaperScript {
  const gaps = Array.from({ length: 24 }, (_, index) => {
    const dependsOn = index > 4 && roll(seed, `depends ${index}`, 6) === 0 ? [gapId("FLOW", 1 + (index % 4))] : [];
    return makeGap({
      id: gapId("FLOW", index + 1),
      severity: severity(seed, `gap ${index}`),
      text: `gap ${index}`,
      dependsOn,
    });
  });
  return {
    gaps,
    config: { parallelGaps: 2, maxRounds: 30, autoConfirm: roll(seed, "auto", 2) === 0, criticalOverride: false },
    engineer: (order) => attempt(seed, `engineer ${order.id}`),
    reviewer: (order) =>
      roll(seed, order.id, 12) === 0 ? { type: "fails", failure: "WRONG_FORMAT" } : { type: "valid" },
    issues: (round, state) =>
      (state.round?.engineerDocument?.digest.proposals ?? [])
        .filter((one) => roll(seed, `issue ${round} ${one.gap}`, 3) === 0)
        .map((one) => ({ gap: one.gap, severity: severity(seed, `issue ${round} ${one.gap} severity`) })),
    newGaps: (role, round, state) =>
      role === "engineer" && roll(seed, `new ${round}`, 4) === 0
        ? [
            {
              id: gapId("NEW", [...state.gaps].filter((gap) => gap.id.includes("NEW")).length + 1),
              title: `found in ${round}`,
              text: `found in ${round}`,
              severity: severity(seed, `new ${round} severity`),
              dependsOn: [],
              line: 1,
            },
          ]
        : [],
    answer: (question) => answer(seed, question),
  };
}

/** Runs to the moment before the round opens, with the person's own commands in between. */
function runTo(session: PaperSession, seed: number, round: number): void {
  for (let closed = session.state.records.length; closed < round; closed++) {
    session.runUntil((state) => opensNext(state) && state.records.length === closed);
    decideSomething(session, seed, closed);
    session.runUntil((state) => state.records.length > closed);
  }
  session.runUntil((state) => opensNext(state) && state.records.length === round);
}

/** What the person does at the end of a round, by themselves. */
function decideSomething(session: PaperSession, seed: number, round: number): void {
  const open = [...session.state.gaps].filter((gap) => gap.state === "OPEN");
  const gap = open[roll(seed, `command ${round}`, Math.max(1, open.length))];
  if (!gap) return;
  const reason = `because of round ${round}`;
  const commands = [
    { type: "gap-defer", gaps: gap.id, reason },
    { type: "gap-severity", gaps: gap.id, severity: severity(seed, `set ${round}`), reason },
    { type: "context", gaps: [gap.id], text: reason },
    {
      type: "gap-split",
      gap: gap.id,
      reason,
      parts: [
        { title: "one", text: "one" },
        { title: "two", text: "two" },
      ],
    },
  ] as const;
  const command = commands[roll(seed, `which ${round}`, 6)];
  const result = command && applyCommand(session.state, command, session.state.at);
  if (result?.ok) session.record(...result.events);
}

function opensNext(state: State): boolean {
  const effect = next(state, state.at);
  return effect.type === "record" && effect.events[0]?.type === "round_opened";
}

/** Whether the session gets that far: some end before. */
function reaches(session: PaperSession, seed: number, round: number): boolean {
  try {
    runTo(session, seed, round);
    return true;
  } catch (error) {
    if (error instanceof Error && /^the session is (?:ended|paused|waiting)/.test(error.message)) return false;
    throw error;
  }
}

/** Everything but the rollback's own records, what was really spent, and how far back one can still go (SPEC 13.1, 13.2). */
function comparable({ seq: _, at: __, ...state }: State) {
  const { decisionsSeq, totals, questionCount, rollbacks, retired, checkpoints, archives, ...rest } = state;
  return {
    ...rest,
    gaps: [...rest.gaps],
    issues: [...rest.issues],
    proposals: [...rest.proposals],
  };
}

function rendered(state: State, like: State): string {
  const { seq, at, decisionsSeq, totals, questionCount, rollbacks, retired, checkpoints } = like;
  const same = { ...state, seq, at, decisionsSeq, totals, questionCount, rollbacks, retired, checkpoints };
  return `${renderStatus(same)}\n${renderDecisions(same)}`;
}

function rollBack(session: PaperSession, rounds: number): ReturnType<typeof applyCommand> {
  const retry = { way: "same", adjustments: [] } as const;
  const result = applyCommand(
    session.state,
    { type: "rollback", rounds, reason: "a bad direction", retry },
    session.state.at,
  );
  if (result.ok) {
    session.record(...result.events);
    session.runUntil((state) => state.rollback === undefined);
  }
  return result;
}

const seeds = fc.integer({ min: 1, max: 1_000_000 });

describe("a rollback (SPEC 13)", () => {
  it("of one, two or three rounds gives the state, status.md and decisions.md of a session that never ran them", () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(1, 2, 3), fc.nat(40), (seed, rounds, further) => {
        const [long, never] = [paperSession(script(seed)), paperSession(script(seed))];
        fc.pre(reaches(long, seed, 7));
        for (let steps = 0; steps <= further && long.state.records.length < 8; steps++) one(long);
        fc.pre(long.state.stop.type === "running" && (long.state.round?.number ?? 8) === 8);
        runTo(never, seed, 8 - rounds);
        if (rounds > 1) decideSomething(never, seed, 8 - rounds);
        never.runUntil(opensNext);
        const spent = long.state.totals;
        expect(rollBack(long, rounds)).toMatchObject({ ok: true });
        expect(comparable(long.state)).toEqual(comparable(never.state));
        expect(rendered(long.state, never.state)).toBe(rendered(never.state, never.state));
        expect(long.state.totals).toMatchObject({ usage: spent.usage, attempts: spent.attempts });
        expect(comparable(fold(long.entries) as State)).toEqual(comparable(long.state));
      }),
      { numRuns: 25 },
    );
  });

  it("of four is refused with the reason, and changes nothing", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const session = paperSession(script(seed));
        fc.pre(reaches(session, seed, 8));
        const before = session.state;
        expect(rollBack(session, 4)).toMatchObject({ ok: false, problem: expect.stringContaining("at most 3") });
        expect(session.state).toBe(before);
      }),
      { numRuns: 15 },
    );
  });

  it("lets the session go on, and decisions taken later never take an archived id", () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(1, 2, 3), (seed, rounds) => {
        const session = paperSession(script(seed));
        fc.pre(reaches(session, seed, 6));
        decideSomething(session, seed, 6);
        rollBack(session, rounds);
        reaches(session, seed, 7);
        const archived = session.state.rollbacks.flatMap((one) => one.decisions.map(({ id }) => id));
        const ids = [...archived, ...session.state.decisions.map((decision) => decision.id)];
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 25 },
    );
  });
});

/** What a rollback does to each part of the state: a new part is decided on here, or the types do not fit. */
const AFTER_ROLLBACK: Readonly<Record<keyof State, "restored" | "kept" | "changed">> = {
  gaps: "restored",
  issues: "restored",
  proposals: "restored",
  conflicts: "restored",
  flags: "restored",
  missedAnswers: "restored",
  rates: "restored",
  records: "restored",
  recent: "restored",
  round: "restored",
  convergence: "restored",
  questions: "restored",
  answers: "restored",
  given: "restored",
  contexts: "restored",
  adjustments: "restored",
  chosen: "restored",
  finalReview: "restored",
  setup: "restored",
  polished: "restored",
  session: "kept",
  config: "kept",
  limits: "kept",
  questionCount: "kept",
  archives: "kept",
  totals: "kept",
  lastCommand: "kept",
  seq: "changed",
  at: "changed",

  decisions: "changed",
  decisionsSeq: "changed",
  spec: "changed",
  rollbacks: "changed",
  retired: "changed",
  rollback: "changed",
  prepared: "changed",
  freshAfter: "changed",
  checkpoints: "changed",
  stop: "changed",
};

it("restores or keeps every part of the state, or changes it on purpose", () => {
  const session = paperSession(script(7));
  runTo(session, 7, 3);
  const then = session.state.checkpoints.find(({ round }) => round === 1)?.state;
  const parts = Object.keys(AFTER_ROLLBACK) as (keyof State)[];
  const others = parts.filter((part) => AFTER_ROLLBACK[part] !== "changed");
  const before = { ...session.state, ...Object.fromEntries(others.map((part) => [part, [part]])) } as State;
  const event = { type: "rounds_rolled_back", to: 1, reason: "", by: "user", mode: "STRICT", way: "same" } as const;
  const after = applyEvents(before, [{ ...event, archives: [], analyses: [], rootCauses: [], adjustments: [] }]);
  for (const part of others) expect(after[part], part).toBe((AFTER_ROLLBACK[part] === "kept" ? before : then)?.[part]);
});

function one(session: PaperSession): void {
  const before = session.state;
  session.runUntil((state) => state !== before);
}
