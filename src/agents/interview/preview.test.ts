import { expect, it } from "vitest";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import type { Decision } from "../../model/decision.ts";
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
  ]);
  const plain = joined("TBD").replace("# Design", "# Plan");
  expect(diffLines(joined("TBD"), plain).map(({ sign }) => sign)).toEqual(["-", "+"]);
});

it("shows the blank lines that set an added paragraph off, and no others", () => {
  const source = "# Shop\n\nWho pays?\n\n## Cart\n\nIt holds TBD.\n";
  const added = diffLines(source, source.replace("pays?\n", "pays?\n\nThe guest.\n"));
  expect(added.map(({ sign, text }) => `${sign}${text}`)).toEqual([" Who pays?", " ", "+The guest.", "+", " ## Cart"]);
  expect(diffLines(source, source.replace("TBD", "ten"))).toHaveLength(3);
});

it("shows the lines around it with the answers that were taken before and are not written yet", () => {
  const source = "# Shop\n\n## Cart\n\n- One TBD.\n- Two TBD.\n";
  const gaps = findGaps(source, {});
  const [first, second] = gaps.map(({ id }) => id);
  const taken = { kind: "edit" as const, passage: "- One TBD.", text: "- One apple." };
  const decisions = [{ id: "DECISION-R1-001", round: 1, gaps: [first], passages: [taken] } as unknown as Decision];
  const brief = { source, draft: source, gaps, issues: [], decisions, changes: [] };
  const field = { id: "edit", label: "", required: false, replaces: "TBD" };
  const question = { id: "Q", evidence: [{ title: "", body: "- Two TBD." }], options: [], fields: [field] };
  const answer = { question: "Q", options: ["edit"], fields: { edit: "- Two pears." }, via: "terminal" as const };
  if (second === undefined) throw new Error("there are two gaps");
  expect(previewOf(brief, second, question as unknown as Question, answer)).toEqual([
    { sign: " ", text: "- One apple." },
    { sign: "-", text: "- Two TBD." },
    { sign: "+", text: "- Two pears." },
  ]);
});

it("shows of a very long line what differs, with words around it", () => {
  const words = "A member cancels. ".repeat(800);
  const [before, after] = ["TBD", "two hours"].map((limit) => `# X\n\n${words}The limit is ${limit}. ${words}\n`);
  const diff = diffLines(before ?? "", after ?? "");
  expect(diff.map(({ sign, text }) => [sign, text.length < 800])).toEqual([
    [" ", true],
    ["-", true],
    ["+", true],
  ]);
  expect(diff.at(-1)?.text).toMatch(/^….*The limit is two hours\. A member cancels.*…$/);
});
