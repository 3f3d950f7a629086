import { describe, expect, it } from "vitest";
import type { GapId } from "../../model/ids.ts";
import { assembleSpec } from "../spec/assemble.ts";
import type { SpecPart } from "../spec/spec-part.ts";
import { joinFiles } from "./joined-files.ts";
import { splitSpec } from "./split-spec.ts";

const FILES = [
  { path: "requirements.md", text: "# Requirements\n\n## Limits\n\nSmall.\n" },
  { path: "design.md", text: "# Design\n\n## Store\n\nA table.\n" },
  { path: "notes.md", text: "Words without a heading.\n" },
];
const PATHS = FILES.map(({ path }) => path);
const SOURCE = joinFiles(FILES);

function part(target: string, mode: "append" | "replace", text: string): SpecPart {
  const gap = "GAP-AA-001" as GapId;
  return { gap, title: "Title", text: "", places: [], specTexts: [{ target, mode, text }], sections: [] };
}

function refined(...parts: SpecPart[]) {
  return splitSpec(SOURCE, assembleSpec(SOURCE, parts, { limitations: [], traceability: [] }), PATHS, "login");
}

describe("a refined spec as files (SPEC 12)", () => {
  it("puts a text at the end of its own file, not behind the mark of the next", () => {
    const { files } = refined(part("Store", "append", "With an index."));
    expect(files).toEqual([{ path: "design.md", before: FILES[1]?.text, text: `${FILES[1]?.text}\nWith an index.\n` }]);
  });

  it("replaces no more than the section", () => {
    const { files } = refined(part("Store", "replace", "A file."));
    expect(files.map(({ text }) => text)).toEqual(["# Design\n\n## Store\n\nA file.\n"]);
  });

  it("says what is left open in a file of its own", () => {
    const { record } = refined(part("Limits", "replace", "5 MB."));
    expect(record?.path).toBe("login.md");
    expect(record?.text).toMatch(/- `requirements\.md`\n\n## Known Limitations\n\nNone\.\n\n## Traceability\n/);
  });

  it("is the whole text where the source is one file", () => {
    const spec = assembleSpec("# A\n", [], { limitations: [], traceability: [] });
    expect(splitSpec("# A\n", spec, ["a.md"], "a")).toEqual({
      files: [{ path: "a.md", before: "# A\n", text: spec.text }],
    });
  });
});
