import { ruleOf } from "../../checks/registry.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import type { Gap } from "../../model/gap.ts";
import { withFullStop } from "../../model/in-words.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { inOneLine, type OpenWords } from "./open-words.ts";
import type { Passage } from "./passage.ts";

/** What the text of a question is made from. */
export interface Facts {
  readonly gap: Gap;
  /** The passage where the gap was found comes first. */
  readonly passages: readonly Passage[];
  /** The first marked words of each passage. */
  readonly marks: readonly (string | undefined)[];
  /** The marker that the gap is about. */
  readonly open: OpenWords | undefined;
  readonly isEmpty: boolean;
}

/** States what was found, then asks. The passage is shown above the question and not quoted again. */
export function wording(facts: Facts): string {
  const { gap, passages, isEmpty } = facts;
  const [first, second] = passages;
  if (first === undefined) return ofTitle(gap);
  if (isEmpty) return ofEmptySection(first);
  const special = ofMarker(facts, first) ?? ofRule(facts);
  if (special !== undefined) return special;
  if (second !== undefined || gap.finding?.type === "contradiction") return whichShouldChange(facts);
  const isTitle = essence(first.text).includes(essence(gap.title).slice(0, 60));
  if (isQuestion(facts)) return isTitle ? "the spec does not answer this yet. What is the answer?" : ofTitle(gap);
  if (gap.finding?.type === "dangling-ref") return `${sentence(gap.title)} Which one is meant?`;
  return `${isTitle ? "this is listed as open." : sentence(gap.title)} What should the spec say about it?`;
}

function ofTitle({ title }: Gap): string {
  return title.trimEnd().endsWith("?") ? visibleLine(title, 300) : `${sentence(title)} What should the spec say?`;
}

/** Names the parent section too, because many sections may have the same name. */
function ofEmptySection({ section, parent }: Passage): string {
  const name = `"${visibleLine(section, 80)}"${parent === "" ? "" : `, under "${visibleLine(parent, 80)}",`}`;
  if (section.endsWith("?")) return `nothing is written below ${name.replace(/,$/, "")}. What is the answer?`;
  return `the section ${name} is empty. What should it say?`;
}

export function isQuestion({ gap, passages: [first] }: Facts): boolean {
  return /\?[\s*_"')\]]*$/.test(first?.text ?? "") || gap.title.endsWith("?");
}

/** The question about a marker; one that the author wrote into it is asked as it is. */
function ofMarker({ open, gap: { finding } }: Facts, passage: Passage): string | undefined {
  if (open === undefined || finding?.rule === "template-text") return undefined;
  const { fill, slot, marker } = open;
  const note = visibleLine(inOneLine(open.note), 200);
  // Two or three words ask nothing by themselves.
  const isFragment = open.asks === undefined && note.split(" ").length < 4;
  if (note.endsWith("?") && !isFragment) return note;
  const asked = (fill ?? slot) !== undefined ? "What goes in its place?" : `How should the ${partName(passage)} read?`;
  const name = /^\W*([A-Za-z ]+)/.exec(marker)?.[1] ?? marker;
  if (note.endsWith("?")) return `the note here asks "${note}". ${asked}`;
  if (note !== "") return `${NOTES[name.toUpperCase()] ?? `the ${name} here says`} "${note}". ${asked}`;
  const marked = `"${visibleLine(fill ?? open.words, 120)}"`;
  if (fill !== undefined && !/[\p{L}\p{N}]/u.test(passage.text.replace(fill, "")))
    return `this says only ${marked}. What should it say?`;
  if (fill !== undefined) return `${columnOf(passage, open)} says ${marked}. ${asked}`;
  if (slot !== undefined) return `what goes in place of ${marked}?`;
  const times = passage.text.split(marker).length - 1;
  const often = times === 1 ? "" : times === 2 ? " twice" : ` ${times} times`;
  return `this says ${marked}${often}. ${asked}`;
}

const NOTES: Readonly<Record<string, string>> = {
  "NEEDS CLARIFICATION": "the note here says",
  "OPEN QUESTION": "the open question here is",
};

/** Names the column of a table cell. */
function columnOf({ shape, text }: Passage, { at }: OpenWords): string {
  if (shape.type !== "row") return "this";
  const index = text.slice(0, at).replace(/\\\|/g, "").split("|").length - 2;
  const name = plainText(shape.table.header.cells[index] ?? "");
  return name === "" ? "this" : `the cell under "${visibleLine(name, 80)}"`;
}

function partName({ shape, text }: Passage): string {
  return shape.type === "row" ? "row" : text.includes("\n") ? "passage" : "line";
}

/** The question in the words of the rule that found the gap, or of a rule of the same type if that rule no longer exists. */
function ofRule(facts: Facts): string | undefined {
  const {
    gap: { finding },
    passages,
  } = facts;
  const rule = finding && ruleOf(finding);
  if (rule === undefined || finding === undefined || typeof rule.ask === "undefined") return undefined;
  if (typeof rule.ask === "string") return `${messageOf(facts.gap)} ${rule.ask}`;
  const inOrder = inFileOrder(passages);
  return rule.ask({
    subject: visibleLine(finding.subject, 120),
    message: messageOf(facts.gap),
    lines: inOrder.map(({ where }) => where),
    texts: inOrder.map(({ text }) => text),
  });
}

export function inFileOrder(passages: readonly Passage[]): Passage[] {
  return passages.toSorted((a, b) => a.line - b.line);
}

function messageOf({ finding, title }: Gap): string {
  return sentence(finding?.message ?? title);
}

function whichShouldChange(facts: Facts): string {
  const [here = "", there = ""] = facts.marks;
  const [first, second] = facts.passages;
  const areNumbers = [here, there].every((words) => /\d/.test(words) && words.length < 40);
  if (areNumbers && facts.gap.finding === undefined)
    return `${first?.where} says "${here}", ${second?.where ?? "another line"} says "${there}". Which should change?`;
  return `${messageOf(facts.gap)} Which one should change?`;
}

export function sentence(title: string): string {
  return withFullStop(visibleLine(title, 300));
}

/** The words of a text without markup, to compare texts. */
function essence(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
