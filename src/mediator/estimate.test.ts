import { describe, expect, it } from "vitest";
import { type EstimateFacts, estimateSession, estimateText } from "./estimate.ts";

const FACTS: EstimateFacts = { gaps: 12, parallelGaps: 4, engineerPrompt: 2000, reviewerPreface: 1500, source: 800 };
const PRICE = { input: 3, output: 15 };

describe("the estimate before the first run (SPEC 15.3)", () => {
  it("goes from most gaps revised to every gap and half as many new ones, and counts a polishing round", () => {
    const { rounds, runs } = estimateSession(FACTS);
    expect(rounds).toEqual({ low: 6 + 1, high: 12 + 1 });
    expect(runs).toEqual({ low: 21 + 6 + 2 + 1, high: 45 + 12 + 2 + 1 });
  });

  // Sessions with models: words of the spec, gaps, and the tokens that they took for each gap, reviews and all.
  it.each([
    [590, 14, 13_800],
    [635, 10, 14_500],
    [685, 6, 17_000],
    [825, 12, 17_000],
    [1090, 7, 15_500],
    [1273, 8, 13_500],
  ])("expects about what a session on %i words with %i gaps took: %i tokens per gap", (words, gaps, tokens) => {
    const source = words * 1.5;
    const prompts = { engineerPrompt: 2000 + source, reviewerPreface: 1100 + source, source };
    const { inputTokens, outputTokens } = estimateSession({ ...FACTS, ...prompts, gaps });
    const perGap = (of: "low" | "high") => (inputTokens[of] + outputTokens[of]) / gaps;
    expect(perGap("low") / tokens).toBeGreaterThan(0.75);
    expect(perGap("low") / tokens).toBeLessThan(1.25);
    expect(perGap("high")).toBeGreaterThan(tokens);
  });

  it("has input, output and runs of a session with models between its bounds, and not far from the lower ones", () => {
    const took = { inputTokens: 157_000, outputTokens: 17_000, runs: 32 };
    const prompts = { engineerPrompt: 3_790, reviewerPreface: 2_690, source: 1_100 };
    const estimate = estimateSession({ ...FACTS, ...prompts, gaps: 11 });
    for (const of of ["inputTokens", "outputTokens", "runs"] as const) {
      expect(estimate[of].low / took[of]).toBeGreaterThan(0.8);
      expect(estimate[of].low / took[of]).toBeLessThan(1);
      expect(estimate[of].high).toBeGreaterThan(took[of]);
    }
  });

  it("costs what the tokens cost, each role at its own price", () => {
    const { inputTokens, outputTokens, usd } = estimateSession({
      ...FACTS,
      engineerPrice: PRICE,
      reviewerPrice: PRICE,
    });
    expect(usd?.low).toBeCloseTo((inputTokens.low * 3 + outputTokens.low * 15) / 1e6);
    const free = { input: 0, output: 0 };
    const half = estimateSession({ ...FACTS, engineerPrice: PRICE, reviewerPrice: free });
    expect(half.usd?.high).toBeLessThan(usd?.high ?? 0);
  });

  it("tells no cost where a price is not known", () => {
    const estimate = estimateSession({ ...FACTS, engineerPrice: PRICE });
    expect(estimate.usd).toBeUndefined();
    expect(estimateText(estimate)).toContain("cost unknown");
  });

  it("counts no tokens of a role that needs none, and says so where neither does", () => {
    const mixed = estimateSession({ ...FACTS, engineerPrice: "free", reviewerPrice: PRICE });
    expect(mixed.outputTokens.low).toBe((21 + 1) * 250 + 1000);
    expect(mixed.usd?.low).toBeCloseTo((mixed.inputTokens.low * 3 + mixed.outputTokens.low * 15) / 1e6);
    const interview = estimateSession({ ...FACTS, engineerPrice: "free", reviewerPrice: "free" });
    expect(interview).toMatchObject({ inputTokens: { low: 0, high: 0 }, usd: { low: 0, high: 0 } });
    expect(estimateText(interview)).toBe("12 open gaps: about 7 to 13 rounds and 30 to 60 runs; no tokens needed.");
  });

  it("counts the survey that is due: its runs, its tokens, and the gaps that it may open", () => {
    const survey = { prompt: 5000, gaps: 12 };
    const [plain, surveyed] = [estimateSession(FACTS), estimateSession({ ...FACTS, survey })];
    expect(surveyed.runs).toEqual({ low: plain.runs.low + 1, high: 2 + 90 + 23 + 2 + 1 });
    expect(surveyed.inputTokens.low).toBe(plain.inputTokens.low + 5000);
    expect(surveyed.outputTokens.low).toBe(plain.outputTokens.low + 12 * 100 + 200);
    expect(surveyed.inputTokens.high).toBeGreaterThan(1.9 * plain.inputTokens.high);
    expect(estimateText(surveyed)).toMatch(/^12 open gaps and up to 12 from the survey: about 7 to 24 rounds/);
  });

  it("grows with the gaps and with the prompts", () => {
    const plain = estimateSession(FACTS).inputTokens;
    expect(estimateSession({ ...FACTS, gaps: 24 }).inputTokens.low).toBeGreaterThan(plain.low * 1.8);
    expect(estimateSession({ ...FACTS, engineerPrompt: 4000 }).inputTokens.low).toBe(plain.low + (21 + 1) * 2000);
  });
});
