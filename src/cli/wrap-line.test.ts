import { describe, expect, test } from "vitest";
import { atWords, wrapLine, wrapText } from "./wrap-line.ts";

test.each([
  ["short", 40, "short"],
  ["one two three four", 9, "one two\nthree\nfour"],
  ["  + - a line of a diff", 14, "  + - a line\n      of a\n      diff"],
  ["  \u001b[32m+ - a longer line\u001b[39m", 13, "  \u001b[32m+ - a\n      longer\n      line\u001b[39m"],
  ["    indented words go on", 16, "    indented\n    words go on"],
  ["  LOW  GAP-A-001  a title of many words", 32, "  LOW  GAP-A-001  a title of\n                  many words"],
  ["  CRITICAL  GAP-LONG-001  BLOCKED  its title", 30, "  CRITICAL  GAP-LONG-001\n  BLOCKED  its title"],
  ["\u001b[1mname\u001b[22m  state · and more", 16, "\u001b[1mname\u001b[22m  state ·\n      and more"],
])("%j is broken at words to %d columns", (line, columns, shown) => {
  expect(wrapLine(line, columns)).toBe(shown);
});

test("breaks prose at words on a terminal, the rest of a line indented, and nowhere else", () => {
  const text = "Asked: How long is a code valid?\n  Answered by you: 72 hours";
  const narrow = "Asked: How long is a\n  code valid?\n  Answered by you: 72\n  hours";
  expect(atWords(text, { terminal: true, columns: 22 })).toBe(narrow);
  expect(atWords(text, { terminal: false, columns: 22 })).toBe(text);
});

describe("wrapText", () => {
  test("wraps at words, indents, and keeps the indentation that is there", () => {
    expect(wrapText("- one two three four five\n    code line", "  ", 26)).toEqual([
      "  - one two three four",
      "    five",
      "      code line",
    ]);
  });

  test("hangs what follows a number or a quotation mark below its words", () => {
    expect(wrapText("1. one two three four five\n> one two three four five", "", 22)).toEqual([
      "1. one two three four",
      "   five",
      "> one two three four",
      "> five",
    ]);
  });

  test("breaks a word that is longer than the line", () => {
    expect(wrapText("x".repeat(45), "", 20)).toEqual(["x".repeat(20), "x".repeat(20), "x".repeat(5)]);
  });
});
