import { stripVTControlCharacters } from "node:util";
import widthOf from "fast-string-truncated-width";
import { describe, expect, test } from "vitest";
import { sampleRun, sampleView } from "../../../test/support/sample-view.ts";
import { createPaint, PLAIN } from "../paint.ts";
import { quantity, renderProgress, sparkline } from "./render-progress.ts";

const plain = { now: 252_000, columns: 100, paint: PLAIN };

describe("renderProgress", () => {
  test("shows round, phase, time, who runs, open gaps by severity and the trend", () => {
    expect(renderProgress(sampleView(), plain)).toEqual([
      "● pathspec  round 3 of 12 · Engineer · 4 min 12 s",
      "  Engineer  GAP-FLOW-001    52 s  command",
      "  open 7  CRITICAL 1  HIGH 4  LOW 2   █▇▅ CONVERGING",
    ]);
  });

  test("shows retries, attempts, what came so far and what was spent", () => {
    const spent = { tokens: 123_456, usd: 0.5, estimated: false };
    const runs = [sampleRun({ role: "Reviewer", attempt: 2, characters: 4100, gaps: ["A", "B", "C", "D", "E"] })];
    expect(renderProgress(sampleView({ runs, retries: 2, spent }), plain).slice(0, 2)).toEqual([
      "● pathspec  round 3 of 12 · Engineer · 4 min 12 s · 2 retries · 123.5k tokens · 0.50 USD",
      "  Reviewer  A B C +2    52 s  4.1k characters  command  attempt 2 of 3",
    ]);
  });

  test("counts the runs that it does not show", () => {
    const runs = Array.from({ length: 6 }, (_, index) => sampleRun({ id: String(index) }));
    const lines = renderProgress(sampleView({ runs }), { ...plain, maxRuns: 4 });
    expect(lines).toHaveLength(7);
    expect(lines[5]).toBe("  … 2 more runs");
  });

  test("leaves out the trend before the first round has ended, and severities that nothing has", () => {
    const open = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
    expect(renderProgress(sampleView({ runs: [], history: [], open }), plain)[1]).toBe("  open 0");
  });

  test.each([20, 33, 80])("every line fits %i columns, with colours and wide characters", (columns) => {
    const view = sampleView({
      title: "仕様書の名前がとても長い場合".repeat(3),
      runs: [sampleRun({ agent: "代理".repeat(20) })],
    });
    for (const line of renderProgress(view, { ...plain, columns, paint: createPaint(true) })) {
      expect(widthOf(stripVTControlCharacters(line)).width).toBeLessThanOrEqual(columns);
    }
  });

  test("obeys nothing that an agent's name or a title holds", () => {
    const view = sampleView({ title: "a\u001b[2Jb", runs: [sampleRun({ agent: "x\r\u009b2J", gaps: ["\u0007"] })] });
    const text = renderProgress(view, plain).join("");
    expect(stripVTControlCharacters(text)).toBe(text);
    expect(text).not.toContain("\r");
    expect(text).not.toContain("\u0007");
  });
});

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1.0k"],
  [999_949, "999.9k"],
  [999_999, "1.0M"],
  [2_000_000, "2.0M"],
])("%i is %s", (count, text) => {
  expect(quantity(count)).toBe(text);
});

describe("sparkline", () => {
  test("scales from nothing to the highest and keeps the last values", () => {
    expect(sparkline([8, 4, 1, 0], 10)).toBe("█▄▁▁");
    expect(sparkline([1, 2, 3, 4], 2)).toBe("▆█");
    expect(sparkline([0, 0], 10)).toBe("▁▁");
    expect(sparkline([], 10)).toBe("");
  });
});
