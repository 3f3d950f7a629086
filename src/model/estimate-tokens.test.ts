import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "./estimate-tokens.ts";

describe("estimateTokens", () => {
  // Counted with o200k; bench/token-estimate.mjs measures over real documents.
  it.each([
    ["prose", "A part that broke off is thrown away: resuming within a part would need range bookkeeping.", 19],
    [
      "a table",
      "| Issue | Status | Why |\n| --- | --- | --- |\n| ISSUE-R2-001 | RESOLVED | the number is given |\n",
      30,
    ],
    ["code", "export function estimateTokens(text: string): number {\n  return text.length / 4;\n}\n", 19],
    ["a heading and a list", "### Trade-offs\n\n- Copies have to be cleaned up by hand.\n- None.\n", 17],
    ["digits", "2026-01-12T14:30:00Z", 13],
    ["German", "Die Spezifikation beschreibt das Verhalten des Systems bei Netzausfällen.", 15],
    ["Russian", "Спецификация описывает поведение системы при отказе сети.", 14],
    ["Chinese", "规范描述了系统在网络故障时的行为以及重试请求的规则。", 18],
  ])("is near the count for %s", (_, text, tokens) => {
    expect(Math.abs(estimateTokens(text) - tokens)).toBeLessThanOrEqual(Math.max(2, tokens * 0.2));
  });

  it("is nothing for nothing", () => {
    expect(estimateTokens("")).toBe(0);
  });

  it("of two texts set apart by a line end is that of both", () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.lorem({ maxCount: 30 }), (a, b) => {
        const sum = estimateTokens(a) + estimateTokens(b) + 1;
        expect(Math.abs(estimateTokens(`${a}\n${b}`) - sum)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it("never passes the characters, whatever they are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const tokens = estimateTokens(text);
        expect(tokens).toBeGreaterThanOrEqual(0);
        expect(tokens).toBeLessThanOrEqual(text.length * 4 + 2);
      }),
    );
  });
});
