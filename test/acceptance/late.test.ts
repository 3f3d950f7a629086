import { describe, expect, it } from "vitest";
import { KEEP, KEPT, keeps } from "./support/depot.ts";
import type { Desk } from "./support/desk.ts";
import { changedIn, type IssueWords } from "./support/documents.ts";
import { BETTER, FIRST, INTAKE_DAY, oneGap, raised, revised, SOURCE, WHO_CLEARS } from "./support/one-gap.ts";

// SPEC 3.6: new issues on words that an earlier review saw unchanged.

const SHELF = "Each parcel has one shelf.";
const late = (id: string, words = SHELF): IssueWords => ({
  ...WHO_CLEARS,
  id,
  title: `${id} is found late`,
  quotes: [words],
});
const MET = { [FIRST]: ["RESOLVED", `"${BETTER}"`] } as const;
const better = keeps(BETTER, changedIn(FIRST, "1"));

/** Round 2 meets the issue of round 1 and raises two HIGH issues on a passage that round 1 saw as it is. */
async function twoLate(mode: "once" | "always" | "note"): Promise<Desk> {
  const desk = await oneGap([
    ...raised({ high: [INTAKE_DAY] }),
    ...revised(2, better, { earlier: MET, high: [late("ISSUE-R2-001"), late("ISSUE-R2-002")], verdict: "APPROVED" }),
  ]);
  await desk.begin("--max-rounds", "2", "--set", `late_high=${mode}`);
  return desk;
}

describe.concurrent("late HIGH issues", () => {
  it.each([
    ["once", "NEEDS_REVISION", 1],
    ["always", "NEEDS_REVISION", 2],
    ["note", "RESOLVED", 0],
  ] as const)("with late_high=%s leave the gap %s: %i count", async (mode, state, counting) => {
    const desk = await twoLate(mode);
    expect(await desk.state(KEEP)).toBe(state);
    const holding = desk.summary(2).match(/approves GAP-KEEP-001, but ([^;\n]*) is still open/)?.[1] ?? "";
    expect(holding.match(/ISSUE-R2-\d+/g) ?? []).toHaveLength(counting);
    expect(desk.session("spec.md")).toBe(counting === 0 ? SOURCE.replace(KEPT, BETTER) : SOURCE);
  });

  it("count once for a gap over all its rounds", async () => {
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY] }),
      ...revised(2, better, { earlier: MET, high: [late("ISSUE-R2-001")] }),
      ...revised(3, keeps(BETTER, changedIn("ISSUE-R2-001", "1")), {
        earlier: { "ISSUE-R2-001": ["RESOLVED", `"${SHELF}"`] },
        high: [late("ISSUE-R3-001")],
        verdict: "APPROVED",
      }),
    ]);
    await desk.begin("--max-rounds", "3");
    expect(await desk.state(KEEP)).toBe("RESOLVED");
  });

  it("are not those on words that this version brought", async () => {
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY] }),
      ...revised(2, better, { earlier: MET, high: [late("ISSUE-R2-001", BETTER), late("ISSUE-R2-002", BETTER)] }),
    ]);
    await desk.begin("--max-rounds", "2", "--set", "late_high=note");
    expect(await desk.state(KEEP)).toBe("NEEDS_REVISION");
  });
});

describe.concurrent("other late issues", () => {
  it("count where they are CRITICAL, whatever late_high says", async () => {
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY] }),
      ...revised(2, better, { earlier: MET, critical: [late("ISSUE-R2-001")], verdict: "APPROVED" }),
    ]);
    await desk.begin("--max-rounds", "2", "--set", "late_high=note");
    expect(await desk.state(KEEP)).toBe("NEEDS_REVISION");
  });

  it("never hold a gap back where they are MEDIUM or LOW, also raised again in other words", async () => {
    const again: IssueWords = { ...WHO_CLEARS, id: "ISSUE-R2-001", quotes: [SHELF], title: "The shelf again" };
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY], medium: [{ ...WHO_CLEARS, quotes: [SHELF] }] }),
      ...revised(2, better, { earlier: MET, medium: [again], verdict: "APPROVED_WITH_NOTES" }),
    ]);
    await desk.begin("--max-rounds", "2");
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, BETTER));
  });
});
