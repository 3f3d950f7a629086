import { expect, it } from "vitest";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import { gapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { diffLines, previewOf } from "./preview.ts";

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
    { sign: " ", text: "---" },
  ]);
});

it("shows what an answer changes, and nothing of one that puts the question off", () => {
  const source = "# Shop\n\n## Cart\n\n- One TBD.\n- Two TBD.\n";
  const gaps = findGaps(source, {});
  const brief = { source, draft: source, gaps, issues: [], decisions: [], changes: [] };
  const question = { id: "Q", evidence: [{ title: "", body: "- Two TBD." }], options: [], fields: [] };
  const preview = (option: string, fields: Readonly<Record<string, string>>) =>
    previewOf(brief, gapId("CART", 2), question as unknown as Question, {
      ...{ question: "Q", options: [option], fields, via: "terminal" },
    });
  expect(preview("edit", { edit: "- Two pears." })).toEqual([
    { sign: " ", text: "- One TBD." },
    { sign: "-", text: "- Two TBD." },
    { sign: "+", text: "- Two pears." },
  ]);
  expect(preview("later", {})).toEqual([]);
});
