import type { Unit } from "../../../checks/spec/unit.ts";
import type { LineEdit } from "../../../documents/values.ts";
import { parseGapId } from "../../../model/ids.ts";
import type { Subject } from "../subject.ts";
import { replaceStretch, type Stretch, wrapped } from "./edit-unit.ts";
import { sentenceAround } from "./stretches.ts";

/** A sentence behind the one that a stretch stands in. */
export function insertBehindSentence(subject: Subject, stretch: Stretch, words: string): LineEdit {
  const { unit, to } = sentenceAround(stretch);
  const isOpen = !/[.!?:]$/.test(unit.text.slice(0, to).trimEnd());
  return replaceStretch(subject, { unit, from: to, to }, `${isOpen ? "." : ""} ${words}`);
}

/** Lines behind a line, which stays. */
export function insertLines(subject: Subject, after: number, lines: readonly string[]): LineEdit {
  const context = subject.lines[after - 1] ?? "";
  // A line that stands often is told apart by the one before it.
  const isUnique = subject.lines.filter((line) => line === context).length === 1;
  const before = isUnique || after < 2 ? [context] : [subject.lines[after - 2] ?? "", context];
  return { before, after: [...before, ...lines] };
}

/** A paragraph at the end of what a section says, apart from it by a blank line. */
export function appendParagraph(
  subject: Subject,
  section: { readonly line: number; readonly endLine: number },
  text: string,
): LineEdit {
  let last = section.endLine;
  while (last > section.line && (subject.lines[last - 1] ?? "").trim() === "") last--;
  const isLast = (subject.lines[last] ?? "").trim() !== "";
  const lines = text
    .split("\n")
    .flatMap((line) => (/^[\s|>*-]|^\d+\./.test(line) ? [line] : wrapped(line, "", "", subject.style.width)));
  return insertLines(subject, last, ["", ...lines, ...(isLast ? [""] : [])]);
}

/** The items of the list that an item belongs to: the last one, and how its lines begin. */
export interface ListEnd {
  readonly line: number;
  readonly prefix: string;
  readonly number?: number;
}

export function listEnd({ spec, lines }: Subject, unit: Unit): ListEnd | undefined {
  if (unit.kind !== "item") return undefined;
  const raw = lines[unit.line - 1] ?? "";
  const own = /^(\s*)([-*+]|\d{1,9}[.)])(\s+)/.exec(raw);
  if (own === null) return undefined;
  const items = spec.units.filter(
    (other) =>
      other.kind === "item" &&
      other.section === unit.section &&
      other.line >= unit.line &&
      isSibling(lines[other.line - 1] ?? "", own),
  );
  let last = unit;
  for (const item of items) if (isNext(lines, last.endLine, item.line)) last = item;
  const marker = /^\s*(?:[-*+]|\d{1,9}[.)])/.exec(lines[last.line - 1] ?? "")?.[0].trim() ?? "-";
  const number = /^\d+/.exec(marker)?.[0];
  return {
    line: last.endLine,
    prefix: `${own[1] ?? ""}${marker}${own[3] ?? " "}`,
    ...(number === undefined ? {} : { number: Number(number) }),
  };
}

function isSibling(raw: string, own: RegExpExecArray): boolean {
  const match = /^(\s*)([-*+]|\d{1,9}[.)])(\s+)/.exec(raw);
  return match !== null && match[1] === own[1] && /\d/.test(match[2] ?? "") === /\d/.test(own[2] ?? "");
}

/** Nothing but blank or indented lines between two items of one list. */
function isNext(lines: readonly string[], from: number, to: number): boolean {
  return lines.slice(from, to - 1).every((line) => line.trim() === "" || /^\s/.test(line));
}

/** Gaps of the same kind in the same section that are worked on at the same time, and come before: each may add one. */
function addedBeside({ spec, gap, places, beside }: Subject): number {
  const sectionOf = (line: number) => spec.sections.findLast(({ node }) => node.line <= line && line <= node.endLine);
  const own = sectionOf(places[0]?.line ?? 0);
  const category = parseGapId(gap.id)?.category;
  return beside.filter(
    (other) =>
      other.id < gap.id && parseGapId(other.id)?.category === category && sectionOf(other.places[0]?.line ?? 0) === own,
  ).length;
}

/** The lines of a new item at the end of a list; a numbered one takes the next number. */
export function newItem(subject: Subject, end: ListEnd, text: string): LineEdit {
  const next = (end.number ?? 0) + 1 + addedBeside(subject);
  const prefix = end.number === undefined ? end.prefix : end.prefix.replace(/\d+/, String(next));
  return insertLines(subject, end.line, wrapped(text, prefix, " ".repeat(prefix.length), subject.style.width));
}
