import { describe, expect, test } from "vitest";
import { recordedContext } from "../../../test/support/recorded-context.ts";
import { sampleRun, sampleView } from "../../../test/support/sample-view.ts";
import { createProgress } from "./progress.ts";
import { progressLines } from "./progress-lines.ts";

describe("progressLines", () => {
  test("a new round says where it stands and who works", () => {
    expect(progressLines(undefined, sampleView())).toEqual([
      "round 3 of 12: open 7 (1 CRITICAL, 4 HIGH, 2 LOW)",
      "round 3: Engineer",
      "round 3: Engineer GAP-FLOW-001 (command)",
    ]);
  });

  test("says only what changed", () => {
    const before = sampleView();
    expect(progressLines(before, sampleView({ runs: [sampleRun({ characters: 500 })] }))).toEqual([]);
    const after = sampleView({ phase: "review", convergence: "FLAT", runs: [sampleRun({ id: "R3-b", attempt: 2 })] });
    expect(progressLines(before, after)).toEqual([
      "round 3: review",
      "round 3: Engineer GAP-FLOW-001 (command, attempt 2 of 3)",
      "round 3: CONVERGING -> FLAT",
    ]);
  });
});

test("line progress goes to standard error", () => {
  const { context, written } = recordedContext();
  const progress = createProgress(context, true);
  progress.update(sampleView());
  progress.update(sampleView({ phase: "review" }));
  expect(written.stdout).toBe("");
  expect(written.stderr.trimEnd().split("\n")).toHaveLength(4);
});
