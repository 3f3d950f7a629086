import { expect, test } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { renderSummary } from "../../mediator/records/render-summary.ts";
import { gapId } from "../../model/ids.ts";
import { narrate } from "./narrate.ts";

const [FIRST, SECOND] = [gapId("FLOW", 1), gapId("FLOW", 2)];

/** Round 1 leaves a MEDIUM issue, round 2 is the one for it. */
function polished() {
  const session = paperSession({
    gaps: [makeGap({ id: FIRST }), makeGap({ id: SECOND })],
    issues: (round) => (round === 1 ? [{ gap: FIRST, severity: "MEDIUM" }] : []),
    rechecks: (round) => (round === 2 ? [{ issue: "ISSUE-R1-001", status: "RESOLVED", why: "said now", line: 1 }] : []),
    answer: ({ kind }) => (kind === "polish" ? { options: ["polish"] } : undefined),
  });
  session.run();
  return session.state;
}

test("a polishing round says which issues it settled, any other which gaps", () => {
  const state = polished();
  const told = state.records.map((record) =>
    narrate({ type: "round_closed", record }, state, { cold: "", folder: "", verbose: false }),
  );
  expect(told).toEqual([
    `Round 1: 2 resolved (${FIRST}, ${SECOND}), no gap open`,
    "Round 2: 1 issue settled (ISSUE-R1-001), no gap open",
  ]);
});

test("the first round that changes the spec says how to see it, and no other does", () => {
  const state = polished();
  const batch = (round: number) => ({ round, sets: [{ gap: FIRST, changes: [] }] });
  const spec = { ...state.spec, batches: [batch(1), batch(2)] };
  const told = (batches: typeof spec.batches) =>
    state.records.slice(0, batches.length).flatMap((record) => {
      const telling = { cold: "", folder: "sessions/spec", verbose: false };
      return narrate({ type: "round_closed", record }, { ...state, spec: { ...spec, batches } }, telling) ?? [];
    });
  expect(told(spec.batches.slice(0, 1))).toEqual([
    expect.stringMatching(/no gap open\n {2}See the change: whetstone diff sessions\/spec$/),
  ]);
  expect(told(spec.batches).at(-1)).not.toContain("diff");
});

test("a gap that the person dropped is not called resolved", () => {
  const state = polished();
  const dropped = state.gaps.pick([FIRST]).map((gap) => ({ ...gap, state: "WONT_FIX" as const }));
  const [record] = state.records;
  const told = (gaps: typeof state.gaps) =>
    record && narrate({ type: "round_closed", record }, { ...state, gaps }, { cold: "", folder: "", verbose: false });
  const one = dropped.reduce((gaps, gap) => gaps.set(gap), state.gaps);
  expect(told(one)).toBe(`Round 1: 1 resolved (${SECOND}), 1 dropped, no gap open`);
  const both = one.pick([SECOND]).reduce((gaps, gap) => gaps.set({ ...gap, state: "WONT_FIX" }), one);
  expect(told(both)).toBe("Round 1: 2 dropped, no gap open");
});

test("what was resolved before is not unsettled in the summary of a polishing round", () => {
  const state = polished();
  const round = state.recent.find(({ record }) => record.polishing);
  expect(round === undefined ? "" : renderSummary(state, round)).toContain("## Not settled\n\nNone.");
});

test("a question that nobody answered is not called answered", () => {
  const session = paperSession({ gaps: [makeGap({ id: FIRST })], answer: () => ({ options: ["pause"] }) });
  session.record({ type: "finish_requested" });
  session.runUntil(({ answers }) => answers.length > 0);
  const told = (option: string) => {
    const answer = { question: session.questions[0]?.id ?? "", options: [option], fields: {}, via: "policy" } as const;
    return narrate({ type: "question_answered", answer }, session.state, { cold: "", folder: "", verbose: false });
  };
  expect(told("pause")).toMatch(/^Asked: .*\n {2}Answered by the policy: Pause$/);
  expect(told("end")).toBeUndefined();
});

test("a gap that another replaced is told with that one", () => {
  const session = paperSession({ gaps: [makeGap({ id: FIRST }), makeGap({ id: SECOND })] });
  session.runUntil(({ round }) => round !== undefined);
  session.record({ type: "gap_merged", gap: SECOND, of: FIRST, why: "a duplicate" });
  session.run();
  const [record] = session.state.records;
  const telling = { cold: "", folder: "", verbose: false };
  expect(record && narrate({ type: "round_closed", record }, session.state, telling)).toContain(
    `1 replaced (${SECOND} by ${FIRST})`,
  );
});

test("a polishing round has no state of convergence in its summary", () => {
  const state = polished();
  const [first, last] = state.recent.map((round) => renderSummary(state, round));
  expect(first).toContain("| State | CONVERGING, FULL round |");
  expect(last).toContain("| State | polishing, FULL round |");
});
