import { describe, expect, test } from "vitest";
import { check, checkEach } from "./check.ts";

const spec = (questions: readonly string[]) => `# X\n\n## Edge Cases\n\n${questions.join("\n")}\n`;
const OPEN = ["- What if the disk is full?", "- What if the tab is shut?", "- What if it rains?"];

describe("a list of edge cases", () => {
  test("is one finding at its heading, with every open question as a related place", () => {
    const [finding, ...others] = check(spec([...OPEN, "- What if it snows? It stops."]));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      rule: "open-question",
      severity: "MEDIUM",
      line: 3,
      subject: "Edge Cases",
      questions: 4,
    });
    expect(finding?.related.map(({ line }) => line)).toEqual([5, 6, 7]);
    expect(finding?.message).toBe('3 of 4 questions in "Edge Cases" have no answer beside them.');
    expect(finding?.fix).toBe("Answer each one there, or name the requirement that does.");
    expect(finding).not.toHaveProperty("cases");
    expect(finding).not.toHaveProperty("list");
  });

  test("is told in words that fit its number", () => {
    const told = (questions: readonly string[]) => check(spec(questions)).map(({ message }) => message);
    expect(told(OPEN)).toEqual(['The 3 questions in "Edge Cases" have no answer beside them.']);
    expect(told(OPEN.slice(0, 1))).toEqual(['The question in "Edge Cases" has no answer beside it.']);
  });

  test("is a finding also where others are answered; a session asks about each that is not", () => {
    const half = spec([...OPEN.slice(0, 2), "- What if it rains? It stops.", "- What if it snows?\n  - It stops."]);
    expect(check(half)).toMatchObject([{ message: '2 of 4 questions in "Edge Cases" have no answer beside them.' }]);
    expect(checkEach(half).map(({ line }) => line)).toEqual([5, 6]);
  });

  test("may be parted by headings; two lists are two findings", () => {
    const parted = `# X\n\n## Edge Cases\n\n### Disk\n\n${OPEN[0]}\n\n### Page\n\n${OPEN[1]}\n`;
    expect(check(parted).map(({ line, related }) => [line, related.length])).toEqual([[3, 2]]);
    const two = `${spec(OPEN.slice(0, 1))}\n## Boundary cases\n\n${OPEN[1]}\n`;
    expect(check(two).map(({ line }) => line)).toEqual([3, 7]);
  });

  test("a comment takes one question out, or at the heading all of them", () => {
    const without = ["<!-- whetstone-disable-next-line open-question -->", ...OPEN];
    expect(check(spec(without))[0]?.related).toHaveLength(2);
    expect(check(spec(OPEN).replace("Cases", "Cases <!-- whetstone-disable-line open-question -->"))).toEqual([]);
  });
});
