import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visibleJson, visibleLine, visibleText } from "./visible-text.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const hostile = fc
  .array(fc.oneof(fc.string(), fc.integer({ min: 0, max: 0x9f }).map(String.fromCharCode), fc.constant("\u202e")))
  .map((parts) => parts.join(""));

describe("visibleText", () => {
  test("shows escape sequences instead of obeying them", () => {
    expect(visibleText("\u001b]0;title\u0007 \u001b[2Jred\u009b31m")).toBe("␛]0;title␇ ␛[2Jred<U+009B>31m");
  });

  test("shows a lone carriage return, which would overwrite the line, and reads CRLF as a line feed", () => {
    expect(visibleText("safe\rrm -rf\r\n")).toBe("safe␍rm -rf\n");
  });

  test("shows marks that reorder text", () => {
    expect(visibleText("a\u202eb\u2066c")).toBe("a<U+202E>b<U+2066>c");
  });

  test("keeps tabs, line feeds and every script", () => {
    const text = "a\tb\nčeština 日本語 עברית 👩‍🚀";
    expect(visibleText(text)).toBe(text);
  });

  test("lets no obeyed character through and changes nothing the second time", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = visibleText(text);
        expect(OBEYED.test(shown)).toBe(false);
        expect(visibleText(shown)).toBe(shown);
      }),
    );
  });
});

describe("visibleLine", () => {
  test("is one line, cut at the limit with a mark", () => {
    expect(visibleLine("one\n  two\tthree")).toBe("one two three");
    expect(visibleLine("abcdef", 4)).toBe("abc…");
    expect(visibleLine("abcd", 4)).toBe("abcd");
    expect(visibleLine("How do you want to continue?", 22)).toBe("How do you want to…");
    expect(visibleLine("How do you want to continue?", 19)).toBe("How do you want to…");
    expect(visibleLine("A continuation", 10)).toBe("A continu…");
  });

  test("never cuts a character in half", () => {
    expect(visibleLine("👍👍👍", 2)).toBe("👍…");
  });
});

describe("visibleJson", () => {
  test("gives back the same value and holds no obeyed character", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const json = visibleJson({ text });
        expect(OBEYED.test(json)).toBe(false);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });
});
