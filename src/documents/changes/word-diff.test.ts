import { expect, test } from "vitest";
import type { SpecFile } from "../../model/change.ts";
import { diffHunks } from "./diff-hunks.ts";
import { wordDiff } from "./word-diff.ts";

function diff(before: string, after: string): string {
  return wordDiff({ path: "", text: before }, { path: "", text: after });
}

const BEFORE = "# Cache\n\n## Expiry\n\nAn entry expires after a while.\n\n## Limits\n\n- a\n- b\n\nend\n";

test("a word diff marks the words below their heading, between a line of what is around", () => {
  const after = BEFORE.replace("after a while", "after 15 minutes").replace("- b\n", "- b\n- c\n");
  expect(diff(BEFORE, after)).toBe(`@@ Expiry @@
## Expiry
An entry expires after [-a while-]{+15 minutes+}.
## Limits

@@ Limits @@
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

test("a line that was added beside a changed one is whole, and words are marked in the other", () => {
  const before = "- The lock is released within 2 seconds.\n";
  const after = "- The lock is released within 5 seconds.\n- A lock that is released is free for all.\n";
  expect(diff(before, after)).toContain(
    "- The lock is released within [-2-]{+5+} seconds.\n{+- A lock that is released is free for all.+}",
  );
  expect(diff(after, before)).toContain(
    "- The lock is released within [-5-]{+2+} seconds.\n[-- A lock that is released is free for all.-]",
  );
});

test("changes with one line between them are one passage", () => {
  const before = "1. A holder is warned.\n2. Others wait.\n3. The lock goes after 5 minutes.\n";
  const after = "1. A holder is told.\n2. Others wait.\n3. The lock goes after 9 minutes.\n";
  expect(diff(before, after).split("\n").slice(1, -1)).toEqual([
    "1. A holder is [-warned-]{+told+}.",
    "2. Others wait.",
    "3. The lock goes after [-5-]{+9+} minutes.",
  ]);
});

test("lines that the diff from another version shows are left out, and passages of which no change is left", () => {
  const [first, read, now] = [
    "1. A.\n2. Files are kept.\n3. C.\n",
    "1. A.\n2. Files are kept for a day.\n3. C.\n",
    "1. A.\n2. Files are kept for two days.\n3. C.\n4. D.\n",
  ].map((text) => ({ path: "", text })) as [SpecFile, SpecFile, SpecFile];
  expect(wordDiff(read, now)).toContain("1. A.\n2. Files are kept for [-a day-]{+two days+}.\n3. C.\n{+4. D.+}");
  expect(wordDiff(first, now, read)).toBe("@@ before the first heading @@\n2. Files are kept {+for two days+}.\n");
  expect(wordDiff(first, now, first)).toBe("");
});

test("a line that the other diff shows below another heading stays", () => {
  const text = (one: string, two: string) => `# A\n\n## B\n\n${one}\n\n## C\n\n${two}\n`;
  const [first, read, now] = [text("x", "y"), text("None.", "y"), text("None.", "None.")].map((each) => ({
    path: "",
    text: each,
  })) as [SpecFile, SpecFile, SpecFile];
  expect(wordDiff(first, now, read)).toContain("@@ B @@\n## B\n[-x-]\n{+None.+}");
});

test("a line that only moved to the right is shown as two", () => {
  expect(diff("- a\n- b\n", "- a\n  - b\n")).toContain("[-- b-]\n{+  - b+}");
});

test("equal texts have no diff, and other line ends are said", () => {
  expect(diff(BEFORE, BEFORE)).toBe("");
  expect(diff("a\n", "a\r\n")).toBe("(only line ends and blank lines differ)\n");
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
