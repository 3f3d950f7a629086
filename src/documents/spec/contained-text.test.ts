import { describe, expect, it } from "vitest";
import { containedText, hasOwnTitle, titledText } from "./contained-text.ts";

describe("text of an agent inside a spec (SPEC 12)", () => {
  it("moves its headings together below the level of its target", () => {
    expect(containedText("#### A\n\nx\n\n##### B\n\n#### C", 2)).toBe("### A\n\nx\n\n#### B\n\n### C");
    expect(containedText("# A\n\n###### B", 5)).toBe("###### A\n\n###### B");
    expect(containedText("A\n=\n\nB\n-", 3)).toBe("#### A\n\n##### B");
  });

  it("does not take a comment in code for a heading", () => {
    const code = "```sh\n# not a heading\n```";
    expect(containedText(code, 4)).toBe(code);
  });

  it("closes a fence that is left open", () => {
    expect(containedText("a\n\n````js\ncode\n```", 1)).toBe("a\n\n````js\ncode\n```\n````");
  });

  it("shows HTML, comments and processing instructions outside code", () => {
    expect(containedText("a <b>c</b> `<i>` <!-- x", 1)).toBe("a &lt;b>c&lt;/b> `<i>` &lt;!-- x");
    expect(containedText("<?php", 1)).toBe("&lt;?php");
    expect(containedText("```\n<b>\n```", 1)).toBe("```\n<b>\n```");
  });

  it("escapes a comment that begins a block, whatever code span reaches over it", () => {
    const text = "`<b>` code `\n<!-- gone\n`<b>` code `\n-->\nplain words";
    expect(containedText(text, 1)).toContain("&lt;!-- gone");
  });

  it("escapes what shows only when a tag before it is escaped", () => {
    expect(containedText("<pre>\n```\n</pre>\n\n```\n<script>x</script>\n", 1)).not.toContain("<script>");
  });

  it("keeps line breaks, sub- and superscripts, keys and addresses", () => {
    const text = "a<br>b H<sub>2</sub>O <kbd>x</kbd> <https://example.org/a?b>";
    expect(containedText(text, 1)).toBe(text);
  });

  it("defines no link for the rest of the spec", () => {
    expect(containedText("[Errors]: http://elsewhere", 1)).toBe("\\[Errors]: http://elsewhere");
  });

  it("shows control characters", () => {
    expect(containedText("a\u001b[31mb", 1)).toBe("a\u241b[31mb");
  });

  it("stands under a title", () => {
    expect(titledText("A | b", "# X\n\nx", 2)).toBe("### A \\| b\n\n#### X\n\nx");
  });

  it("has a title of its own when it is one section", () => {
    expect(hasOwnTitle("# A\n\nx\n\n## B")).toBe(true);
    expect(hasOwnTitle("# A\n\n# B")).toBe(false);
    expect(hasOwnTitle("x\n\n# A")).toBe(false);
    expect(hasOwnTitle("x")).toBe(false);
  });
});
