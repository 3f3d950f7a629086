import { describe, expect, it } from "vitest";
import { allSections, parseMarkdown } from "./markdown.ts";

describe("parseMarkdown", () => {
  it("gives headings their level and lines, and nests sections", () => {
    const { root } = parseMarkdown("intro\n\n# A\n\none\n\n### B\n\ntwo\n\n## C\n");
    expect(root.blocks).toMatchObject([{ type: "paragraph", line: 1, text: "intro" }]);
    const headings = [...allSections(root)].map((s) => [s.heading?.text, s.level, s.line, s.endLine]);
    expect(headings).toEqual([
      ["A", 1, 3, 12],
      ["B", 3, 7, 10],
      ["C", 2, 11, 12],
    ]);
  });

  it("gives table rows their lines and cells", () => {
    const { blocks } = parseMarkdown("\n| Id | What |\n|---|---|\n| H1 | a \\| b |\n| H2 | `x` |\n");
    expect(blocks).toEqual([
      {
        type: "table",
        line: 2,
        endLine: 5,
        header: { line: 2, cells: ["Id", "What"] },
        rows: [
          { line: 4, cells: ["H1", "a | b"] },
          { line: 5, cells: ["H2", "`x`"] },
        ],
      },
    ]);
  });

  it("keeps the blocks of list items and their markers", () => {
    const { blocks } = parseMarkdown("3. one\n   - inner\n4. two\n\n   more\n\n");
    expect(blocks).toMatchObject([
      {
        type: "list",
        ordered: true,
        line: 1,
        endLine: 5,
        items: [
          { marker: "3.", line: 1, endLine: 2, blocks: [{ type: "paragraph" }, { type: "list", line: 2 }] },
          { marker: "4.", line: 3, endLine: 5, blocks: [{ text: "two" }, { text: "more", line: 5 }] },
        ],
      },
    ]);
  });

  it("tells a closed fence from one that the text ends in", () => {
    expect(parseMarkdown("```Rust,ignore\nfn\n```\n").blocks).toMatchObject([
      { type: "fence", lang: "rust", text: "fn\n", closed: true },
    ]);
    expect(parseMarkdown("- a\n  ~~~\n  x\n  ~~~\n").blocks).toMatchObject([
      { items: [{ blocks: [{ type: "paragraph" }, { type: "fence", closed: true }] }] },
    ]);
    expect(parseMarkdown("```\n## no heading\n").blocks).toMatchObject([{ type: "fence", closed: false }]);
    expect(parseMarkdown("```").blocks).toMatchObject([{ type: "fence", closed: false }]);
  });

  it("reads a bold line directly over a rule as a paragraph, and a plain one as a heading", () => {
    expect(parseMarkdown("**Verdict:** ACCEPT\n---\n").blocks).toMatchObject([
      { type: "paragraph", text: "**Verdict:** ACCEPT" },
      { type: "rule", line: 2 },
    ]);
    expect(parseMarkdown("Title\n---\n").blocks).toMatchObject([{ type: "heading", level: 2, text: "Title" }]);
  });

  it("reads a comment as html and a bracketed label as a paragraph", () => {
    const { blocks } = parseMarkdown("<!-- GAP-AA-001 -->\n\n[H1]: title\n");
    expect(blocks).toMatchObject([
      { type: "html", comment: true },
      { type: "paragraph", text: "[H1]: title" },
    ]);
  });
});
