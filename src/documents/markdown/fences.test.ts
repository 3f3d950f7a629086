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

  it("are named", () => {
    expect(parseMarkdown(nested).problems[0]).toMatchObject({ line: 2, message: expect.stringContaining("longer") });
  });

  it("are none where the outer one is longer", () => {
    const { wrapper, problems } = parseMarkdown("````md\n```js\nx\n```\n````\n# After");
    expect(wrapper).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("are read as CommonMark reads them", () => {
    const text = "# A\n```python\nx = 1\n\n# B\n```rust\ny\n```\n# C\n";
    const { problems, wrapper } = parseMarkdown(text);
    expect(wrapper).toEqual([]);
    expect(problems).toMatchObject([{ line: 2 }]);
    expect(headings(text)).toEqual(["A", "C"]);
  });

  it("say that a fence does not end", () => {
    expect(parseMarkdown("# A\n```\n# B\n").problems).toMatchObject([{ line: 2 }]);
    expect(parseMarkdown("# A\n- x\n  ```js\n  y\n").problems).toMatchObject([{ line: 3 }]);
  });
});

describe("a document inside one markdown fence", () => {
  it("is read as the document", () => {
    const text = "Here is the review:\n\n```markdown\n## Review: GAP-AA-001\n\n```js\nx\n```\n\n### Verdict\n```\n";
    expect(headings(text)).toEqual(["Review: GAP-AA-001", "Verdict"]);
    expect(parseMarkdown(text).wrapper).toEqual([3, 11]);
  });

  it("is not one when headings stand before it", () => {
    expect(headings("# Title\n```markdown\n## Example\n```\n")).toEqual(["Title"]);
  });
});

describe("an unclosed comment", () => {
  it("is named", () => {
    expect(parseMarkdown("# A\n\n<!-- never\n\n# B\n").problems).toMatchObject([{ line: 3 }]);
  });
});
