import { expect, test } from "vitest";
import { makeGap } from "../../test/support/make-gap.ts";
import type { Decision } from "./decision.ts";
import type { Gap } from "./gap.ts";
import type { Question } from "./question.ts";
import { questionPosition } from "./question-position.ts";

const GAPS: readonly Gap[] = ["RESOLVED", "OPEN", "OPEN", "PARKED"].map((state, index) =>
  makeGap({ id: `GAP-FLOW-00${index + 1}`, state } as Partial<Gap>),
);
const about = (number: number) =>
  ({
    id: `Q-R1-00${number}`,
    kind: "input",
    options: [{ id: "keep" }],
    about: [`GAP-FLOW-00${number}`],
  }) as unknown as Question;
const answers = (...numbers: number[]) =>
  numbers.map((number) => ({ gaps: [`GAP-FLOW-00${number}`], passages: [] })) as unknown as Decision[];

function position(number: number, waiting: number[], answered: readonly number[] = [], gaps = GAPS): string {
  const state = { gaps, decisions: answers(...answered), questions: waiting.map(about) };
  return questionPosition(state, about(number));
}

test("each question has the next number, and the total is what was asked and what is to come", () => {
  expect([position(2, [2, 3]), position(3, [2, 3])]).toEqual(["1 of 2", "2 of 2"]);
  expect(position(3, [3], [2])).toBe("2 of 2");
});

test("what was answered counts also where it is in the spec, and a question that is asked again counts once", () => {
  expect(position(3, [3], [1, 2])).toBe("3 of 3");
  expect(position(2, [2], [2])).toBe("1 of 2");
});

test("a gap that was dropped is not counted, and one that was put off counts as answered", () => {
  const with2 = (state: Gap["state"]) => GAPS.map((gap, index): Gap => (index === 1 ? { ...gap, state } : gap));
  expect(position(3, [3], [], with2("WONT_FIX"))).toBe("1 of 1");
  expect(position(3, [3], [], with2("USER_DEFERRED"))).toBe("2 of 2");
});
