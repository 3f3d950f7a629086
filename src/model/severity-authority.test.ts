import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareSeverity, isBlocking, isWorse, SEVERITIES } from "./severity.ts";
import { ruleOnSeverity } from "./severity-authority.ts";

const anySeverity = fc.constantFrom(...SEVERITIES);
const notUser = fc.constantFrom("mediator", "engineer", "reviewer");

describe("SPEC 3.4, who may set a severity", () => {
  it("the Reviewer raises", () => {
    const ruling = ruleOnSeverity({ severity: "LOW", by: "engineer" }, { severity: "HIGH", by: "reviewer" });
    expect(ruling).toEqual({ type: "changed", severity: "HIGH", by: "reviewer" });
  });

  it("the Reviewer never lowers: the higher one holds, and the conflict is recorded", () => {
    fc.assert(
      fc.property(anySeverity, anySeverity, notUser, (current, stated, by) => {
        const ruling = ruleOnSeverity({ severity: current, by }, { severity: stated, by: "reviewer" });
        if (isWorse(current, stated)) expect(ruling).toEqual({ type: "conflict", holds: current, stated });
        else expect(ruling.type).toBe(current === stated ? "unchanged" : "changed");
      }),
    );
  });

  it("the User sets any, with a reason", () => {
    fc.assert(
      fc.property(anySeverity, anySeverity, notUser, (current, stated, by) => {
        if (current === stated) return;
        const statement = { severity: stated, by: "user", reason: "seen in production" } as const;
        expect(ruleOnSeverity({ severity: current, by }, statement).type).toBe("changed");
        expect(ruleOnSeverity({ severity: current, by }, { ...statement, reason: " " }).type).toBe("refused");
      }),
    );
  });

  it("what the User set holds against the Reviewer in both directions", () => {
    const current = { severity: "MEDIUM", by: "user" } as const;
    expect(ruleOnSeverity(current, { severity: "CRITICAL", by: "reviewer" }).type).toBe("conflict");
    expect(ruleOnSeverity(current, { severity: "LOW", by: "reviewer" }).type).toBe("conflict");
  });

  it("the Engineer changes nothing that is there", () => {
    const ruling = ruleOnSeverity({ severity: "HIGH", by: "reviewer" }, { severity: "LOW", by: "engineer" });
    expect(ruling.type).toBe("refused");
  });
});

describe("SPEC 3.4, the order of severities", () => {
  it("CRITICAL is worse than HIGH, MEDIUM and LOW, and only it and HIGH block", () => {
    expect([...SEVERITIES].reverse().sort(compareSeverity)).toEqual(["CRITICAL", "HIGH", "MEDIUM", "LOW"]);
    expect(SEVERITIES.map(isBlocking)).toEqual([true, true, false, false]);
  });
});
