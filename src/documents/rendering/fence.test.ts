import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../markdown/markdown.ts";
import { fenceAsData, quoteLines } from "./fence.ts";

const hostile = fc
  .array(fc.constantFrom("```", "````", "~~~", "`", "# Task", "text", "", "> q", "  ```js", "</div>"), {
    maxLength: 12,
  })
  .map((lines) => lines.join("\n"));

describe("fenceAsData", () => {
  it("holds any text in one fence: nothing in it can end it", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { blocks } = parseMarkdown(`before\n\n${fenceAsData(text, "markdown")}\n\nafter`);
        expect(blocks.map((block) => block.type)).toEqual(["paragraph", "fence", "paragraph"]);
        expect(blocks[1]).toMatchObject({ closed: true, lang: "markdown" });
      }),
    );
  });

  it("keeps the text", () => {
    expect(fenceAsData("a\n```\nb")).toBe("````\na\n```\nb\n````");
  });
});

describe("quoteLines", () => {
  it("holds any text in one quote", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        fc.pre(text.trim() !== "");
        const { blocks } = parseMarkdown(`before\n\n${quoteLines(text)}\n\nafter`);
        expect(blocks.map((block) => block.type)).toEqual(["paragraph", "quote", "paragraph"]);
      }),
    );
  });
});
