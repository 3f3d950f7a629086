import { describe, expect, it } from "vitest";
import type { AttemptedGap, UndoneAttempt } from "../../model/rollback.ts";
import { areAlike, aspectsOf, rootCauses } from "./root-causes.ts";

const gap = (facts: Partial<AttemptedGap> = {}): AttemptedGap => ({
  gap: "GAP-DEPOT-001",
  addressed: "yes",
  sections: [],
  examples: 2,
  chars: 900,
  covered: [],
  missed: [],
  ...facts,
});

const attempt = (number: number, facts: Partial<UndoneAttempt> = {}): UndoneAttempt => ({
  round: 5,
  attempt: number,
  gaps: [gap()],
  patterns: [],
  contradictions: [],
  score: 10,
  ...facts,
});

const causes = (...attempts: readonly (readonly [string, Partial<UndoneAttempt>?])[]) =>
  rootCauses(attempts.map(([reason, facts], index) => ({ reason, attempt: attempt(index + 1, facts) }))).map(
    ({ cause, confidence }) => `${cause} ${confidence}`,
  );

describe("the cause of repeated rollbacks (SPEC 13.7)", () => {
  it("is an ambiguous gap or prompt where the reasons are alike", () => {
    expect(causes(["Proposals too abstract"], ["Still no concrete examples"])).toEqual(["AMBIGUOUS MEDIUM"]);
  });

  it("is too large a scope where they differ", () => {
    expect(causes(["the scale is wrong"], ["the night shift is missing"])).toEqual(["SCOPE_TOO_LARGE MEDIUM"]);
  });

  it("is missing context where terms are undefined", () => {
    const evidence = [{ words: "Dock Oracle" }, { words: "Yard Keeper" }];
    const found = {
      pattern: "DOMAIN_CONFUSION",
      confidence: "MEDIUM",
      gap: "GAP-DEPOT-001",
      message: "",
      evidence,
    } as const;
    expect(causes(["unclear", { patterns: [found] }], ["unclear"])[0]).toBe("CONTEXT_MISSING HIGH");
  });

  it("is outside the agent's knowledge under 200 characters each time, not under that once", () => {
    const thin = { gaps: [gap({ chars: 120 })] };
    expect(causes(["empty", thin], ["empty", thin])[0]).toBe("OUTSIDE_KNOWLEDGE HIGH");
    expect(causes(["empty", thin], ["empty"]).some((one) => one.startsWith("OUTSIDE"))).toBe(false);
  });

  it("is an ambiguous gap where an attempt contradicts itself, also after one", () => {
    expect(causes(["odd", { contradictions: ["line 4: 5 s, then 9 s"] }])).toEqual(["AMBIGUOUS MEDIUM"]);
  });
});

it("holds complaints about different things apart, though the complaint is one", () => {
  expect(areAlike("Rollback mechanics unclear", "Now UX is unclear instead")).toBe(false);
  expect(areAlike("the limits are missing", "limits still missing")).toBe(true);
});

it("finds the questions of a gap in its list, its clauses, or not at all", () => {
  expect(aspectsOf({ title: "", text: "Open:\n- who signs\n- when it ends" })).toEqual(["who signs", "when it ends"]);
  expect(
    aspectsOf({ title: "", text: "GAP-A: Undoing: what is restored, who is asked, and which limits hold" }),
  ).toHaveLength(3);
  expect(aspectsOf({ title: "Retry limit", text: "Retry limit" })).toEqual([]);
});
