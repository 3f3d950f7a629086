import { expect, test } from "vitest";
import { diffHunks } from "./diff-hunks.ts";
import { wordDiff } from "./word-diff.ts";

function diff(before: string, after: string): string {
  return wordDiff({ path: "", text: before }, { path: "", text: after });
}

const BEFORE = "# Cache\n\n## Expiry\n\nAn entry expires after a while.\n\n## Limits\n\n- a\n- b\n\nend\n";

test("a word diff marks the words below their heading, between a line of what is around", () => {
  const after = BEFORE.replace("after a while", "after 15 minutes").replace("- b\n", "- b\n- c\n");
  expect(diff(BEFORE, after)).toBe(`@@ Expiry, line 5 @@
## Expiry
An entry expires after [-a while-]{+15 minutes+}.
## Limits

@@ Limits, line 11 @@
- b
{+- c+}
end
`);
});

test("a passage that was written anew is shown as two", () => {
  expect(diff("one two three four\n", "vier drei zwei eins\n")).toContain(
    "[-one two three four-]\n{+vier drei zwei eins+}",
  );
});

test("equal texts have no diff, and other line ends are said", () => {
  expect(diff(BEFORE, BEFORE)).toBe("");
  expect(diff("a\n", "a\r\n")).toBe("(only line ends differ)\n");
});

test("a word diff of two large texts is bounded", () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, i) => `${word} ${i} says ${i * 7}`).join("\n");
  expect(diff(text("a"), text("b")).length).toBeLessThan(3_000_000);
});

test("hunks have the lines of both versions, with their numbers and headings", () => {
  const before = [
    { path: "a.md", text: BEFORE },
    { path: "b.md", text: "gone\n" },
  ];
  const after = [
    { path: "a.md", text: BEFORE.replace("- a\n", "") },
    { path: "c.md", text: "# New\n" },
  ];
  expect(diffHunks(before, after)).toEqual([
    { file: "a.md", heading: "Limits", beforeLine: 9, afterLine: 9, before: ["- a"], after: [] },
    { file: "b.md", heading: "", beforeLine: 1, afterLine: 1, before: ["gone"], after: [] },
    { file: "c.md", heading: "New", beforeLine: 1, afterLine: 1, before: [], after: ["# New"] },
  ]);
});
