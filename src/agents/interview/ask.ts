import { ruleOf } from "../../checks/registry.ts";
import type { Rule } from "../../checks/rule.ts";
import type { Asked } from "../../mediator/questions/passage-question.ts";
import { defined } from "../../model/defined.ts";
import { type Gap, placeText } from "../../model/gap.ts";
import { withFullStop } from "../../model/in-words.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { glossaryIn } from "./line-edit.ts";
import { type OpenWords, openWords } from "./open-words.ts";
import type { Passage } from "./passage.ts";

/** The question about a gap: its place, the words in question, and one plain sentence (SPEC 16.4). */
export function ask(gap: Gap, found: readonly Passage[], draft: string): Asked {
  const passages = found.toSorted((a, b) => a.line - b.line);
  const [first, second] = passages;
  if (first === undefined) return { question: ofTitle(gap), passages: [] };
  const open = second === undefined ? openWords(gap, first) : undefined;
  const isEmpty = second === undefined && open === undefined && first.shape.type === "heading" && first.shape.isEmpty;
  const marksOf = (passage: Passage) => (open === undefined ? marksIn(gap, passage) : [open.words]);
  const [mark] = marksOf(first);
  const { adds, replaces } = answerForm(gap);
  const isReplaced = second === undefined && (open !== undefined || replaces === true);
  return {
    question: visibleLine(isEmpty ? emptySection(first) : questionOn(gap, passages, open), 600),
    passages: passages.map((passage) => {
      const { text, place, endLine, lastStruck } = passage;
      const nested = lastStruck === undefined ? { whole: false as const } : { nested: lastStruck - endLine };
      return { text, marks: marksOf(passage), place, ...(nested.nested === 0 ? {} : nested) };
    }),
    ...defined({
      section: sectionOf(first),
      fill: isReplaced && mark !== undefined && first.text.split(mark).length === 2 ? mark : undefined,
      marker: open?.marker,
      term: adds === "term" && glossaryIn(draft) !== undefined ? mark : undefined,
    }),
    ...(isEmpty ? { empty: true } : {}),
    ...(isEmpty || (open === undefined && (adds === "line" || isQuestion(gap, first))) ? { add: true } : {}),
  };
}

/** The question about a reopened answer: the passage that it wrote, to be edited. */
export function askAnew({ title }: Gap, passage: Passage): Asked {
  const { text, place } = passage;
  const question = `${sentence(title)} You answered with this. What should it say?`;
  return { question, passages: [{ text, marks: [], place }], ...defined({ section: sectionOf(passage) }) };
}

/** The author's own question, the one of the rule that found the gap, or one about its title. */
function questionOn(gap: Gap, passages: readonly Passage[], open: OpenWords | undefined): string {
  if (open?.note.endsWith("?")) return open.note;
  if (open !== undefined) return `what goes in place of "${visibleLine(open.words, 120)}"?`;
  const { finding, title } = gap;
  const rule = finding && ruleOf(finding);
  const message = sentence(finding?.message ?? title);
  if (typeof rule?.ask === "string") return `${message} ${rule.ask}`;
  const asked = rule?.ask?.({
    subject: visibleLine(finding?.subject ?? "", 120),
    message,
    lines: passages.map(({ place }) => placeText(place)),
    texts: passages.map(({ text }) => text),
  });
  return asked ?? (passages.length > 1 ? `${message} Which one should change?` : ofTitle(gap));
}

function ofTitle({ title }: Gap): string {
  return title.trimEnd().endsWith("?") ? visibleLine(title, 300) : `${sentence(title)} What should the spec say?`;
}

function emptySection({ section }: Passage): string {
  return `the section "${visibleLine(section, 80)}" is empty. What should it say?`;
}

function sentence(title: string): string {
  return withFullStop(visibleLine(title, 300));
}

function sectionOf({ section, shape }: Passage): string | undefined {
  return section === "" || shape.type === "heading" ? undefined : visibleLine(section, 80);
}

/** Whether the passage asks something, or the author lists it as open: the answer goes below it. */
export function isQuestion(gap: Gap, { text, shape }: Passage): boolean {
  if (shape.type !== "item" && shape.type !== "paragraph") return false;
  return /\?(?:[\s*_"')\]]|$)/.test(text) || (shape.type === "item" && isListed(gap));
}

function isListed(gap: Gap): boolean {
  return gap.finding === undefined ? gap.origin === "source" : answerForm(gap).adds === "answer";
}

export function answerForm({ finding }: Pick<Gap, "finding">): NonNullable<Rule["answer"]> {
  return (finding && ruleOf(finding)?.answer) ?? {};
}

/** The words of a passage that its gap is about: those that the check found, or the quotations of the gap. */
export function marksIn({ finding, quotations = [] }: Gap, { text }: Passage): string[] {
  const words = finding === undefined ? quotations : [...finding.words, finding.subject];
  const isPart = (each: string) => each !== "" && each.length < text.trim().length * 0.8 && text.includes(each);
  return [...new Set(words.filter(isPart))];
}
