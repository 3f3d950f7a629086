import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareSeverity, isBlocking, isWorse, ruleOnSeverity, SEVERITIES } from "./severity.ts";

const anySeverity = fc.constantFrom(...SEVERITIES);

describe("SPEC 3.4, who may set a gap's severity", () => {
  it("the Reviewer raises and never lowers", () => {
    fc.assert(
      fc.property(anySeverity, anySeverity, (current, stated) => {
        const expected = current === stated ? "unchanged" : isWorse(stated, current) ? "raised" : "conflict";
        expect(ruleOnSeverity(current, stated, false)).toBe(expected);
      }),
    );
  });

  it("what the User set holds against the Reviewer in both directions", () => {
    fc.assert(
      fc.property(anySeverity, anySeverity, (current, stated) => {
        expect(ruleOnSeverity(current, stated, true)).toBe(current === stated ? "unchanged" : "conflict");
      }),
    );
  });
});

describe("SPEC 3.4, the order of severities", () => {
  it("CRITICAL is worse than HIGH, MEDIUM and LOW, and only it and HIGH block", () => {
    expect([...SEVERITIES].reverse().sort(compareSeverity)).toEqual(["CRITICAL", "HIGH", "MEDIUM", "LOW"]);
    expect(SEVERITIES.map(isBlocking)).toEqual([true, true, false, false]);
  });
});
