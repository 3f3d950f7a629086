import type { Section } from "../../../checks/spec/section.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { asSentence } from "../text/answers.ts";
import { replaceStretch, wrapped } from "../text/edit-unit.ts";
import { tableRow } from "../text/glossary.ts";
import { insertLines } from "../text/insert.ts";
import { placeName, textOf, unitAt } from "../text/stretches.ts";
import { knownFailures } from "./known-failures.ts";

/** A section that is announced and empty: what belongs there? */
export function askEmptySection(subject: Subject): Inquiry | undefined {
  const line = subject.finding?.line ?? subject.places[0]?.line;
  if (line === undefined) return undefined;
  const section = subject.spec.sections.find(({ node }) => node.heading?.line === line);
  return section === undefined ? askAnnouncement(subject, line) : askSection(subject, section);
}

function askSection(subject: Subject, section: Section): Inquiry {
  const write = (body: readonly string[]) => [below(subject, section, body)];
  const known = knownFailures(subject, section);
  const none: Choice = {
    label: "None in this version",
    why: "says that it is empty on purpose",
    write: () => write(["None."]),
  };
  const choices =
    known === undefined ? [none] : [{ ...known, recommended: true, write: () => write(known.lines) }, none];
  return {
    question: `The section "${section.title}" is empty. What belongs there?`,
    choices,
    wanted: "what the section has to say, several points parted by a semicolon",
    free: (answer) => write(body(subject, answer)),
  };
}

/** One point on a line becomes a list, one alone a paragraph. */
function body(subject: Subject, answer: string): string[] {
  const points = answer
    .split(/\n|;\s/)
    .map((point) => point.replace(/^\s*[-*+]\s+/, "").trim())
    .filter((point) => point !== "");
  const { width } = subject.style;
  if (points.length === 1) return wrapped(asSentence(points[0] ?? "", subject), "", "", width);
  return points.flatMap((point) => wrapped(asSentence(point, subject), "- ", "  ", width));
}

function below(subject: Subject, { node }: Section, lines: readonly string[]): LineEdit {
  const heading = node.heading?.endLine ?? node.line;
  const placeholder = node.blocks[0];
  if (placeholder !== undefined) {
    return { before: subject.lines.slice(placeholder.line - 1, placeholder.endLine), after: lines };
  }
  const isNear = (subject.lines[heading] ?? "").trim() !== "";
  return insertLines(subject, heading, ["", ...lines, ...(isNear ? [""] : [])]);
}

/** "The limits are:" and nothing follows; or a table without rows. */
function askAnnouncement(subject: Subject, line: number): Inquiry | undefined {
  const table = subject.spec.sections
    .flatMap(({ tables }) => tables)
    .find((one) => one.line <= line && line <= one.endLine);
  if (table !== undefined) {
    return {
      question: `The table on ${subject.where(table.line)} has no rows. What belongs into it?`,
      choices: [
        {
          label: "Nothing in this version",
          why: "says so in a row",
          recommended: true,
          write: () => [tableRow(subject, table, ["none"])],
        },
      ],
      wanted: "the rows, parted by a semicolon, the cells of each by |",
      free: (answer) => [
        insertLines(
          subject,
          table.endLine,
          answer
            .split(/\n|;\s/)
            .filter((row) => row.trim() !== "")
            .map((row) => `| ${row.replace(/^\s*\||\|\s*$/g, "").trim()} |`),
        ),
      ],
    };
  }
  const unit = unitAt(subject, line);
  if (unit === undefined) return undefined;
  const sentence = { unit, from: unit.sentences.at(-1)?.tokens[0]?.at ?? 0, to: unit.text.length };
  const denied = denial(textOf(sentence));
  return {
    question: `${placeName(subject, line)} says: "${textOf(sentence)}" Nothing follows. What belongs there?`,
    choices: [
      {
        label: "None in this version",
        why: "says that there is none on purpose",
        recommended: true,
        write: () => [replaceStretch(subject, sentence, denied)],
      },
    ],
    wanted: "the members, parted by a semicolon",
    free: (answer) => [insertLines(subject, unit.endLine, ["", ...members(subject, answer)])],
  };
}

function members({ style }: Subject, answer: string): string[] {
  return answer
    .split(/\n|;\s/)
    .map((item) => item.replace(/^\s*[-*+]\s+/, "").trim())
    .filter((item) => item !== "")
    .flatMap((item) => wrapped(item, "- ", "  ", style.width));
}

/** "The configuration has the following keys:" becomes "The configuration has no keys in this version." */
function denial(sentence: string): string {
  const bare = sentence.replace(/[:\s]+$/, "");
  const following = /^(.*?)\b(?:the following|these)\s+(.+)$/i.exec(bare);
  if (following?.[1] !== undefined && following[2] !== undefined && following[1].trim() !== "")
    return `${following[1]}no ${following[2]} in this version.`;
  const noun = following?.[2]?.replace(/\s+(?:apply|are|exist|hold)\b.*$/i, "");
  return noun === undefined ? `${bare}: none in this version.` : `There are no ${noun} in this version.`;
}
