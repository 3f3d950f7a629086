import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../markdown/markdown.ts";
import { joinFiles, placesInFiles, splitFiles } from "./joined-files.ts";

const PATHS = ["requirements.md", "design.md", "specs/auth/spec.md"];
const line = fc.oneof(
  fc.constantFrom(
    "",
    "# Title",
    "## Part",
    "- item",
    "<!-- file: design.md",
    "<!-- note -->",
    "---",
    "title: x",
    "-->",
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, " ")),
);
const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => `${lines.join("\n")}\n`);

describe("several files as one source (SPEC 12)", () => {
  it("come apart as they were, whatever stands in them but the mark of the next file", () => {
    fc.assert(
      fc.property(fc.tuple(text, text, text), (texts) => {
        const files = PATHS.map((path, index) => ({ path, text: texts[index] ?? "" }));
        fc.pre(!texts.some((one) => one.includes("<!-- file: ")));
        expect(splitFiles(joinFiles(files), PATHS)).toEqual(files);
      }),
    );
  });

  it("keep front matter out of the text, and give it back", () => {
    const files = [
      { path: "a.md", text: "---\ntitle: A\n---\n# A\n" },
      { path: "b.md", text: "---\nstatus: draft\n---\n\n# B\n" },
    ];
    const joined = joinFiles(files);
    expect(parseMarkdown(joined).blocks.filter((block) => block.type === "heading")).toHaveLength(2);
    expect(splitFiles(joined, ["a.md", "b.md"])).toEqual(files);
  });

  it("are themselves where there is one", () => {
    expect(joinFiles([{ path: "a.md", text: "x" }])).toBe("x");
  });

  it("end their sections with the file", () => {
    const { root } = parseMarkdown("<!-- file: a.md -->\n# A\n\n## End\n\nx\n<!-- file: b.md -->\ny\n\n## B\n\nz\n");
    expect(root.sections.map(({ line: from, endLine }) => [from, endLine])).toEqual([
      [2, 6],
      [10, 13],
    ]);
    expect(root.sections[0]?.sections[0]?.endLine).toBe(6);
  });

  it("tell a place by its file and the line there", () => {
    const source = "<!-- file: a.md -->\n# A\n<!-- file: b.md\n---\nt: x\n---\n-->\n# B\n";
    const inFile = placesInFiles(source);
    expect(inFile({ heading: "A", line: 2, endLine: 2 }).file).toEqual({ path: "a.md", line: 1 });
    expect(inFile({ heading: "B", line: 8, endLine: 8 }).file).toEqual({ path: "b.md", line: 4 });
    expect(placesInFiles("# A\n")({ heading: "A", line: 1, endLine: 1 })).not.toHaveProperty("file");
  });
});
