import { describe, expect, test } from "vitest";
import { replay } from "../documents/changes/replay.ts";
import type { ChangeBatch, Spec } from "../model/change.ts";
import { specView } from "./spec-view.ts";

const SOURCE: Spec = [
  { path: "a.md", text: "# Relay\n\n## Intake\n\nMessages come in.\n" },
  { path: "b.md", text: "# Sending\n\nTODO: the order.\n" },
];
const ADDED = "Each has an id.\nNo two share one.";
const BATCH: ChangeBatch = {
  round: 3,
  sets: [
    {
      gap: "GAP-FLOW-001",
      decision: "DECISION-R3-001",
      changes: [{ number: 1, kind: "add-at-end", place: "Intake", old: "", new: ADDED }],
    },
    { changes: [{ number: 1, kind: "replace", place: "", old: "# Sending", new: "# Sending on" }] },
  ],
};

function viewed(source: Spec, batches: readonly ChangeBatch[]) {
  return specView({ spec: { source, batches, text: replay(source, batches).spec } });
}

describe("the spec as the page shows it", () => {
  test("has the stretches that are not the author's, with gap, round and decision", () => {
    const { files } = viewed(SOURCE, [BATCH]);
    expect(files[0]?.written).toMatchObject([
      { line: 7, endLine: 8, by: { gap: "GAP-FLOW-001", round: 3, decision: "DECISION-R3-001" } },
    ]);
    expect(files[1]?.written).toMatchObject([{ line: 1, endLine: 1, by: { round: 3 } }]);
    expect(files[1]?.written[0]?.by).not.toHaveProperty("gap");
  });

  test("has what differs from the author's text", () => {
    const { hunks } = viewed(SOURCE, [BATCH]);
    expect(hunks.map(({ file, after }) => [file, after.join("\n").trim()])).toEqual([
      ["a.md", ADDED],
      ["b.md", "# Sending on"],
    ]);
    expect(viewed(SOURCE, []).hunks).toEqual([]);
  });

  test("has the checks' findings by the file and its own lines", () => {
    const { files } = viewed(SOURCE, []);
    expect(files.map(({ findings }) => findings.map(({ line }) => line))).toEqual([[], [3]]);
  });
});
