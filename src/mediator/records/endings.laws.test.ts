import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyAnswer, anySeverity, dice, type Roll } from "../../../test/support/dice.ts";
import { makeGap } from "../../../test/support/make-gap.ts";
import { type PaperIssue, paperSession } from "../../../test/support/paper-session.ts";
import { TERMINATION_TYPES } from "../../model/convergence.ts";
import { isOpen } from "../../model/counting.ts";
import type { NewGapDigest } from "../../model/digest.ts";
import { gapId } from "../../model/ids.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { applyCommand } from "../commands/apply-command.ts";
import type { Command } from "../commands/command.ts";
import { parkedGaps } from "../queries.ts";
import type { State } from "../state.ts";
import { openLines, specAppendix } from "./open-points.ts";
import { renderClosingSummary } from "./render-closing-summary.ts";
import { renderStatus } from "./render-status.ts";
import { renderTraceability } from "./spec-records.ts";

function newGaps(roll: Roll, round: number, { round: open, gaps }: State): NewGapDigest[] {
  return Array.from({ length: roll(3) }, (_, at): NewGapDigest => {
    const parent = [...gaps][roll(gaps.size)]?.id ?? open?.slots[0]?.gap;
    const id = gapId("CHILD", (round * 20 + at + roll(9)) % 999);
    const title = `Child ${round}.${at}`;
    return { id, title, text: title, severity: anySeverity(roll), dependsOn: [], line: 1, ...(parent && { parent }) };
  }).filter(({ id }, at, all) => !gaps.has(id) && all.findIndex((one) => one.id === id) === at);
}

function issues(roll: Roll, { round }: State): PaperIssue[] {
  const under = round?.runs.findLast(({ role }) => role === "reviewer")?.gaps ?? [];
  return under.flatMap((gap): PaperIssue[] => (roll(2) === 0 ? [] : [{ gap, severity: anySeverity(roll) }]));
}

/** What a person does beside answering: closes, defers or splits a gap now and then, asks to end. */
function meddle(state: State, roll: Roll): Command | undefined {
  const gap = [...state.gaps][roll(state.gaps.size)]?.id;
  const reason = "as the User says";
  if (state.stop.type === "paused") return { type: "resume" };
  if (gap === undefined) return undefined;
  const parts = ["One", "Two"].map((title) => ({ title, text: title }));
  const commands: readonly Command[] = [
    { type: "gap-wont-fix", gaps: gap, reason },
    { type: "gap-defer", gaps: gap, reason },
    { type: "gap-split", gap, reason, parts },
    { type: "finish" },
  ];
  return commands[roll(60)];
}

const MOST_STEPS = 600;

function play(seed: number): State {
  const roll = dice(seed);
  const gaps = Array.from({ length: 1 + roll(5) }, (_, at) =>
    makeGap({ id: gapId("FLOW", at + 1), title: `Gap ${at + 1}`, severity: anySeverity(roll) }),
  );
  const forgets = roll(2) === 0;
  const session = paperSession({
    gaps,
    config: { maxRounds: 1 + roll(5), hardLimit: 8, autoConfirm: roll(2) === 0, parallelGaps: 1 + roll(3) },
    engineer: () => (roll(8) === 0 ? { type: "fails", failure: "NO_CHANGE" } : { type: "valid" }),
    newGaps: (_, round, state) => newGaps(roll, round, state),
    issues: (_, state) => issues(roll, state),
    ...(forgets ? { rechecks: () => [] } : {}),
    answer: (question) => anyAnswer(question, roll),
  });
  for (let taken = 0; taken < MOST_STEPS && session.state.stop.type !== "ended"; taken += 1) {
    const command = meddle(session.state, roll);
    const result = command && applyCommand(session.state, command, session.state.at);
    if (result?.ok && result.events.length > 0) session.record(...result.events);
    let steps = 0;
    session.runUntil(() => steps++ > 0, 1);
  }
  return session.state;
}

/** Ids that neither the closing summary nor traceability.md names. */
function unsaid(state: State): string[] {
  const said = `${renderClosingSummary(state)}\n${renderTraceability(state)}`;
  return [...[...state.gaps].map(({ id }) => id), ...[...state.issues].map(({ id }) => id)].filter(
    (id) => !new RegExp(`${id}(?![a-z\\d])`).test(said),
  );
}

describe("every ending (SPEC 12)", () => {
  const endings = new Map<string, number>();

  it("leaves no gap of any state and no issue of any severity unsaid", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seed) => {
        const state = play(seed);
        const how = state.stop.type === "ended" ? state.stop.termination : state.stop.type;
        endings.set(how, (endings.get(how) ?? 0) + 1);
        expect(unsaid(state)).toEqual([]);
        const open = openLines(state).join("\n");
        const issues = state.issues.filter(isUnsettled).map(({ id }) => id);
        const left = [...state.gaps.filter(isOpen).map(({ id }) => id), ...issues];
        expect(left.filter((id) => !open.includes(id))).toEqual([]);
        const parked = parkedGaps(state).map(({ id }) => id);
        // What is left or parked stands below the finished spec, and on status.md beside what is closed.
        const appendix = specAppendix(state);
        expect([...left, ...parked].filter((id) => !appendix.includes(id))).toEqual([]);
        const shown = renderStatus(state);
        const aside = shown.split("### Parked")[1]?.split("\n##")[0] ?? "";
        expect(parked.filter((id) => !aside.includes(id))).toEqual([]);
        expect(issues.filter((id) => !shown.includes(id))).toEqual([]);
      }),
      { numRuns: 150, seed: 15 },
    );
  });

  it("is reached in the sessions that were played", () => {
    expect(TERMINATION_TYPES.filter((type) => !endings.has(type))).toEqual([]);
  });
});
