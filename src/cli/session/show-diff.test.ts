import { describe, expect, it } from "vitest";
import { replay } from "../../documents/changes/replay.ts";
import type { ChangeBatch, Spec } from "../../model/change.ts";
import { diffDocument } from "./show-diff.ts";

const SOURCE: Spec = [
  { path: "a.md", text: "# Lockers\n\n## Codes\n\nA code is sent by SMS.\n\nIt is valid.\n" },
  { path: "b.md", text: "# Other\n" },
];

const BATCHES: ChangeBatch[] = [
  {
    round: 2,
    sets: [
      {
        gap: "GAP-CODE-001",
        changes: [
          { number: 1, kind: "replace", place: "Codes", old: "It is valid.", new: "It is valid for 72 hours." },
          { number: 2, kind: "add-at-end", place: "Codes", old: "", new: "An old code opens nothing." },
        ],
      },
    ],
  },
];

function diffed(batches: readonly ChangeBatch[]) {
  const working = { source: SOURCE, batches, text: replay(SOURCE, batches).spec };
  return diffDocument("lockers", working);
}

describe("whetstone diff", () => {
  it("gives the files that differ, as unified hunks under their headings", () => {
    const { files } = diffed(BATCHES);
    expect(files.map(({ path }) => path)).toEqual(["a.md"]);
    expect(files[0]?.hunks).toEqual([
      {
        heading: expect.stringContaining("Codes"),
        oldStart: 4,
        oldLines: 4,
        newStart: 4,
        newLines: 6,
        lines: [
          " ",
          " A code is sent by SMS.",
          " ",
          "-It is valid.",
          "+It is valid for 72 hours.",
          "+",
          "+An old code opens nothing.",
        ],
      },
    ]);
  });

  it("names the accepted changes of each file", () => {
    const { files } = diffed(BATCHES);
    expect(files[0]?.changes).toMatchObject([
      { round: 2, gap: "GAP-CODE-001", decision: null, number: 1, kind: "replace", old: "It is valid." },
      { round: 2, gap: "GAP-CODE-001", decision: null, number: 2, kind: "add-at-end" },
    ]);
  });

  it("is empty where nothing was accepted", () => {
    expect(diffed([])).toEqual({ session: "lockers", files: [] });
  });

  it("shows a text that has nothing in common with the source as one hunk", () => {
    const lines = (word: string) => `${Array.from({ length: 6000 }, (_, line) => `${word} ${line}`).join("\n")}\n`;
    const source = [{ path: "a.md", text: lines("old") }];
    const { files } = diffDocument("x", {
      source,
      batches: [],
      text: [{ path: "a.md", text: lines("new") }],
    });
    expect(files[0]?.hunks).toHaveLength(1);
    expect(files[0]?.hunks[0]?.lines).toHaveLength(12_000);
  });
});
