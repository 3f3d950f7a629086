import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../markdown/markdown.ts";
import { joinFiles, placesInFiles } from "./join-files.ts";

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
  it("hold each line where its place says, whatever stands in them but a mark of ours", () => {
    fc.assert(
      fc.property(fc.tuple(text, text, text), (texts) => {
        fc.pre(!texts.some((one) => one.includes("<!-- file: ") || one.startsWith("---")));
        const joined = joinFiles(PATHS.map((path, index) => ({ path, text: texts[index] ?? "" })));
        const inFile = placesInFiles(joined);
        const found = PATHS.map((): string[] => []);
        joined.split("\n").forEach((content, index) => {
          const { file } = inFile({ heading: "", line: index + 1, endLine: index + 1 });
          if (file && !content.startsWith("<!-- file: "))
            (found[PATHS.indexOf(file.path)] ?? [])[file.line - 1] = content;
        });
        expect(found.map((lines) => lines.join("\n").trimEnd())).toEqual(texts.map((one) => one.trimEnd()));
      }),
      { numRuns: 200 },
    );
  });

  it("keep front matter out of the text", () => {
    const joined = joinFiles([
      { path: "a.md", text: "---\ntitle: A\n---\n# A\n" },
      { path: "b.md", text: "---\r\nstatus: draft\r\n---\r\n\r\n# B\r\n" },
    ]);
    expect(parseMarkdown(joined).blocks.filter((block) => block.type === "heading")).toHaveLength(2);
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

describe("a place (SPEC 15.4)", () => {
  const source = joinFiles([
    {
      path: "a.md",
      text: "# Docs\n\n## Requirement 1\n\n### Criteria\n\nx\n\n## Requirement 9\n\n### Criteria\n\ny\n\n## Limits\n\nz\n",
    },
    { path: "b.md", text: "# Docs\n\n## Requirement 9\n\n### Criteria\n\nv\n\n## Notes\n\n## Notes\n\nw\n" },
  ]);
  const headingOf = (words: string, heading: string, text = source) => {
    const line = text.split("\n").indexOf(words) + 1;
    return placesInFiles(text)({ heading, line, endLine: line }).heading;
  };

  it("names a heading that others share with its parent", () => {
    expect(headingOf("x", "Criteria")).toBe("Requirement 1 > Criteria");
    expect(headingOf("y", "Criteria")).toBe("Requirement 9 > Criteria");
    expect(headingOf("w", "Notes")).toBe("Docs > Notes");
  });

  it("names a heading alone where its name is the only one, or not that of its section", () => {
    expect(headingOf("z", "Limits")).toBe("Limits");
    expect(headingOf("x", "")).toBe("");
    expect(headingOf("x", "Requirement 9")).toBe("Requirement 9");
  });
});
