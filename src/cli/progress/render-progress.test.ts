import { stripVTControlCharacters } from "node:util";
import widthOf from "fast-string-truncated-width";
import { describe, expect, test } from "vitest";
import { BEGAN, sampleProgress, started } from "../../../test/support/sample-progress.ts";
import { runEvents } from "../../../test/support/session-events.ts";
import { gapId } from "../../model/ids.ts";
import { Table } from "../../model/table.ts";
import { createPaint, PLAIN } from "../paint.ts";
import { renderProgress } from "./render-progress.ts";

const plain = { now: BEGAN + 252_000, columns: 100, paint: PLAIN };

describe("renderProgress", () => {
  test("shows round, phase, time, who runs, open gaps by severity and the trend", () => {
    expect(renderProgress(sampleProgress(), plain)).toEqual([
      "● pathspec  round 3 of 12 · Engineer · 4 min 12 s",
      "  Engineer  GAP-FLOW-001  2 min 12 s  command",
      "  open 7  CRITICAL 1  HIGH 4  LOW 2   █▇▅ converging",
    ]);
  });

  test("shows retries, attempts, what came so far and what was spent", () => {
    const facts = { role: "reviewer", gaps: [1, 2, 3, 4, 5].map((number) => gapId("A", number)) } as const;
    const shown = sampleProgress({}, [
      ...runEvents({ run: "R3-reviewer-1", failure: "EMPTY_OUTPUT", ...facts }),
      started({ run: "R3-reviewer-2", ...facts }),
    ]);
    const characters = new Map([["R3-reviewer-2", 4100]]);
    expect(renderProgress({ ...shown, characters }, plain).slice(0, 2)).toEqual([
      "● pathspec  round 3 of 12 · Engineer · 4 min 12 s · 1 retry · 1.2k tokens · 0.01 USD",
      "  Reviewer  GAP-A-001 GAP-A-002 GAP-A-003 +2  2 min 12 s  4.1k characters  command  attempt 2 of 3",
    ]);
  });

  test("says how many questions Engineers ask while others still run", () => {
    const gap = gapId("FLOW", 1);
    const asks = { kind: "BLOCKED_NEEDS_INPUT", gap, reason: "Which unit?" } as const;
    const asked = runEvents({ run: "R3-engineer-GAP-FLOW-001-1", gaps: [gap] }).map((event) =>
      event.type === "run_ended" ? { ...event, blocked: [asks] } : event,
    );
    const other = started({ run: "R3-engineer-GAP-FLOW-002-1", gaps: [gapId("FLOW", 2)] });
    expect(renderProgress(sampleProgress({}, [...asked, other]), plain)[0]).toContain(" · 1 question for you · ");
  });

  test("names the phase by what the round has", () => {
    const { state } = sampleProgress();
    const phase = (changes: object) => {
      const round = state.round && { ...state.round, ...changes };
      return renderProgress(sampleProgress({ round }), plain)[0]?.split(" · ")[1];
    };
    const skipped = [{ role: "engineer", why: "" }];
    expect(phase({ skipped })).toBe("disagreement");
    expect(phase({ skipped, measured: true })).toBe("review");
    expect(phase({ skipped, measured: true, reviewerDocument: {} })).toBe("synthesis");
  });

  test("counts the runs that it does not show", () => {
    const runs = Array.from({ length: 10 }, (_, index) => started({ run: `R3-engineer-${index}` }));
    const lines = renderProgress(sampleProgress({}, runs), plain);
    expect(lines).toHaveLength(11);
    expect(lines[9]).toBe("  … 2 more runs");
  });

  test("leaves out the trend before the first round has ended, and severities that nothing has", () => {
    const { state } = sampleProgress();
    const gaps = Table.of(state.gaps.filter(({ severity }) => severity === "LOW"));
    expect(renderProgress(sampleProgress({ records: [], gaps }), plain)[2]).toBe("  open 2  LOW 2");
  });

  test("does not call a session converging whose warning was only answered", () => {
    const { state } = sampleProgress();
    const records = state.records.map((record) => ({ ...record, state: "DIVERGENCE_WARNING" as const }));
    const words = (choices: (typeof state.convergence)["choices"]) =>
      renderProgress(sampleProgress({ records, convergence: { ...state.convergence, choices } }), plain)[2];
    expect(words([])).toMatch(/ divergence warning$/);
    const { round = 0 } = records.at(-1) ?? {};
    expect(words([{ round, choice: "accept-complexity" }])).toMatch(/ warning answered$/);
  });

  test.each([20, 33, 80])("every line fits %i columns, with colours and wide characters", (columns) => {
    const session = { ...sampleProgress().state.session, name: "仕様書の名前がとても長い場合".repeat(3) };
    const shown = sampleProgress({ session }, [started({ name: "代理".repeat(20) })]);
    for (const line of renderProgress(shown, { ...plain, columns, paint: createPaint(true) })) {
      expect(widthOf(stripVTControlCharacters(line)).width).toBeLessThanOrEqual(columns);
    }
  });

  test("obeys nothing that an agent's name or a title holds", () => {
    const session = { ...sampleProgress().state.session, name: "a\u001b[2Jb" };
    const text = renderProgress(sampleProgress({ session }, [started({ name: "x\r\u009b2J\u0007" })]), plain).join("");
    expect(stripVTControlCharacters(text)).toBe(text);
    expect(text).not.toContain("\r");
    expect(text).not.toContain("\u0007");
  });
});
