import type { Section } from "../../../checks/spec/section.ts";
import { ownClosing } from "../../../documents/spec/own-closing.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { asSentence, fillIn } from "../text/answers.ts";
import type { Stretch } from "../text/edit-unit.ts";
import { appendParagraph } from "../text/insert.ts";
import { sentenceAround, textOf } from "../text/stretches.ts";

type Listed = ReturnType<typeof ownClosing>["assumptions"][number];

/** What an earlier session took for granted, and lists: does it hold? Nothing is recommended, since nobody has said so. */
export function askAssumption(subject: Subject): Inquiry | undefined {
  const closing = ownClosing(subject.lines.join("\n"));
  const listed = closing.assumptions.find(
    ({ gap, line }) => gap === subject.gap.id && subject.places.some((place) => place.line === line),
  );
  if (listed === undefined) return undefined;
  const section = tracedTo(subject, listed.gap, closing.line);
  const all = standing(subject, listed.words, closing.line);
  const near = all.filter(({ unit }) => section !== undefined && unit.section === section);
  const [place, ...others] = near.length > 0 ? near : all;
  const certain = others.length === 0 ? place : undefined;
  const quoted = certain === undefined ? "" : ` The spec says: "${textOf(sentenceAround(certain))}"`;
  return {
    question: `Of ${listed.gap} (${listed.title.replace(/[.]$/, "")}) it was assumed: "${listed.words}".${quoted} Does that hold?`,
    choices: [
      {
        label: "It holds",
        why: "it stays, and is no longer listed as an assumption",
        write: () => [unlisted(subject, listed)],
      },
    ],
    wanted: "what holds instead",
    free: (answer) => [unlisted(subject, listed), ...corrected(subject, certain, section, answer)],
  };
}

/** Where the words that were taken stand in the body. */
function standing({ spec }: Subject, words: string, before: number): Stretch[] {
  const pattern = words
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\s+/g, "\\s+");
  if (pattern.length < 2) return [];
  return spec.units
    .filter((unit) => unit.endLine < before && unit.kind !== "heading")
    .flatMap((unit) =>
      [...unit.text.matchAll(new RegExp(`(?<!\\w)${pattern}(?!\\w)`, "gi"))].map(({ index, 0: found }) => ({
        unit,
        from: index,
        to: index + found.length,
      })),
    );
}

/** The entry goes, with the blank line behind it. */
function unlisted({ lines }: Subject, { line, endLine }: Listed): LineEdit {
  const isApart = (lines[endLine] ?? "#").trim() === "";
  return { before: lines.slice(line - 1, isApart ? endLine + 1 : endLine), after: [] };
}

/** Other words stand in the place of those that were taken; where that place is not certain, they are said by themselves. */
function corrected(
  subject: Subject,
  place: Stretch | undefined,
  section: Section | undefined,
  answer: string,
): LineEdit[] {
  if (place !== undefined) return fillIn(subject, place, answer);
  return section === undefined ? [] : [appendParagraph(subject, section.node, asSentence(answer, subject))];
}

/** The section that the traceability table names for the gap. */
function tracedTo({ spec, lines }: Subject, gap: string, end: number): Section | undefined {
  const row = lines.slice(end).find((line) => line.startsWith(`| ${gap} `));
  const title = row
    ?.split(/(?<!\\)\|/)[3]
    ?.trim()
    .split(";")[0];
  return spec.sections.find((section) => section.title === title && section.node.line < end);
}
