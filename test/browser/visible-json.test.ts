import { describe, expect, test } from "vitest";
import { parseVisible } from "../../web/src/source/http.ts";

const LONG = 700_000;

describe("JSON of the server", () => {
  test("shows control characters instead of obeying them", () => {
    expect(parseVisible('{"title":"a\\u001b[31mb"}')).not.toEqual({ title: "a\u001b[31mb" });
    expect(JSON.stringify(parseVisible('{"title":"a\u202eb"}'))).not.toContain("\u202e");
  });

  test("is cut where one text of it is endless, also with quotation marks in it, and nowhere else", () => {
    const words = 'a "b" \\ '.repeat(LONG / 8);
    const { text } = parseVisible(JSON.stringify({ text: words })) as { text: string };
    expect(text.length).toBeLessThan(LONG);
    const many = Array.from({ length: 1000 }, (_, index) => `${index} ${"word ".repeat(200)}`);
    expect(parseVisible(JSON.stringify(many))).toEqual(many);
  });
});
