import { diffArrays } from "diff";
import { applyChanges } from "../../documents/changes/apply-changes.ts";
import { markedFile } from "../../documents/markdown/file-mark.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { PassageAnswer } from "../../model/decision.ts";
import type { DiffLine } from "../../model/diff-line.ts";
import type { GapId } from "../../model/ids.ts";
import { passageAnswers } from "../../model/passage-answer.ts";
import type { Answer, Question } from "../../model/question.ts";
import { splitLines } from "../../model/split-lines.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { answered, openAnswer } from "./engineer.ts";
import { sectionsAt } from "./passage.ts";

/** The diff that an answer would make; empty if it changes nothing, `undefined` if it cannot be carried out. */
export function previewOf(brief: TaskBrief, id: GapId, question: Question, answer: Answer): DiffLine[] | undefined {
  const given = passageAnswers(question, answer);
  return given === "later" ? [] : diffOf(brief, id, given);
}

function diffOf(brief: TaskBrief, id: GapId, answers: readonly PassageAnswer[]): DiffLine[] | undefined {
  for (const draft of [withOpenAnswers(brief, id), brief.draft]) {
    const after = textWith({ ...brief, draft }, id, answers);
    if (after !== undefined) return [...headingOf(draft, after, answers), ...diffLines(draft, after)];
  }
  return undefined;
}

/** For words that belong to no passage, the heading of the section that they are added to. */
function headingOf(before: string, after: string, answers: readonly PassageAnswer[]): DiffLine[] {
  if (answers.some(({ kind, passage }) => kind !== "add" || passage !== "")) return [];
  const [old, now] = [splitLines(before), splitLines(after)];
  const changed = now.findIndex((line, at) => line !== old[at]) + 1;
  const heading = sectionsAt(parseMarkdown(after), changed).at(-1)?.heading;
  return heading === undefined ? [] : [{ sign: " ", text: now[heading.line - 1] ?? "" }];
}

/** The draft with the accepted answers that are not written yet, because the person has already seen their diffs. */
function withOpenAnswers(brief: TaskBrief, id: GapId): string {
  return brief.gaps
    .filter((gap) => gap.id !== id)
    .reduce((draft, gap) => {
      const { passages } = openAnswer(brief, gap.id) ?? {};
      return (passages && textWith({ ...brief, draft }, gap.id, passages)) ?? draft;
    }, brief.draft);
}

/** The draft with an answer carried out; `undefined` where it cannot be. */
function textWith(brief: TaskBrief, id: GapId, answers: readonly PassageAnswer[]): string | undefined {
  const gap = brief.gaps.find((each) => each.id === id);
  if (gap === undefined) return undefined;
  const result = answered(brief, gap, answers);
  if (result.type !== "changes") return result.type === "kept" ? brief.draft : undefined;
  const applied = applyChanges([{ path: "spec.md", text: brief.draft }], result.changes);
  return applied.ok ? applied.spec[0]?.text : undefined;
}

/** The changed lines, each with one line of context that is not blank, and blank lines that set added ones off. */
export function diffLines(before: string, after: string): DiffLine[] {
  const all = diffArrays(splitLines(before), splitLines(after)).flatMap(({ removed, added, value }) =>
    value.map((text): DiffLine => ({ sign: removed ? "-" : added ? "+" : " ", text })),
  );
  const said = all.filter(
    ({ sign, text }, at) => sign !== " " || !/^[\s|:-]*$/.test(text) || (text.trim() === "" && setsOff(all, at)),
  );
  const isNear = (at: number) => [-1, 1].some((step) => (said[nextFilled(said, at, step)]?.sign ?? " ") !== " ");
  // The mark between two joined files is not a line of the author's.
  const isMark = (text: string) => markedFile(text) !== undefined || text.trim() === "-->";
  return said
    .filter(({ sign, text }, at) => sign !== " " || (isNear(at) && !isMark(text)))
    .map((line, at, shown) => ({ ...line, text: excerptOf(line, shown[line.sign === "-" ? at + 1 : at - 1]) }));
}

/** The next line that is not a blank one of the context. */
function nextFilled(lines: readonly DiffLine[], at: number, step: number): number {
  const [next, line] = [at + step, lines[at + step]];
  return line?.sign === " " && line.text.trim() === "" ? nextFilled(lines, next, step) : next;
}

/** Whether a blank line of the context stands beside lines that are only added. */
function setsOff(lines: readonly DiffLine[], at: number): boolean {
  return [-1, 1].some((step) => {
    let next = nextFilled(lines, at, step);
    const isAdded = lines[next]?.sign === "+";
    while (lines[next]?.sign === "+") next += step;
    return isAdded && lines[next]?.sign !== "-";
  });
}

/** How many characters of a very long line are shown before and behind the difference. */
const AROUND = 300;

/** Cuts a very long line to the part that differs from its counterpart. */
function excerptOf({ sign, text }: DiffLine, other: DiffLine | undefined): string {
  if (text.length <= 4 * AROUND) return text;
  const beside = other === undefined || other.sign === " " || other.sign === sign ? "" : other.text;
  const from = Math.max(0, commonLength(text, beside) - AROUND);
  const to = beside === "" ? 2 * AROUND : text.length - commonLength(reversed(text), reversed(beside)) + AROUND;
  return `${from === 0 ? "" : "…"}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function reversed(text: string): string {
  return text.split("").toReversed().join("");
}
