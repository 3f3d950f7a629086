import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "./token-estimate.ts";

describe("estimateTokens", () => {
  // Counted with o200k; bench/token-estimate.mjs measures over real documents.
  it.each([
    ["prose", "A part that broke off is thrown away: resuming within a part would need range bookkeeping.", 19],
    ["code", "export function estimateTokens(text: string): number {\n  return text.length / 4;\n}\n", 19],
    ["a heading and a list", "### Trade-offs\n\n- Copies have to be cleaned up by hand.\n- None.\n", 17],
    ["German", "Die Spezifikation beschreibt das Verhalten des Systems bei Netzausfällen.", 15],
    ["Russian", "Спецификация описывает поведение системы при отказе сети.", 14],
    ["Chinese", "规范描述了系统在网络故障时的行为以及重试请求的规则。", 18],
  ])("is near the count for %s", (_, text, tokens) => {
    expect(Math.abs(estimateTokens(text) - tokens)).toBeLessThanOrEqual(Math.max(2, tokens * 0.25));
  });

  it("is nothing for nothing", () => {
    expect(estimateTokens("")).toBe(0);
  });

  it("of two texts is that of both", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const sum = estimateTokens(a) + estimateTokens(b);
        expect(Math.abs(estimateTokens(a + b) - sum)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
