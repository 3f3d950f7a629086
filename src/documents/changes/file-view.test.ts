import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { viewOf } from "./file-view.ts";

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
