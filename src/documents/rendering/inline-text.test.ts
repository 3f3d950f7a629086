import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../markdown/markdown.ts";
import { codeText, inlineText, quotedText } from "./inline-text.ts";

const untrusted = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom("|", "\\", "`", "``", "<b>", "<!--", "\n", "[a](b)", "![x](y)", "x", " ", "\u001b", "~~~", "#"),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

describe("untrusted words in markdown", () => {
  it("stay within their cell", () => {
    fc.assert(
      fc.property(untrusted, untrusted, (a, b) => {
        const table = `| A | B | C |\n| --- | --- | --- |\n| ${inlineText(a)} | ${codeText(b)} | end |`;
        const { blocks } = parseMarkdown(table);
        expect(blocks).toHaveLength(1);
        expect(blocks[0]).toMatchObject({
          type: "table",
          rows: [{ cells: [expect.anything(), expect.anything(), "end"] }],
        });
      }),
      { numRuns: 500 },
    );
  });

  it("stay within their quote", () => {
    fc.assert(
      fc.property(untrusted, (words) => {
        const blocks = parseMarkdown(`before\n\n${quotedText(words)}\n\nafter`).blocks;
        expect(blocks.at(0)).toMatchObject({ type: "paragraph", text: "before" });
        expect(blocks.at(-1)).toMatchObject({ type: "paragraph", text: "after" });
        expect(blocks.slice(1, -1).every((block) => block.type === "quote")).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("lose nothing that is harmless, and are shortened at the limit", () => {
    expect(inlineText("Plain words, 5 of them.")).toBe("Plain words, 5 of them.");
    expect(inlineText("a | b <i> [x](y)\nc")).toBe("a \\| b &lt;i> [x]\\(y) c");
    expect(inlineText("abcdefgh", 4)).toBe("abc…");
  });
});
