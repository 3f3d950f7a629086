import { expect, test } from "vitest";
import { makeGap } from "../../test/support/make-gap.ts";
import type { Gap } from "./gap.ts";
import type { Question } from "./question.ts";
import { questionPositions } from "./question-positions.ts";

const GAPS: readonly Gap[] = ["RESOLVED", "OPEN", "OPEN", "PARKED"].map((state, index) =>
  makeGap({ id: `GAP-FLOW-00${index + 1}`, state } as Partial<Gap>),
);
const about = (number: number) => ({ id: `Q-R1-00${number}`, about: [`GAP-FLOW-00${number}`] }) as unknown as Question;

test("a question is counted behind what was settled before, and keeps its number", () => {
  const position = questionPositions();
  expect([position(GAPS, about(2)), position(GAPS, about(3)), position(GAPS, about(2))]).toEqual([
    "2 of 3",
    "3 of 3",
    "2 of 3",
  ]);
});

test("an answer that is kept and not yet in the spec counts as settled, also after a restart", () => {
  const before = questionPositions();
  expect([before(GAPS, about(2)), before(GAPS, about(3))]).toEqual(["2 of 3", "3 of 3"]);
  expect(questionPositions()(GAPS, about(3), new Set(["GAP-FLOW-002"]))).toBe("3 of 3");
  expect(questionPositions()(GAPS, about(3), new Set(["GAP-FLOW-003"])), "asked again").toBe("2 of 3");
});

test("gaps that were dropped before the first question are not counted; those that are closed later are", () => {
  const dropped = GAPS.map((gap, index): Gap => (index === 1 ? { ...gap, state: "WONT_FIX" } : gap));
  const position = questionPositions();
  expect(position(dropped, about(3))).toBe("2 of 2");
  const closed = dropped.map((gap, index): Gap => (index === 2 ? { ...gap, state: "WONT_FIX" } : gap));
  expect(position(closed, about(3))).toBe("2 of 2");
});

test("one that was answered or put off before keeps a number of its own when it is looked at again", () => {
  const deferred = GAPS.map((gap, index): Gap => (index === 1 ? { ...gap, state: "USER_DEFERRED" } : gap));
  const position = questionPositions();
  expect([position(deferred, about(3)), position(deferred, about(2))]).toEqual(["3 of 3", "2 of 3"]);
});
