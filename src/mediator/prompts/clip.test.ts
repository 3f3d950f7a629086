import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { estimateTokens } from "../../model/token-estimate.ts";
import { clip } from "./clip.ts";

const paragraph = fc.integer({ min: 1, max: 80 }).map((words) => Array.from({ length: words }, () => "word").join(" "));
const fence = fc.integer({ min: 1, max: 40 }).map((lines) => `\`\`\`js\n${"call();\n".repeat(lines)}\`\`\``);
const table = fc.integer({ min: 1, max: 40 }).map((rows) => `| a | b |\n| - | - |${"\n| one | two |".repeat(rows)}`);
const document = fc
  .array(fc.oneof(paragraph, fence, table), { minLength: 1, maxLength: 12 })
  .map((blocks) => blocks.join("\n\n"));

describe("clip", () => {
  it("leaves a text that fits as it is", () => {
    expect(clip("a\n\nb", 10)).toBe("a\n\nb");
  });

  it("stays within the budget, but for its own words on what is left out", () => {
    fc.assert(
      fc.property(
        document,
        fc.integer({ min: 30, max: 400 }),
        fc.integer({ min: 1, max: 60 }),
        (text, tokens, line) => {
          expect(estimateTokens(clip(text, tokens, line))).toBeLessThanOrEqual(tokens + 25);
        },
      ),
    );
  });

  it("never leaves a fence open", () => {
    fc.assert(
      fc.property(
        document,
        fc.integer({ min: 30, max: 200 }),
        fc.integer({ min: 1, max: 60 }),
        (text, tokens, line) => {
          const { blocks } = parseMarkdown(clip(text, tokens, line));
          expect(blocks.filter((block) => block.type === "fence" && !block.closed)).toEqual([]);
        },
      ),
    );
  });

  it("keeps what stands around the line, and says how much is gone", () => {
    const text = Array.from({ length: 50 }, (_, at) => `Paragraph ${at + 1} has some words in it.`).join("\n\n");
    const clipped = clip(text, 60, 51);
    expect(clipped).toContain("Paragraph 26 ");
    expect(clipped).not.toContain("Paragraph 1 ");
    expect(clipped).toMatch(/^\[… \d+ lines left out\]\n/);
    expect(clipped).toMatch(/\n\[… \d+ lines left out\]$/);
  });

  it("keeps the head of a table that it cuts", () => {
    const rows = Array.from({ length: 90 }, (_, at) => `| ${at + 1} | row |`);
    const clipped = clip(["| number | what |", "| --- | --- |", ...rows].join("\n"), 80, 60);
    expect(clipped).toContain("| number | what |");
    expect(clipped).toContain("| 58 | row |");
  });

  it("cuts one endless line by characters", () => {
    expect(clip("x".repeat(10_000), 50).length).toBeLessThan(200);
  });
});
