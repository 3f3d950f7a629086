import { expect, test } from "vitest";
import { mergeTexts, mergeWords } from "./merge-texts.ts";

const BASE = "It is removed by the sweeper, which runs every minute of the day.";

test("edits of different words of a line are both kept", () => {
  const merged = mergeWords(BASE.replace("sweeper", "nightly sweeper"), BASE, BASE.replace("minute", "second"));
  expect(merged).toEqual({
    text: "It is removed by the nightly sweeper, which runs every second of the day.",
    conflict: false,
  });
});

test("edits of the same words conflict, and ours stand", () => {
  const merged = mergeWords(BASE.replace("minute", "hour"), BASE, BASE.replace("minute", "second"));
  expect(merged).toEqual({ text: BASE.replace("minute", "hour"), conflict: true });
});

test("the same edit on both sides is no conflict", () => {
  const both = BASE.replace("minute", "hour");
  expect(mergeWords(both, BASE, both)).toEqual({ text: both, conflict: false });
});

test("an edit within a passage that the author wrote anew is a conflict", () => {
  const anew = "Old entries vanish: the sweeper, which nobody sees, takes them.";
  expect(mergeWords(BASE.replace("the sweeper", "the nightly sweeper"), BASE, anew).conflict).toBe(true);
});

test("long texts are merged by lines", () => {
  const long = Array.from({ length: 3000 }, (_, index) => `line ${index}\n`).join("");
  const merged = mergeTexts(long.replace("line 5\n", "five\n"), long, long.replace("line 2500\n", "many\n"));
  expect(merged).toEqual({
    text: long.replace("line 5\n", "five\n").replace("line 2500\n", "many\n"),
    collisions: [],
  });
});
