import { structuredPatch } from "diff";
import { applyChanges } from "../../documents/changes/apply-changes.ts";
import { markedFile } from "../../documents/markdown/markdown.ts";
import type { DiffLine } from "../../model/diff-line.ts";
import type { GapId } from "../../model/ids.ts";
import { passageAnswers } from "../../model/passage-answer.ts";
import type { Answer, Question } from "../../model/question.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { answered } from "./engineer.ts";

/** The diff that an answer would make; empty if it changes nothing, `undefined` if it cannot be carried out. */
export function previewOf(brief: TaskBrief, id: GapId, question: Question, answer: Answer): DiffLine[] | undefined {
  const given = passageAnswers(question, answer);
  const gap = brief.gaps.find((each) => each.id === id);
  if (given === "later" || gap === undefined) return given === "later" ? [] : undefined;
  const result = answered(brief, gap, given);
  if (result.type !== "changes") return result.type === "kept" ? [] : undefined;
  const applied = applyChanges([{ path: "spec.md", text: brief.draft }], result.changes);
  return applied.ok ? diffLines(brief.draft, applied.spec[0]?.text ?? "") : undefined;
}

/** The changed lines, with what stands next to them. */
export function diffLines(before: string, after: string): DiffLine[] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: 2 });
  return hunks.flatMap(({ lines }) =>
    lines.flatMap((line): DiffLine[] => {
      const sign = line[0];
      // The mark between two joined files is not a line of the author's.
      if (sign === " " && (line.trim() === "" || line.trim() === "-->" || markedFile(line.slice(1)) !== undefined))
        return [];
      return sign === "+" || sign === "-" || sign === " " ? [{ sign, text: line.slice(1) }] : [];
    }),
  );
}
