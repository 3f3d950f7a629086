import { describe, expect, it } from "vitest";
import { type EstimateFacts, estimateSession, estimateText } from "./estimate.ts";

const FACTS: EstimateFacts = { gaps: 12, parallelGaps: 4, engineerPrompt: 2000, reviewerPreface: 1500, source: 800 };
const PRICE = { input: 3, output: 15 };

describe("the estimate before the first run (SPEC 15.3)", () => {
  it("goes from every gap accepted at once to every gap revised and half as many new ones", () => {
    const { rounds, runs } = estimateSession(FACTS);
    expect(rounds).toEqual({ low: 3, high: 9 });
    expect(runs).toEqual({ low: 12 + 3 + 1, high: 36 + 9 + 1 });
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
    expect(mixed.outputTokens.low).toBe(12 * 700 + 400);
    expect(mixed.usd?.low).toBeCloseTo((mixed.inputTokens.low * 3 + mixed.outputTokens.low * 15) / 1e6);
    const interview = estimateSession({ ...FACTS, engineerPrice: "free", reviewerPrice: "free" });
    expect(interview).toMatchObject({ inputTokens: { low: 0, high: 0 }, usd: { low: 0, high: 0 } });
    expect(estimateText(interview)).toBe("12 open gaps: about 3 to 9 rounds and 16 to 46 runs; no tokens needed.");
  });

  it("counts the survey that is due: its runs, its tokens, and the gaps that it may open", () => {
    const survey = { prompt: 5000, gaps: 12 };
    const [plain, surveyed] = [estimateSession(FACTS), estimateSession({ ...FACTS, survey })];
    expect(surveyed.runs).toEqual({ low: plain.runs.low + 1, high: 2 + 72 + 18 + 1 });
    expect(surveyed.inputTokens.low).toBe(plain.inputTokens.low + 5000);
    expect(surveyed.outputTokens.low).toBe(plain.outputTokens.low + 12 * 100 + 200);
    expect(surveyed.inputTokens.high).toBeGreaterThan(2 * plain.inputTokens.high);
    expect(estimateText(surveyed)).toMatch(/^12 open gaps and up to 12 from the survey: about 3 to 18 rounds/);
  });

  it("grows with the gaps and with the prompts", () => {
    const plain = estimateSession(FACTS).inputTokens;
    expect(estimateSession({ ...FACTS, gaps: 24 }).inputTokens.low).toBeGreaterThan(plain.low * 1.8);
    expect(estimateSession({ ...FACTS, engineerPrompt: 4000 }).inputTokens.low).toBe(plain.low + 12 * 2000);
  });
});
