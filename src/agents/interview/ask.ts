import type { Asked } from "../../mediator/questions/asked-passages.ts";
import type { Gap } from "../../model/gap.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { glossaryIn } from "./glossary.ts";
import { fillable } from "./marker-span.ts";
import { marksIn } from "./marks.ts";
import type { Passage } from "./passage.ts";

/** The question about a gap: its place, the words in question, and one plain sentence (SPEC 16.4). */
export function ask(gap: Gap, passages: readonly Passage[], finding: Gap["finding"], draft: string): Asked {
  const [first] = passages;
  if (first === undefined) return { question: `${sentence(gap.title)} What should the spec say?`, passages: [] };
  const marked = passages.map((passage) => ({ text: passage.text, marks: marksIn(gap, finding, passage) }));
  const isEmpty = first.shape.type === "heading" && first.shape.isEmpty;
  const fill = isEmpty || passages.length > 1 ? undefined : fillable(first);
  const term = finding?.type === "undefined-term" && glossaryIn(draft) !== undefined ? marked[0]?.marks[0] : undefined;
  const facts = { gap, passages, finding, marks: marked.map(({ marks }) => marks[0]), fill, isEmpty };
  return {
    question: visibleLine(`${sectionOf(first)}${wording(facts)}`, 600),
    passages: marked,
    ...(fill === undefined ? {} : { fill }),
    ...(term === undefined ? {} : { term }),
    ...(fill === undefined && isAddedTo(facts) ? { add: true } : {}),
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

/** What was found, then what is asked. The passage stands above it: it is not quoted again. */
function wording(facts: Facts): string {
  const { gap, passages, finding, fill, isEmpty } = facts;
  const [first, second] = passages;
  if (first === undefined) return "";
  if (isEmpty) return `the section "${visibleLine(first.section, 80)}" is empty. What belongs in it?`;
  if (fill !== undefined) return `"${visibleLine(fill, 120)}" still has to be decided. What goes there?`;
  const special = finding && BY_TYPE[finding.type]?.(`"${visibleLine(finding.subject, 100)}"`, facts);
  if (special !== undefined) return special;
  if (second !== undefined) return whichIsRight(facts, second);
  if (isQuestion(facts)) return "nothing in the spec answers this. What is the answer?";
  const asked = BY_RULE[finding?.rule ?? ""] ?? "What should it say?";
  const isTitle = essence(first.text).includes(essence(gap.title).slice(0, 60));
  return isTitle ? `this is still open. ${asked}` : `${sentence(gap.title)} ${asked}`;
}

function isQuestion({ gap, passages: [first] }: Facts): boolean {
  return /\?[\s*_"')\]]*$/.test(first?.text ?? "") || gap.title.endsWith("?");
}

/** Rules whose findings are settled by a line more, not by another wording of what stands there. */
const ADDING = new Set(["unused-value", "missing-then", "missing-scenario"]);

function isAddedTo(facts: Facts): boolean {
  return facts.passages.length === 1 && (isQuestion(facts) || ADDING.has(facts.finding?.rule ?? ""));
}

/** Kinds whose sentence does not tell enough by itself. */
const BY_TYPE: Readonly<Record<string, (subject: string, facts: Facts) => string>> = {
  "undefined-term": (subject) => `${subject} is used here but not explained anywhere. What does it mean?`,
  "dangling-ref": (subject) =>
    `${subject} is mentioned here, but the spec does not define it. What should it say instead?`,
  "duplicate-definition": (subject, facts) => duplicate(subject, facts),
  "state-unreachable": (subject) => `nothing leads to the state ${subject}. When is it entered?`,
  "state-no-exit": (subject) => `nothing leads out of the state ${subject}. What ends it, or is it final?`,
  "state-undefined": (subject) => `${subject} is used here, but it is not one of the states. Which state is meant?`,
};

function duplicate(subject: string, { passages: [first, second], finding }: Facts): string {
  const where = second === undefined ? "elsewhere" : `on ${second.where}`;
  if (finding?.rule !== "duplicate-id") return `${subject} is defined here and again ${where}. Which one is right?`;
  if (first?.shape.type === "heading" && second !== undefined) {
    const [here, there] = [first, second].map(({ section }) => `"${visibleLine(section, 80)}"`);
    return `two sections have the same number: ${here} and ${there} (${second.where}). Which one should change?`;
  }
  if (second === undefined) return `${finding.subject} is already used elsewhere. What id should this one have?`;
  return `${finding.subject} is used for two different things, here and ${where}. Which one should get a new id?`;
}

/** What is asked about a finding of a rule. */
const BY_RULE: Readonly<Record<string, string>> = {
  undecided: "Which one is it?",
  "unused-value": "When does it apply?",
  "unlisted-value": "Does it belong on the list, or is another one meant?",
  "missing-then": "What should happen?",
  "missing-unit": "What is the unit?",
};

function whichIsRight({ gap, marks, finding }: Facts, second: Passage): string {
  const [here, there] = marks;
  const areNumbers = marks.length === 2 && marks.every((words) => words !== undefined && /\d/.test(words));
  if (areNumbers) return `it says "${here}" here and "${there}" on ${second.where}. Which one is right?`;
  return `${sentence(gap.title)} Which ${finding?.rule === "conflicting-values" ? "list" : "one"} is right?`;
}

function sentence(title: string): string {
  const line = visibleLine(title, 300);
  return /[.!?…]["')]?$/.test(line) ? line : `${line}.`;
}

/** Its words, whatever the markup. */
function essence(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
