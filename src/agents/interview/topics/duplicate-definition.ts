import type { LineEdit } from "../../../documents/values.ts";
import { linesNamed } from "../../../mediator/inventory/find-gaps.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { replaceStretch } from "../text/edit-unit.ts";
import { nextRequirementId } from "../text/requirement-id.ts";
import { findWords, headLength, unitAt } from "../text/stretches.ts";

/** One name for two things: which is it? */
export function askDuplicate(subject: Subject): Inquiry | undefined {
  const { finding } = subject;
  const other = finding === undefined ? undefined : linesNamed(finding)[0];
  if (finding === undefined || other === undefined) return undefined;
  switch (finding.rule) {
    case "duplicate-id":
      return askId(subject, finding.line, other);
    case "duplicate-row":
      return askRow(subject, finding.line, other);
    default:
      return askTerm(subject, finding.line, other);
  }
}

function askId(subject: Subject, line: number, other: number): Inquiry | undefined {
  const unit = unitAt(subject, line) ?? subject.spec.units.find((one) => one.line === line);
  if (unit === undefined) return undefined;
  const head = unit.text.slice(0, headLength(unit));
  const id = /[A-Z][A-Z0-9-]*-\d+[a-z]?/.exec(head)?.[0] ?? "";
  const next = /[A-Z][A-Z0-9-]*-\d+[a-z]?/.exec(nextRequirementId(subject, head) ?? "")?.[0];
  const at = unit.text.indexOf(id);
  if (id === "" || next === undefined) return undefined;
  const rename = (name: string) => [replaceStretch(subject, { unit, from: at, to: at + id.length }, name)];
  return {
    question: `${id} is given to two requirements, on ${subject.where(other)} and ${subject.where(line)}. What is the second one called?`,
    choices: [
      { label: next, why: "the next free id; the first keeps its own", recommended: true, write: () => rename(next) },
    ],
    wanted: "an id that is free",
    free: (answer) => rename(/[A-Z][A-Z0-9-]*-\d+[a-z]?/.exec(answer)?.[0] ?? answer.trim()),
  };
}

function askRow(subject: Subject, line: number, other: number): Inquiry | undefined {
  const table = subject.spec.sections
    .flatMap(({ tables }) => tables)
    .find((one) => one.line <= line && line <= one.endLine);
  const here = table?.rows.find((row) => row.line === line);
  const there = table?.rows.find((row) => row.line === other);
  const key = here?.cells[0] ?? "";
  const unit = subject.spec.units.find((one) => one.kind === "cell" && one.line === line && one.text === key);
  if (table === undefined || here === undefined || there === undefined || unit === undefined) return undefined;
  const rename = (name: string) => [replaceStretch(subject, { unit, from: 0, to: unit.text.length }, name)];
  const remove = (at: number): LineEdit[] => [withoutLine(subject, at)];
  const [what, otherWhat] = [here, there].map((row) => row.cells.slice(1).join(", ")) as [string, string];
  const free = freeKey(
    table.rows.map((row) => row.cells[0] ?? ""),
    what,
  );
  const choices: Choice[] = [
    ...(free === undefined
      ? []
      : [
          {
            label: `${free} for "${what}"`,
            why: `${free} is free, and both stay`,
            recommended: true,
            write: () => rename(free),
          },
        ]),
    { label: `${key} is "${otherWhat}"`, why: "the first row stays, the second goes", write: () => remove(line) },
    { label: `${key} is "${what}"`, why: "the second row stays, the first goes", write: () => remove(other) },
  ];
  return {
    question: `The table has ${key} twice: "${otherWhat}" on ${subject.where(other)} and "${what}" on ${subject.where(line)}. Which one is it?`,
    choices,
    wanted: "another key for the second row",
    free: (answer) => rename(answer.trim()),
  };
}

/** Where keys are single letters: the first letter of what it does that is free. */
function freeKey(keys: readonly string[], what: string): string | undefined {
  if (!keys.every((key) => /^`[^`]{1,12}`$/.test(key)) || keys.filter((key) => /^`[a-z]`$/.test(key)).length < 2)
    return undefined;
  const letters = what.toLowerCase().match(/[a-z]/g) ?? [];
  const letter = letters.find((one) => !keys.includes(`\`${one}\``));
  return letter === undefined ? undefined : `\`${letter}\``;
}

function withoutLine(subject: Subject, line: number): LineEdit {
  const before = [subject.lines[line - 2] ?? "", subject.lines[line - 1] ?? ""];
  return { before, after: before.slice(0, 1) };
}

function askTerm(subject: Subject, line: number, other: number): Inquiry | undefined {
  const term = /"([^"]{1,120})"/.exec(subject.finding?.message ?? "")?.[1] ?? "";
  const bodyOn = (at: number) => subject.spec.definitions.find((one) => one.line === at && one.term === term);
  const [here, there] = [bodyOn(line), bodyOn(other)];
  if (here === undefined || there === undefined) return undefined;
  const keep = (kept: typeof here, lost: typeof here): Choice => ({
    label: short(kept.body),
    why: `as ${subject.where(kept.line)} says; the other place is brought in line`,
    write: () => {
      const stretch = findWords(subject, lost.body.replace(/\s+/g, " ").slice(0, 200), lost.line);
      return stretch === undefined
        ? []
        : [
            replaceStretch(
              subject,
              { ...stretch, to: endOf(stretch.unit.text, stretch.from, lost.body) },
              inPlaceOf(lost.body, kept.body),
            ),
          ];
    },
  });
  const isGlossary = here.section.role === "glossary" && there.section.role !== "glossary";
  const hasGlossary = (here.section.role === "glossary") !== (there.section.role === "glossary");
  const choices = isGlossary ? [keep(here, there), keep(there, here)] : [keep(there, here), keep(here, there)];
  return {
    question: `"${term}" is defined twice: "${short(there.body)}" on ${subject.where(other)}, "${short(here.body)}" on ${subject.where(line)}. What does it mean?`,
    choices: choices.map((choice, index) => (index === 0 && hasGlossary ? { ...choice, recommended: true } : choice)),
    wanted: "the one meaning, or another name for the second",
    free: (answer) =>
      [here, there].flatMap(({ body, line: at }) => {
        const stretch = findWords(subject, body.replace(/\s+/g, " ").slice(0, 200), at);
        return stretch === undefined
          ? []
          : [replaceStretch(subject, { ...stretch, to: endOf(stretch.unit.text, stretch.from, body) }, answer.trim())];
      }),
  };
}

/** The meaning in the form of the one that goes: "A user …" of a table is "a user …." in a sentence. */
function inPlaceOf(lost: string, kept: string): string {
  const isSentence = /[.!]$/.test(lost.trim());
  const bare = kept.trim().replace(/[.!]$/, "");
  const cased = /^[a-z]/.test(lost.trim())
    ? bare.replace(/^(?:An?|The|Any|Each|Every|All)\b/, (word) => word.toLowerCase())
    : bare;
  return isSentence ? `${cased}.` : cased;
}

function endOf(text: string, from: number, body: string): number {
  const stop = text.indexOf(".", from + Math.min(body.length, 200) - 1);
  const end = from + body.length;
  return body.length <= 200 || stop === -1 ? Math.min(end, text.length) : stop;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 90 ? line : `${line.slice(0, 89)}…`;
}
