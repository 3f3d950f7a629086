import { describe, expect, test } from "vitest";
import { foldRows, rowsBetween } from "../../web/src/parts/diff-rows.ts";

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);

describe("the rows of a difference", () => {
  test("have removed lines where they stood, and name the words that differ", () => {
    const rows = rowsBetween("# A\n\nA code is valid.\n", "# A\n\nA code is valid for 72 hours.\n");
    expect(rows.map(({ kind, line }) => [kind, line])).toEqual([
      ["same", 1],
      ["same", 2],
      ["removed", 3],
      ["added", 3],
    ]);
    expect(rows[3]?.words?.()?.filter(({ differs }) => differs)).toEqual([{ text: " for 72 hours", differs: true }]);
  });

  test("name no words where one line is no rewording of the other", () => {
    const rows = rowsBetween("Nothing is said.", "A courier rings twice, then leaves a card at the door.");
    expect(rows.map((row) => row.words?.())).toEqual([undefined, undefined]);
  });

  test("name no words where two lines share a word here and there", () => {
    const rows = rowsBetween(
      "How long a pickup code is valid is not said.",
      "A pickup code is valid from the moment it is sent, but not for ever, as is said below.",
    );
    expect(rows.map((row) => row.words?.())).toEqual([undefined, undefined]);
  });

  test("fold what is far from every change", () => {
    const after = LINES.with(9, "another line 10");
    const folds = foldRows(rowsBetween(LINES.join("\n"), after.join("\n")), ({ kind }) => kind !== "same");
    expect(folds.map(({ isFolded, rows }) => [isFolded, rows.length])).toEqual([
      [true, 6],
      [false, 8],
      [true, 7],
    ]);
  });
});
