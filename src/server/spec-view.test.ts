import { describe, expect, test } from "vitest";
import { makeGap, makeIssue } from "../../test/support/make-gap.ts";
import { replay } from "../documents/changes/replay.ts";
import { findGaps } from "../mediator/inventory/find-gaps.ts";
import type { ChangeBatch, Spec } from "../model/change.ts";
import type { Decision } from "../model/decision.ts";
import { DEFAULT_CONFIG } from "../model/default-config.ts";
import type { Gap } from "../model/gap.ts";
import type { Issue } from "../model/issue.ts";
import { Table } from "../model/table.ts";
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

function viewed(
  source: Spec,
  batches: readonly ChangeBatch[],
  gaps: readonly Gap[] = [],
  issues: readonly Issue[] = [],
  config = DEFAULT_CONFIG,
  decisions: readonly Decision[] = [],
) {
  const spec = { first: source, source, batches, text: replay(source, batches).spec, overlaps: [], settled: [] };
  return specView({ spec, gaps: Table.of(gaps), issues: Table.of(issues), config, decisions });
}

describe("the spec as the page shows it", () => {
  test("has what the rules find that the session has on", () => {
    const found = (checks: typeof DEFAULT_CONFIG.checks) =>
      viewed(SOURCE, [], [], [], { ...DEFAULT_CONFIG, checks }).files.flatMap(({ findings }) => findings);
    expect(found({})).toMatchObject([{ rule: "explicit-marker", line: 3 }]);
    expect(found({ "explicit-marker": false })).toEqual([]);
  });

  test("leaves out what the person kept as it stands, and counts it", () => {
    const [gap] = findGaps(SOURCE.map(({ text }) => text).join("\n"), {});
    const kept = {
      id: "DECISION-R1-001",
      gaps: [gap?.id],
      passages: [{ kind: "keep", passage: "TODO: the order.", text: "" }],
    };
    const view = viewed(SOURCE, [], gap ? [gap] : [], [], DEFAULT_CONFIG, [kept as unknown as Decision]);
    expect([view.settled, view.files.flatMap(({ findings }) => findings)]).toEqual([1, []]);
    const open = viewed(SOURCE, [], gap ? [gap] : []);
    expect([open.settled, open.files.flatMap(({ findings }) => findings).length]).toEqual([0, 1]);
  });

  test("has the stretches that are not the author's, with gap, round and decision", () => {
    const { files } = viewed(SOURCE, [BATCH]);
    expect(files[0]?.written).toMatchObject([
      { line: 7, endLine: 8, by: { gap: "GAP-FLOW-001", round: 3, decision: "DECISION-R3-001" } },
    ]);
    expect(files[1]?.written).toMatchObject([{ line: 1, endLine: 1, by: { round: 3 } }]);
    expect(files[1]?.written[0]?.by).not.toHaveProperty("gap");
  });

  test("counts changes as diff --stat does, also where two stand side by side", () => {
    const edit = (number: number, old: string) => ({
      number,
      kind: "replace" as const,
      place: "",
      old,
      new: `${old} Now.`,
    });
    const source = [{ path: "a.md", text: "# Relay\n\nMessages come in.\nThey go out.\n" }];
    const batches = [{ round: 1, sets: [{ changes: [edit(1, "Messages come in."), edit(2, "They go out.")] }] }];
    const { hunks, changes } = viewed(source, batches);
    expect([hunks.length, changes]).toEqual([1, 2]);
  });

  test("has what differs from the author's text", () => {
    const { hunks } = viewed(SOURCE, [BATCH]);
    expect(hunks.map(({ file, after }) => [file, after.join("\n").trim()])).toEqual([
      ["a.md", ADDED],
      ["b.md", "# Sending on"],
    ]);
    expect(viewed(SOURCE, []).hunks).toEqual([]);
  });

  test("has who took lines of the author's out", () => {
    const gone: ChangeBatch = {
      round: 4,
      sets: [
        {
          gap: "GAP-FLOW-002",
          changes: [{ number: 1, kind: "remove", place: "", old: "Messages come in.", new: "" }],
        },
      ],
    };
    const { files } = viewed(SOURCE, [BATCH, gone]);
    expect(files[0]?.removed).toMatchObject([{ line: 5, endLine: 5, by: { gap: "GAP-FLOW-002", round: 4 } }]);
    expect(files[1]?.removed).toMatchObject([{ line: 1, endLine: 1, by: { round: 3 } }]);
  });

  test("has the User's comments where their words are now, and says which words are gone", () => {
    const gaps = [
      makeGap({ id: "GAP-USER-001", origin: "user", quotations: ["Messages come in."] }),
      makeGap({ id: "GAP-USER-002", origin: "user" }),
      makeGap({ id: "GAP-FLOW-003", origin: "reviewer", quotations: ["Messages come in."] }),
    ];
    const issues = [
      makeIssue({ id: "ISSUE-R3-001", by: "user", quotations: ["No two share one."] }),
      makeIssue({ id: "ISSUE-R3-002", by: "user", quotations: ["# Sending"] }),
      makeIssue({ id: "ISSUE-R3-003", quotations: ["No two share one."] }),
    ];
    const added = { number: 1, kind: "replace", place: "", old: "# Relay", new: "# Relay\n\nIt relays." } as const;
    const { comments } = viewed(SOURCE, [BATCH, { round: 4, sets: [{ changes: [added] }] }], gaps, issues);
    expect(comments).toEqual([
      { id: "GAP-USER-001", quotation: "Messages come in.", at: { file: "a.md", line: 7 } },
      { id: "ISSUE-R3-001", quotation: "No two share one.", at: { file: "a.md", line: 10 } },
      { id: "ISSUE-R3-002", quotation: "# Sending", at: { file: "b.md", line: 1 } },
    ]);
    const gone = viewed([{ path: "a.md", text: "# Other\n" }], [], gaps, []);
    expect(gone.comments).toEqual([{ id: "GAP-USER-001", quotation: "Messages come in." }]);
  });

  test("has the checks' findings by the file and its own lines", () => {
    const { files } = viewed(SOURCE, []);
    expect(files.map(({ findings }) => findings.map(({ line }) => line))).toEqual([[], [3]]);
  });
});
