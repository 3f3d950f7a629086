import { describe, expect, test } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import { gapId } from "../../model/ids.ts";
import { PLAIN } from "../paint.ts";
import { closingLines, noneOpenLine } from "./closing-lines.ts";

function closed(count: number, isHeld: boolean) {
  const gaps = Array.from({ length: count }, (_, index) =>
    makeGap({ id: gapId("FLOW", index + 1), severity: "LOW", title: `Gap\u001b[2J ${index}` }),
  );
  const session = paperSession({
    gaps,
    config: { maxRounds: 1, hardLimit: 1, parallelGaps: count },
    issues: () => (isHeld ? gaps.map((gap) => ({ gap: gap.id, severity: "HIGH" as const })) : []),
    answer: () => ({ options: ["accept"] }),
  });
  expect(session.run()).toBe("ended");
  const view = { state: session.state, root: "/nowhere", folder: "sessions/relay", spec: "relay_v1.0.md", columns: 60 };
  return closingLines(view, PLAIN);
}

describe("the closing summary on a screen (SPEC 12)", () => {
  test("says how it ended, what became of the gaps and where the spec is, without markup", () => {
    const lines = closed(2, false);
    expect(lines[1]).toBe("paper: finished (no open gap is left)");
    expect(lines[2]).toMatch(/^ {2}gaps: 2 resolved · 1 round · 4 runs · \d+ s · 600 tokens · 0 decisions$/);
    expect(lines).toContain("Nothing is left open.");
    expect(lines.slice(-2)).toEqual(["Spec: relay_v1.0.md", "See the changes: whetstone diff sessions/relay"]);
    expect(lines.join("\n")).not.toMatch(/[|#`]|\*\*/);
  });

  test("counts what was parked beside what is left open, and says where it is listed", () => {
    const [open, aside] = [1, 2].map((number) => makeGap({ id: gapId("FLOW", number), severity: "LOW" }));
    const gaps = [open, { ...aside, state: "PARKED" as const }] as Gap[];
    const session = paperSession({
      gaps,
      config: { maxRounds: 1, hardLimit: 1 },
      issues: () => [{ gap: gapId("FLOW", 1), severity: "HIGH" }],
      answer: () => ({ options: ["accept"] }),
    });
    expect(session.run()).toBe("ended");
    const view = { state: session.state, root: "/nowhere", folder: "sessions/relay", spec: "relay_v1.0.md" };
    const lines = closingLines({ ...view, columns: 80 }, PLAIN);
    expect(lines).toContain("2 points are left open, 1 parked (see sessions/relay/traceability.md):");
  });

  test("lists what is left, no more than fits, and passes no control character on", () => {
    const text = closed(15, true).join("\n");
    expect(text).toContain("30 points are left open (see sessions/relay/traceability.md):");
    expect(text).toContain("… 18 more");
    expect(text).not.toContain("\u001b");
  });
});

test.each<[GapState[], string]>([
  [["RESOLVED"], "Nothing is left open."],
  [["RESOLVED", "WONT_FIX"], "No gap is left open; 1 was dropped"],
  [["WONT_FIX", "PARKED", "PARKED"], "No gap is left open; 1 was dropped, 2 were parked"],
])("of gaps that are %j: %s", (states, words) => {
  const gaps = states.map((state, index) => makeGap({ id: gapId("FLOW", index + 1), state }));
  const { state } = paperSession({ gaps });
  const places = " (see decisions.md and traceability.md in sessions/store)";
  expect(noneOpenLine({ state, folder: "sessions/store" })).toBe(words.endsWith(".") ? words : words + places);
});
