import type { Section } from "../../../checks/spec/section.ts";
import type { Spec } from "../../../checks/spec/spec.ts";
import type { Sentence, Unit } from "../../../checks/spec/unit.ts";
import type { Subject } from "../subject.ts";
import type { Stretch } from "./edit-unit.ts";

/** The words that the finding quotes, where they stand. */
export function flaggedStretch(subject: Subject, nth = 0): Stretch | undefined {
  const words = [...(subject.finding?.message.matchAll(/"([^"]{1,200})"/g) ?? [])][nth]?.[1];
  if (words === undefined || subject.finding === undefined) return undefined;
  return findWords(subject, words, subject.finding.line);
}

/** The words on this line, or else in the paragraph, item or row that it belongs to. */
export function findWords(subject: Subject, words: string, line: number): Stretch | undefined {
  const units = subject.spec.units.filter((unit) => unit.line <= line && line <= unit.endLine);
  for (const unit of units) {
    const found = stretchesOf(unit, words);
    const best = found.find(({ from }) => lineAt(unit, from) === line) ?? found[0];
    if (best !== undefined) return best;
  }
  return undefined;
}

function stretchesOf(unit: Unit, words: string): Stretch[] {
  const pattern = words
    .replace(/…$/, "")
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("\\s+");
  return [...unit.text.matchAll(new RegExp(pattern, "gi"))].map((match) => ({
    unit,
    from: match.index,
    to: match.index + match[0].length,
  }));
}

function lineAt(unit: Unit, at: number): number {
  return unit.line + unit.text.slice(0, at).split("\n").length - 1;
}

/** The sentence that a stretch stands in, without the id at its head. */
export function sentenceAround({ unit, from }: Stretch): Stretch {
  const sentence = unit.sentences.find((one) => from < endOf(one)) ?? unit.sentences.at(-1);
  const start = unit.sentences.indexOf(sentence as Sentence) <= 0 ? headLength(unit) : (sentence?.tokens[0]?.at ?? 0);
  const end = sentence === undefined ? unit.text.length : endOf(sentence);
  // What closes a link or emphasis, and the full stop behind it, belong to the sentence.
  const closing = /^(?:\]\([^()\s]{0,300}\)|[\]*_`)"”’]){0,6}[.!?]?(?=\s|$)/.exec(unit.text.slice(end))?.[0] ?? "";
  return { unit, from: Math.min(start, from), to: end + closing.length };
}

function endOf({ tokens }: Sentence): number {
  const last = tokens.at(-1);
  return last === undefined ? 0 : last.at + last.text.length;
}

const HEAD =
  /^[\s*_`[(~]*(?:\[[ xX]\]\s*)?[*_`[(]*[A-Z][A-Z0-9-]{0,40}-\d{1,6}(?:\.\d{1,4}){0,3}[a-z]?[*_`\])]{0,4}\s*(?:\([^()]{1,40}\)\s*)?[*_]{0,2}[:.)|—–-]?[*_]{0,2}\s*/;

/** How much of the text is the id of a requirement and the marks around it. */
export function headLength({ text, kind }: Unit): number {
  return kind === "cell" ? 0 : (HEAD.exec(text)?.[0].length ?? 0);
}

export function textOf({ unit, from, to }: Stretch): string {
  return unit.text.slice(from, to).replace(/\s+/g, " ").trim();
}

/** How a person calls the place: the requirement's id, else its section and line. */
export function placeName(subject: Subject, line = subject.finding?.line ?? subject.places[0]?.line ?? 1): string {
  const id = requirementAt(subject, line);
  if (id !== undefined) return id;
  const section = subject.spec.sections.findLast(({ node }) => node.line <= line && line <= node.endLine);
  const where = subject.where(line);
  return section === undefined || section.title === "" ? where.replace(/^l/, "L") : `"${section.title}" (${where})`;
}

export function requirementAt({ spec }: Subject, line: number): string | undefined {
  for (const [id, places] of spec.ids.defined) {
    if (places.some(({ unit }) => unit.kind !== "heading" && unit.line <= line && line <= unit.endLine)) return id;
  }
  return criterionAt(spec, line);
}

/** A numbered criterion below "Requirement 2": 2.3, as Kiro counts them. */
function criterionAt({ units }: Spec, line: number): string | undefined {
  const unit = units.find((one) => one.kind === "item" && one.line <= line && line <= one.endLine);
  const number = /^\d+/.exec(unit?.marker ?? "")?.[0];
  if (unit === undefined || number === undefined) return undefined;
  for (let section: Section | undefined = unit.section; section !== undefined; section = section.parent) {
    const requirement = /^requirement\s+(\d{1,4})\b/i.exec(section.title)?.[1];
    if (requirement !== undefined) return `Requirement ${requirement}.${number}`;
  }
  return undefined;
}

/** The unit of a line that makes a statement: not a heading. */
export function unitAt({ spec }: Subject, line: number): Unit | undefined {
  return spec.units.find((unit) => unit.kind !== "heading" && unit.line <= line && line <= unit.endLine);
}
