import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import { clip } from "./clip.ts";

const paragraph = fc.integer({ min: 1, max: 80 }).map((words) => Array.from({ length: words }, () => "word").join(" "));
const fence = fc.integer({ min: 1, max: 40 }).map((lines) => `\`\`\`js\n${"call();\n".repeat(lines)}\`\`\``);
const table = fc.integer({ min: 1, max: 40 }).map((rows) => `| a | b |\n| - | - |${"\n| one | two |".repeat(rows)}`);
const document = fc
  .array(fc.oneof(paragraph, fence, table), { minLength: 1, maxLength: 12 })
  .map((blocks) => blocks.join("\n\n"));
const RUNS = { numRuns: 200 };

describe("clip", () => {
  it("leaves a text that fits as it is", () => {
    expect(clip("a\n\nb", 10)).toBe("a\n\nb");
  });

  it("stays within the budget, but for one endless line", () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 30, max: 400 }), (text, tokens) => {
        expect(estimateTokens(clip(text, tokens))).toBeLessThanOrEqual(tokens + 25);
      }),
      RUNS,
    );
  });

  it("never leaves a fence open", () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 30, max: 200 }), (text, tokens) => {
        const { blocks } = parseMarkdown(clip(text, tokens));
        expect(blocks.filter((block) => block.type === "fence" && !block.closed)).toEqual([]);
      }),
      RUNS,
    );
  });

  it("keeps the first blocks, cuts the one that is too long by lines, and says how much is gone", () => {
    const rows = Array.from({ length: 90 }, (_, at) => `| ${at + 1} | row |`);
    const clipped = clip(["First.", "", "| number | what |", "| --- | --- |", ...rows].join("\n"), 80);
    expect(clipped).toMatch(/^First\.\n\n\| number \| what \|\n[\s\S]+\n\[… \d+ more lines\]$/);
    expect(clipped).toContain("| 5 | row |");
  });

  it("cuts one endless line by characters", () => {
    expect(clip("x".repeat(10_000), 50).length).toBeLessThan(200);
  });
});
