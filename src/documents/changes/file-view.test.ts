import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordCount } from "../stated/word-count.ts";
import { viewOf } from "./file-view.ts";
import { applyHunks } from "./hunk.ts";
import { countIn, findQuotation } from "./occurs.ts";

describe("the lines of a file", () => {
  const texts = fc.array(fc.constantFrom("a", " ", "\n", "\r", "\r\n")).map((parts) => parts.join(""));

  it("are cut at every line end, of whatever kind, and lose no character", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { lines } = viewOf({ path: "spec.md", text });
        const parts = text.split(/(\r\n|\n|\r)/);
        const expected = parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ""]] : []));
        const found = lines.map(({ start, end, next }) => [text.slice(start, end), text.slice(end, next)]);
        expect(found).toEqual(expected.filter(([part, end]) => `${part}${end}` !== ""));
      }),
    );
  });
});

describe("a changed file", () => {
  const piece = fc.constantFrom("one", "two", " ", "\n", "\n\n", "- ", "# ", "**", "\r\n", "\uFEFF");
  const text = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""));
  const edits = fc.array(fc.tuple(fc.nat(40), text), { minLength: 1, maxLength: 3 });

  /** Hunks between sorted offsets, so that they do not overlap. */
  function hunksFor(length: number, wanted: readonly (readonly [number, string])[]) {
    const offsets = wanted.map(([offset]) => Math.min(offset, length)).sort((a, b) => a - b);
    return wanted.map(([, words], at) => {
      const start = offsets[at] ?? 0;
      const end = at % 2 === 0 ? (offsets[at + 1] ?? start) : start;
      return { change: at + 1, file: "spec.md", start, end, text: words };
    });
  }

  it("has the lines, words and quotations of its text, though only what changed is read again", () => {
    fc.assert(
      fc.property(text, edits, (start, wanted) => {
        const before = `${start}\nthe last line\n`;
        const [changed] = applyHunks([{ path: "spec.md", text: before }], hunksFor(before.length, wanted));
        if (changed === undefined) throw new Error("the file is gone");
        const whole = { ...changed };
        const { lines, lineTexts, lineEnd } = viewOf(whole);
        expect(viewOf(changed)).toMatchObject({ lines, lineTexts, lineEnd });
        expect(wordCount([changed])).toBe(wordCount([whole]));
        for (const words of ["one", "two", "one two", "the last line"]) {
          expect(findQuotation([changed], words)).toEqual(findQuotation([whole], words));
          expect(countIn([changed], words)).toBe(countIn([whole], words));
        }
      }),
      { numRuns: 500 },
    );
  });
});
