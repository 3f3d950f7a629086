import { expect, it } from "vitest";
import { joinFiles } from "../../documents/layouts/joined-files.ts";
import { diffLines } from "./preview.ts";

const joined = (limit: string) =>
  joinFiles([
    { path: "requirements.md", text: `# Upload\n\nA file is kept.\n\nThe limit is ${limit}.\n` },
    { path: "design.md", text: "---\ntitle: x\n---\n# Design\n" },
  ]);

it("shows the lines around a change, but not the mark between two files", () => {
  expect(diffLines(joined("TBD"), joined("10 MB"))).toEqual([
    { sign: " ", text: "A file is kept." },
    { sign: "-", text: "The limit is TBD." },
    { sign: "+", text: "The limit is 10 MB." },
  ]);
  const plain = joined("TBD").replace("# Design", "# Plan");
  expect(diffLines(joined("TBD"), plain).map(({ sign }) => sign)).toEqual(["-", "+"]);
});
