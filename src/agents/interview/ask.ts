import type { Asked } from "../../mediator/questions/asked-passages.ts";
import type { Gap } from "../../model/gap.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { glossaryIn } from "./glossary.ts";
import { fillable, marksIn } from "./marks.ts";
import type { Passage } from "./passage.ts";

/** The question about a gap: its place, the words in question, and one plain sentence (SPEC 16.4). */
export function ask(gap: Gap, passages: readonly Passage[], finding: Gap["finding"], draft: string): Asked {
  const [first] = passages;
  if (first === undefined) return { question: `${sentence(gap.title)} What should the spec say?`, passages: [] };
  const marked = passages.map((passage) => ({ text: passage.text, marks: marksIn(gap, finding, passage) }));
  const isEmpty = first.shape.type === "heading";
  const fill = isEmpty || passages.length > 1 ? undefined : fillable(first);
  const term = finding?.type === "undefined-term" && glossaryIn(draft) !== undefined ? marked[0]?.marks[0] : undefined;
  const facts = { gap, passages, finding, marks: marked.map(({ marks }) => marks[0]), fill, isEmpty };
  return {
    question: visibleLine(`${sectionOf(first)}${wording(facts)}`, 600),
    passages: marked,
    ...(fill === undefined ? {} : { fill }),
    ...(term === undefined ? {} : { term }),
    ...(isEmpty ? { empty: true } : {}),
    ...(passages.every(({ whole }) => whole) ? {} : { whole: false }),
  };
}

function sectionOf({ section, shape }: Passage): string {
  return section === "" || shape.type === "heading" ? "" : `section "${visibleLine(section, 80)}": `;
}

interface Facts {
  readonly gap: Gap;
  readonly passages: readonly Passage[];
  readonly finding: Gap["finding"];
  /** The first marked words of each passage. */
  readonly marks: readonly (string | undefined)[];
  readonly fill: string | undefined;
  readonly isEmpty: boolean;
}

function wording(facts: Facts): string {
  const { passages, finding, fill, isEmpty } = facts;
  const [first, second] = passages;
  if (first === undefined) return "";
  if (isEmpty) return `the section "${visibleLine(first.section, 80)}" has no text. What belongs in it?`;
  const special = BY_TYPE[finding?.type ?? ""]?.(words(facts, 0), facts);
  if (special !== undefined) return special;
  if (fill !== undefined) return `"${visibleLine(fill, 120)}" is still to be decided. What belongs there?`;
  if (second !== undefined) return bothSay(facts);
  if (/\?[\s*_"')\]]*$/.test(first.text)) {
    return `"${excerpt(first)}" Nothing in the spec answers that. What is the answer?`;
  }
  return found(facts, first);
}

/** What was found there, with the passage where nothing of it is named yet. */
function found({ gap, marks }: Facts, passage: Passage): string {
  const isNamed = marks[0] !== undefined && gap.title.includes(marks[0]);
  if (isNamed) return `${sentence(gap.title)} How should it read?`;
  const isTitle = essence(passage.text).includes(essence(gap.title).slice(0, 60));
  return `"${excerpt(passage)}" ${isTitle ? "This is still open." : sentence(gap.title)} How should it read?`;
}

/** A sentence for a kind of finding; any other kind tells what was found and asks how it should read. */
const BY_TYPE: Readonly<Record<string, (words: string, facts: Facts) => string>> = {
  "undefined-term": (words) => `${words} is used here and explained nowhere. What does it mean?`,
  "dangling-ref": (words) => `${words} is named here, and the spec has no such place. What should stand here?`,
  contradiction: (_, facts) => bothSay(facts),
  "duplicate-definition": (words, facts) =>
    facts.passages.length > 1
      ? `${words} is defined twice, here and on ${facts.passages[1]?.where}. Which of the two holds?`
      : `${words} is defined twice. Which of the two holds?`,
  "state-unreachable": (words) => `no transition leads to ${words}. How does it come about?`,
  "state-no-exit": (words) => `nothing leads out of ${words}. What leaves it, or is it an end?`,
  "state-nondeterministic": (words) => `${words} leads to two states. Which of them, and when?`,
  "state-undefined": (words) => `${words} is used here and is not among the states. Which state is meant?`,
};

function bothSay(facts: Facts): string {
  const { gap, passages, marks } = facts;
  const [first, second] = passages;
  if (first === undefined || second === undefined)
    return first === undefined ? sentence(gap.title) : found(facts, first);
  const areNumbers = marks.length === 2 && marks.every((words) => words !== undefined && /^\d/.test(words));
  const here = areNumbers ? marks[0] : excerpt(first);
  const there = areNumbers ? marks[1] : excerpt(second);
  return `it says "${here}" here and "${there}" on ${second.where}. Which of the two ${areNumbers ? "numbers " : ""}holds?`;
}

function words({ marks, passages }: Facts, index: number): string {
  const passage = passages[index];
  return `"${visibleLine(marks[index] ?? (passage ? excerpt(passage) : ""), 100)}"`;
}

function excerpt({ text }: Passage): string {
  return visibleLine(text.replace(/^[\s>]*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, ""), 120);
}

function sentence(title: string): string {
  const line = visibleLine(title, 300);
  return /[.!?…]["')]?$/.test(line) ? line : `${line}.`;
}

/** What a text says, whatever its marks. */
function essence(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
