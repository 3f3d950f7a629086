import { expect, test } from "vitest";
import { check } from "../checks/check.ts";
import { findGaps } from "../mediator/inventory/find-gaps.ts";
import { dropSettled } from "./drop-settled.ts";

const QUESTIONS = ["- What if the disk is full?", "- What if the tab is shut?", "- What if it rains?"];
const text = `# X\n\n## Edge Cases\n\n${QUESTIONS.join("\n")}\n`;

/** What is left when the first so many questions were kept in a session. */
function left(kept: number) {
  const before = findGaps(text, {})
    .slice(0, kept)
    .map((gap, index) => ({ gap, lines: [QUESTIONS[index] ?? ""] }));
  const { findings, settled } = dropSettled({ text, findings: check(text), rules: {} }, before);
  return [findings.map(({ message, related }) => [message, related.map(({ line }) => line)]), settled.length];
}

test("a list of edge cases loses the questions that were kept, and is settled when these are all of it", () => {
  expect(left(0)).toEqual([[['The 3 questions in "Edge Cases" have no answer beside them.', [5, 6, 7]]], 0]);
  expect(left(1)).toEqual([[['2 of 3 questions in "Edge Cases" have no answer beside them.', [6, 7]]], 0]);
  expect(left(2)).toEqual([[['1 of 3 questions in "Edge Cases" has no answer beside it.', [7]]], 0]);
  expect(left(3)).toEqual([[], 1]);
});
