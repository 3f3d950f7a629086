import { expect, test } from "vitest";
import { byList, check } from "./check.ts";

const told = (text: string) => byList(check(text)).map(({ rule, line, related }) => [rule, line, related.length]);

test("the questions of one list are told as one, those of two lists as two", () => {
  const edge = "## Edge Cases\n\n- What if the disk is full?\n- What if the tab is shut?\n- What if it rains?\n";
  const open = "## Open Questions\n\n- Who pays?\n\n### Which region?\n";
  expect(told(`# X\n\n${edge}\n${open}`)).toEqual([
    ["open-question", 3, 3],
    ["open-question", 11, 1],
  ]);
  expect(byList(check(`# X\n\n${open}`))[0]?.message).toMatch(/has no answer\. 1 more in "Open Questions"\.$/);
});

test("the markers of one table are told as one, those of a text one by one", () => {
  const table = "| Part | Owner | Cost |\n|---|---|---|\n| API | TBD | TBD |\n| Page | Ann | TBD |\n";
  expect(told(`# X\n\n## Costs\n\n${table}\n## Limits\n\n- Size: TBD\n\n- Rate: TBD\n`)).toEqual([
    ["explicit-marker", 7, 2],
    ["explicit-marker", 12, 0],
    ["explicit-marker", 14, 0],
  ]);
});
