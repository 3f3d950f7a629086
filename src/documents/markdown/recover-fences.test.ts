import { describe, expect, it } from "vitest";
import { allSections, parseMarkdown } from "./markdown.ts";

const headings = (text: string): (string | undefined)[] =>
  [...allSections(parseMarkdown(text).root)].map((section) => section.heading?.text);

describe("fences of equal length inside each other", () => {
  const nested = [
    "# One",
    "```markdown",
    "## Not a heading",
    "```yaml",
    "a: 1",
    "```",
    "## Not one either",
    "```",
    "# Two",
    "text",
    "```rust",
    "## no",
    "```",
    "# Three",
  ].join("\n");

  it("are paired like brackets, so that the headings after them count and those inside do not", () => {
    expect(headings(nested)).toEqual(["One", "Two", "Three"]);
    const { fences, problems } = parseMarkdown(nested);
    expect(fences.map(({ line, to }) => [line, to])).toEqual([
      [2, "````markdown"],
      [8, "````"],
    ]);
    expect(problems).toEqual([]);
  });

  it("leave a document alone that nests them properly", () => {
    const { fences, problems } = parseMarkdown("````md\n```js\nx\n```\n````\n# After");
    expect(fences).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("are named where they do not pair up, and CommonMark holds", () => {
    const text = "# A\n```python\nx = 1\n\n# B\n```rust\ny\n```\n# C\n";
    const { problems, fences } = parseMarkdown(text);
    expect(fences).toEqual([]);
    expect(problems).toMatchObject([{ kind: "nested-fence", line: 2 }]);
    expect(headings(text)).toEqual(["A", "C"]);
  });

  it("say that a fence does not end", () => {
    expect(parseMarkdown("# A\n```\n# B\n").problems).toMatchObject([{ kind: "unclosed-fence", line: 2 }]);
    expect(parseMarkdown("# A\n- x\n  ```js\n  y\n").problems).toMatchObject([{ kind: "unclosed-fence", line: 3 }]);
  });

  it("are found inside list items", () => {
    const text = "- a\n  ```md\n  ```js\n  x\n  ```\n  ```\n- b\n# H\n";
    expect(headings(text)).toEqual(["H"]);
    expect(parseMarkdown(text).blocks).toMatchObject([{ type: "list", items: [{ line: 1 }, { line: 7 }] }, {}]);
  });
});

describe("a document inside one markdown fence", () => {
  it("is read as the document", () => {
    const text = "Here is the review:\n\n```markdown\n## Review: GAP-AA-001\n\n```js\nx\n```\n\n### Verdict\n```\n";
    expect(headings(text)).toEqual(["Review: GAP-AA-001", "Verdict"]);
    expect(parseMarkdown(text).fences.map(({ kind, line }) => [kind, line])).toEqual([
      ["unwrapped-document", 3],
      ["unwrapped-document", 11],
    ]);
  });

  it("is not one when headings stand before it", () => {
    expect(headings("# Title\n```markdown\n## Example\n```\n")).toEqual(["Title"]);
  });
});

describe("an unclosed comment", () => {
  it("is named", () => {
    expect(parseMarkdown("# A\n\n<!-- never\n\n# B\n").problems).toMatchObject([{ kind: "unclosed-comment", line: 3 }]);
  });
});
