import { contentStems } from "../../../checks/language/content-words.ts";
import type { Section } from "../../../checks/spec/section.ts";
import type { Unit } from "../../../checks/spec/unit.ts";
import { findMarkers } from "../../../documents/spec/marker.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { actorsOf } from "../text/actors.ts";
import { asSentence, isSentence } from "../text/answers.ts";
import { decisionOf, saferOf } from "../text/decide-question.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { appendParagraph, listEnd, newItem } from "../text/insert.ts";
import { nextRequirementId } from "../text/requirement-id.ts";
import { headLength, placeName, unitAt } from "../text/stretches.ts";
import { usualAnswers } from "./usual-answers.ts";

/** Something that the author left open, in so many words: what holds? */
export function askOpenPoint(subject: Subject): Inquiry | undefined {
  const open = openWords(subject);
  const unit = subject.places[0] === undefined ? undefined : unitAt(subject, subject.places[0].line);
  if (isBarePlaceholder(subject, unit)) return askPlaceholder(subject, unit);
  const context = unit === undefined ? open : `${open} ${unit.text}`;
  const write = (answer: string) => written(subject, unit, open, answer);
  const decision = decisionOf(open, actorsOf(subject)[0] ?? "the system", subject.style);
  const safer = decision === undefined ? -1 : saferOf(decision.options);
  const choices: Choice[] =
    decision === undefined
      ? usualAnswers(context).map(({ answer, why, label = answer }, index) => ({
          label,
          why,
          ...(index === 0 ? { recommended: true } : {}),
          write: () => write(answer),
        }))
      : decision.options.map(({ label, statement }, index) => ({
          label,
          why:
            index === safer
              ? decision.kind === "yes-no"
                ? "the smaller scope; it can be added later"
                : "the one that can be undone later"
              : statement,
          ...(index === safer ? { recommended: true } : {}),
          write: () => write(statement),
        }));
  const place = subject.places[0] === undefined ? "" : `${subject.gap.label ?? placeName(subject)} leaves open: `;
  return {
    question: `${place}${open.replace(/[.:\s]+$/, "")}${/\?$/.test(open) ? "" : "."} What holds?`.replace(
      "? What holds?",
      "?",
    ),
    choices,
    wanted: "what the spec has to say about it, in a sentence",
    free: write,
  };
}

/** The gap's words without the marker that opens them. */
function openWords({ gap }: Subject): string {
  const text = gap.text.replace(/\s+/g, " ").trim();
  const clarify = /NEEDS? CLARIFICATION:?\s*([^\]]{2,400})\]?/i.exec(text)?.[1];
  const bare = (clarify ?? text)
    .replace(
      /^[\s*_[(]*(?:(?:TODO|TBD|TBC|FIXME|XXX|OQ|GAP)(?:-[A-Z]+)?(?:-\d+)?[a-z]?|\?{3,})[\s*_\])]*(?:\([A-Z]+\))?\s*[:–—-]?\s*/i,
      "",
    )
    .trim();
  return bare === "" ? gap.title : bare;
}

/** The section holds nothing but the marker. */
function isBarePlaceholder({ gap }: Subject, unit: Unit | undefined): boolean {
  if (unit === undefined || unit.section.role === "open") return false;
  const others = unit.section.units.filter((one) => one !== unit && one.kind !== "heading");
  return (
    others.length === 0 &&
    /^\W*(?:TBD|TODO|TBC|TBA|\?{3,}|to be (?:determined|decided|defined|done))\W*$/i.test(unit.text) &&
    gap.origin === "source"
  );
}

function askPlaceholder(subject: Subject, unit: Unit | undefined): Inquiry | undefined {
  if (unit === undefined) return undefined;
  const whole: Stretch = { unit, from: 0, to: unit.text.length };
  return {
    question: `The section "${unit.section.title}" is still to be written. What belongs there?`,
    choices: [
      {
        label: "None in this version",
        why: "says that it is empty on purpose",
        recommended: true,
        write: () => [replaceStretch(subject, whole, "None.")],
      },
    ],
    wanted: "what the section has to say",
    free: (answer) => [paragraphs(subject, unit, answer)],
  };
}

function paragraphs(subject: Subject, unit: Unit, answer: string): LineEdit {
  const points = answer
    .split(/\n+/)
    .map((point) => point.trim())
    .filter((point) => point !== "");
  const [first = "", ...rest] = points.map((point) => asSentence(point.replace(/^[-*+]\s+/, ""), subject));
  const edit = replaceStretch(
    subject,
    { unit, from: 0, to: unit.text.length },
    points.length > 1 ? `- ${first}` : first,
  );
  return { before: edit.before, after: [...edit.after, ...rest.map((point) => `- ${point}`)] };
}

/** Where the marker stands, or, for a list of open questions, in the section that speaks of the same. */
function written(subject: Subject, unit: Unit | undefined, open: string, answer: string): LineEdit[] {
  const said = stated(subject, open, answer);
  if (unit === undefined || unit.section.role === "open") return inSection(subject, open, said);
  const marker = findMarkers(unit.text)[0];
  const rest =
    marker === undefined ? "" : `${unit.text.slice(headLength(unit), marker.start)}${unit.text.slice(marker.end)}`;
  const isInline =
    marker !== undefined &&
    /\w{3,}.*\s\w{2,}/.test(rest) &&
    unit.text.slice(headLength(unit), marker.start).trim() !== "";
  if (marker === undefined || !isInline) return [replaceStretch(subject, openStretch(subject, unit), said)];
  if (isSentence(answer))
    return [
      replaceStretch(subject, { unit, from: headLength(unit), to: unit.text.length }, asSentence(answer, subject)),
    ];
  return [filled(subject, unit, marker, answer.trim().replace(/[.;]$/, ""))];
}

/** The sentence with the marker; the whole text where the gap's words are all of it. */
function openStretch({ gap }: Subject, unit: Unit): Stretch {
  const at = unit.text.indexOf(gap.text);
  if (at > 0 && gap.text.length < unit.text.length) return { unit, from: at, to: at + gap.text.length };
  const sentence = unit.sentences.find(({ tokens }) => /^(?:TODO|TBD|TBC|FIXME|XXX)$/.test(tokens[0]?.text ?? ""));
  const first = sentence?.tokens[0];
  const last = sentence?.tokens.at(-1);
  if (first !== undefined && last !== undefined && first.at > headLength(unit))
    return { unit, from: first.at, to: last.at + last.text.length };
  return { unit, from: headLength(unit), to: unit.text.length };
}

const SLOT = /\b(?:a (?:certain |given |limited )?(?:number|amount) of|some|several|N|X)\s(?=[a-z])/;

/** "a number of requests [how many?]" becomes "60 requests". */
function filled(
  subject: Subject,
  unit: Unit,
  marker: { readonly start: number; readonly end: number },
  phrase: string,
): LineEdit {
  const before = unit.text.slice(0, marker.start);
  const slot = SLOT.exec(before);
  if (slot !== null && /^\d/.test(phrase)) {
    const between = before.slice(slot.index + slot[0].length).trimEnd();
    const unitless = phrase.replace(/\s.*$/, "");
    return replaceStretch(subject, { unit, from: slot.index, to: marker.end }, `${unitless} ${between}`);
  }
  return replaceStretch(
    subject,
    { unit, from: before.trimEnd().length, to: marker.end },
    ` ${/^\d/.test(phrase) ? `(${phrase})` : phrase}`,
  );
}

/** A phrase becomes the statement that the open words begin: "where X lies" and "in Y" is "X lies in Y". */
function stated(subject: Subject, open: string, answer: string): string {
  if (isSentence(answer)) return asSentence(answer, subject);
  const phrase = answer.trim().replace(/[.;]$/, "");
  const words = open.replace(/[?.:\s]+$/, "");
  const where = /^where\s+(.+)$/i.exec(words)?.[1];
  if (where !== undefined) return asSentence(`${where.replace(/\s+on each system$/i, "")} ${phrase}`, subject);
  const noun = /^(?:decide |define |specify |what is |which is )?((?:the|an?)\s.+)$/i.exec(words)?.[1];
  if (noun !== undefined && noun.split(" ").length <= 8) return asSentence(`${noun} is ${phrase}`, subject);
  return asSentence(
    `${words.replace(/^(?:how (?:many|much|long|often|large|big)|what|which|who)\s+/i, "")}: ${phrase}`,
    subject,
  );
}

function inSection(subject: Subject, open: string, said: string): LineEdit[] {
  const section = sectionFor(subject, `${open} ${said}`);
  if (section === undefined) return [];
  const item = section.units.findLast((unit) => unit.kind === "item");
  const end = item === undefined ? undefined : listEnd(subject, item);
  const id = item === undefined ? undefined : nextRequirementId(subject, item.text.slice(0, headLength(item)));
  if (end !== undefined && id !== undefined) return [newItem(subject, end, `${id}${said}`)];
  if (end?.number !== undefined && subject.style.ears) return [newItem(subject, end, said)];
  const next = section.node.sections[0]?.line;
  return [
    appendParagraph(
      subject,
      { line: section.node.line, endLine: next === undefined ? section.node.endLine : next - 1 },
      said,
    ),
  ];
}

/** The section that shares most words with what is decided; its title counts most. */
function sectionFor({ spec }: Subject, words: string): Section | undefined {
  const about = contentStems(words);
  const score = (section: Section) => {
    const title = [...contentStems(section.title)].filter((stem) => about.has(stem)).length;
    const body = new Set(
      section.units.filter((unit) => unit.kind !== "heading").flatMap((unit) => [...contentStems(unit.text)]),
    );
    const shared = [...about].filter((stem) => body.has(stem)).length;
    return title * 3 + shared;
  };
  const ranked = spec.sections
    .filter((section) => section.role === "binding" && section.node.level > 1 && section.units.length > 1)
    .map((section) => ({ section, score: score(section) }))
    .filter((one) => one.score > 1)
    .sort((a, b) => b.score - a.score);
  return ranked[0]?.section;
}
