import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeGap } from "../../test/support/make-gap.ts";
import { dependOnParts, partsOf, supersede } from "./change-gap.ts";
import { countRound, isOpen, openCount } from "./counting.ts";
import { GAP_STATES, type Gap } from "./gap.ts";
import { gapIdMint } from "./id-mint.ts";
import { DEFAULT_SEVERITY_WEIGHTS, SEVERITIES } from "./severity.ts";

const anyOpenGap = fc
  .record({
    state: fc.constantFrom(...GAP_STATES),
    severity: fc.constantFrom(...SEVERITIES),
    dependsOn: fc.constantFrom<Gap["dependsOn"]>([], ["GAP-API-001"]),
    type: fc.constantFrom("DIVERGENCE", "USER_INPUT", "EXTERNAL"),
  })
  .map(({ type, ...facts }) =>
    makeGap(facts.state === "BLOCKED" ? { ...facts, cameFrom: "OPEN", blocker: { type, reason: "waits" } } : facts),
  )
  .filter(isOpen);

function split(whole: Gap, count: number): { whole: Gap; parts: Gap[] } {
  const ids = gapIdMint([whole.id]).parts(whole.id, count);
  const parts = partsOf(
    whole,
    ids.map((id) => ({ id, title: `Part ${id}`, text: "One of several." })),
    4,
  );
  return { whole: supersede(whole, { parts: ids }, 4), parts };
}

describe("SPEC 3.2, a split conserves meaning", () => {
  it("the parts count instead of the whole, which counts no more and is not resolved", () => {
    fc.assert(
      fc.property(anyOpenGap, fc.integer({ min: 2, max: 30 }), (gap, count) => {
        const { whole, parts } = split(gap, count);
        expect(whole.state).toBe("SUPERSEDED");
        expect(openCount([whole])).toBe(0);
        expect(openCount(parts)).toBeGreaterThanOrEqual(openCount([gap]) === 0.25 ? 0.25 * count : 0.5 * count);
        expect(countRound([whole, ...parts], 4, DEFAULT_SEVERITY_WEIGHTS)).toMatchObject({ net: 0, weightedNet: 0 });
      }),
    );
  });

  it("each part has the severity, the places and the dependencies of the whole, and both know each other", () => {
    fc.assert(
      fc.property(anyOpenGap, (gap) => {
        const { whole, parts } = split(gap, 3);
        expect(whole.parts).toEqual(parts.map((part) => part.id));
        for (const part of parts) {
          expect(part).toMatchObject({ partOf: gap.id, severity: gap.severity, dependsOn: gap.dependsOn });
          expect(part.places).toEqual(gap.places);
        }
      }),
    );
  });

  it("a blocker and a deferral stay with the parts", () => {
    const blocked = makeGap({
      state: "BLOCKED",
      cameFrom: "OPEN",
      blocker: { type: "EXTERNAL", reason: "the vendor" },
    });
    expect(split(blocked, 2).parts[0]).toMatchObject({ state: "BLOCKED", cameFrom: "OPEN", blocker: blocked.blocker });
    expect(split(makeGap({ state: "USER_DEFERRED" }), 2).parts[0]?.state).toBe("USER_DEFERRED");
    expect(split(makeGap({ state: "NEEDS_REVISION" }), 2).parts[0]?.state).toBe("OPEN");
  });

  it("a gap that waited for the whole waits for every part", () => {
    const waiting = makeGap({
      id: "GAP-API-002",
      dependsOn: ["GAP-FLOW-001", "GAP-API-001"],
      state: "BLOCKED",
      blocker: { type: "DEPENDENCY", gaps: ["GAP-FLOW-001"] },
    });
    const after = dependOnParts(waiting, "GAP-FLOW-001", ["GAP-FLOW-001a", "GAP-FLOW-001b"]);
    expect(after.dependsOn).toEqual(["GAP-FLOW-001a", "GAP-FLOW-001b", "GAP-API-001"]);
    expect(after.blocker).toEqual({ type: "DEPENDENCY", gaps: ["GAP-FLOW-001a", "GAP-FLOW-001b"] });
    expect(dependOnParts(waiting, "GAP-UI-001", ["GAP-UI-001a"])).toBe(waiting);
  });

  it("refuses one part, and a gap that has ended", () => {
    const draft = { id: "GAP-FLOW-001a", title: "Half", text: "" } as const;
    expect(() => partsOf(makeGap(), [draft], 1)).toThrow(/fewer than two/);
    expect(() => partsOf(makeGap({ state: "RESOLVED" }), [draft, draft], 1)).toThrow(/only an open gap/);
  });
});
