import { expect, test } from "vitest";
import { makeGap } from "../../test/support/make-gap.ts";
import type { Decision } from "./decision.ts";
import type { Gap } from "./gap.ts";
import type { Question } from "./question.ts";
import { questionPositions } from "./question-positions.ts";

const GAPS: readonly Gap[] = ["RESOLVED", "OPEN", "OPEN", "PARKED"].map((state, index) =>
  makeGap({ id: `GAP-FLOW-00${index + 1}`, state } as Partial<Gap>),
);
const about = (number: number) => ({ id: `Q-R1-00${number}`, about: [`GAP-FLOW-00${number}`] }) as unknown as Question;

const answers = (...numbers: number[]) =>
  numbers.map((number) => ({ gaps: [`GAP-FLOW-00${number}`], passages: [] })) as unknown as Decision[];

/** Asks one after the other: each answer settles its gap. */
function asked(all: readonly Gap[], numbers: readonly number[], decisions: readonly Decision[] = []): string[] {
  const position = questionPositions();
  return numbers.map((number, at) => {
    const answered = answers(...numbers.slice(0, at));
    return position({ gaps: all, decisions: [...decisions, ...answered] }, about(number)).words;
  });
}

test("each question has the next number, and the total is what was asked and what is to come", () => {
  expect(asked(GAPS, [2, 3])).toEqual(["1 of 2", "2 of 2"]);
  expect(asked(GAPS, [2, 3, 2])).toEqual(["1 of 2", "2 of 2", "1 of 2"]);
});

test("after a restart counting goes on behind what was answered, also where that is in the spec", () => {
  expect(asked(GAPS, [3], answers(2))).toEqual(["2 of 2"]);
  expect(asked(GAPS, [3], answers(1, 2))).toEqual(["3 of 3"]);
  expect(asked(GAPS, [2], answers(2)), "asked again").toEqual(["1 of 2"]);
});

test("a gap that was dropped, or settled by the answer to another, takes no number and is not waited for", () => {
  const dropped = GAPS.map((gap, index): Gap => (index === 1 ? { ...gap, state: "WONT_FIX" } : gap));
  expect(asked(dropped, [3])).toEqual(["1 of 1"]);
  const position = questionPositions();
  expect(position({ gaps: GAPS, decisions: [] }, about(3)).words).toBe("1 of 2");
  expect(position({ gaps: dropped, decisions: answers(3) }, about(3)).words).toBe("1 of 1");
});

test("one that was put off before keeps a number of its own when it is looked at again", () => {
  const deferred = GAPS.map((gap, index): Gap => (index === 1 ? { ...gap, state: "USER_DEFERRED" } : gap));
  expect(asked(deferred, [3, 2])).toEqual(["2 of 2", "1 of 2"]);
});

test("questions that come up are said once", () => {
  const position = questionPositions();
  const more = (gaps: readonly Gap[], number: number) => position({ gaps, decisions: [] }, about(number));
  expect(more(GAPS.slice(0, 2), 2)).toEqual({ words: "1 of 1", more: 0 });
  expect(more(GAPS.slice(0, 3), 3)).toEqual({ words: "2 of 2", more: 1 });
  expect(more(GAPS.slice(0, 3), 2)).toEqual({ words: "1 of 2", more: 0 });
});
