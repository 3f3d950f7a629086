import { describe, expect, it } from "vitest";
import { plainText, withoutCode } from "./inline.ts";

const blank = (count: number): string => " ".repeat(count);

describe("withoutCode", () => {
  it("blanks code spans and comments and keeps offsets", () => {
    expect(withoutCode("a `b` c <!-- d --> e")).toBe(`a ${blank(3)} c ${blank(10)} e`);
    expect(withoutCode("``x ` y`` z")).toBe(`${blank(9)} z`);
    expect(withoutCode("one\n`two\nthree` four")).toBe("one\n    \n       four");
  });

  it("leaves backticks without a partner alone", () => {
    expect(withoutCode("a ` b")).toBe("a ` b");
    expect(withoutCode("a `` b ` c `d")).toBe(`a \`\` b ${blank(5)}d`);
    expect(withoutCode("\\`a` b")).toBe("\\`a` b");
  });

  it("hides everything behind a comment that does not end", () => {
    expect(withoutCode("a <!-- `b")).toBe("a        ");
  });
});

describe("plainText", () => {
  it("removes emphasis, links and code marks, and keeps the words", () => {
    expect(plainText("**[ISSUE-R1-001]**: use `snake_case` in _all_ [files](x.md)")).toBe(
      "[ISSUE-R1-001]: use snake_case in all files",
    );
    expect(plainText("a * b and snake_case stay")).toBe("a * b and snake_case stay");
    expect(plainText("*All* of __it__ ~~gone~~")).toBe("All of it gone");
  });
});
