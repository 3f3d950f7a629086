import { contentStems } from "../../../checks/language/content-words.ts";
import type { Section } from "../../../checks/spec/section.ts";
import type { Unit } from "../../../checks/spec/unit.ts";
import { findMarkers } from "../../../documents/spec/marker.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Subject } from "../subject.ts";
import { mainActor } from "../text/actors.ts";
import { statementFrom } from "../text/answered-question.ts";
import { asPhrase, asSentence, isSentence } from "../text/answers.ts";
import { answeredCase, type CaseQuestion, caseOf } from "../text/condition-question.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { appendParagraph, listEnd, newItem } from "../text/insert.ts";
import { nextRequirementId } from "../text/requirement-id.ts";
import { inSlot, slotIn } from "../text/slot.ts";
import { headLength } from "../text/stretches.ts";
import { isEarsPlace } from "../text/style.ts";

/** Where the marker stands, or, for a list of open questions, in the section that speaks of the same. */
export function written(subject: Subject, unit: Unit | undefined, open: string, answer: string): LineEdit[] {
  if (unit?.kind === "cell") return [inCell(subject, unit, answer)];
  const said = stated(subject, open, answer);
  if (unit === undefined || unit.section.role === "open") return inSection(subject, open, said);
  const slot = slotIn(unit);
  if (slot !== undefined && !isSentence(answer)) return [inSlot(subject, unit, slot, answer)];
  const marker = findMarkers(unit.text)[0];
  if (marker !== undefined && /^(?:TODO|FIXME|\[?OPEN QUESTION)/i.test(marker.text))
    return [
      replaceStretch(
        subject,
        { unit, from: marker.start, to: sentenceEnd(unit, marker.end) },
        inItsStead(subject, unit, marker.start, answer, said),
      ),
    ];
  const rest =
    marker === undefined ? "" : `${unit.text.slice(headLength(unit), marker.start)}${unit.text.slice(marker.end)}`;
  const isInline =
    marker !== undefined && hasTwoWords(rest) && unit.text.slice(headLength(unit), marker.start).trim() !== "";
  if (marker === undefined || !isInline) return [replaceStretch(subject, openStretch(subject, unit), said)];
  if (isSentence(answer))
    return [
      replaceStretch(subject, { unit, from: headLength(unit), to: unit.text.length }, asSentence(answer, subject)),
    ];
  return [filled(subject, unit, marker, answer.trim().replace(/[.;]$/, ""))];
}

/** What is left says something: a word of three letters, and another behind it. */
function hasTwoWords(text: string): boolean {
  const words = text.match(/\w+/g) ?? [];
  const first = words.findIndex((word) => word.length >= 3);
  return first >= 0 && words.slice(first + 1).some((word) => word.length >= 2);
}

/** Behind "Rounding:" stands the answer alone; so it does in the place of an order to somebody: "TODO check with Finance". */
function inItsStead(subject: Subject, unit: Unit, at: number, answer: string, said: string): string {
  const lead = unit.text.slice(headLength(unit), at);
  if (/[:–—]\s*$/.test(lead)) return /\b(?:MUST|SHALL|must|shall)\b/.test(said) ? said : `${asPhrase(answer)}.`;
  return /^[^:]{0,12}:?\s*(?:check|confirm|agree|clarify|verify|discuss|ask|find out|talk)\b/i.test(unit.text.slice(at))
    ? asSentence(answer, subject)
    : said;
}

/** What follows such a marker is what is to be done, not a part of the spec. */
function sentenceEnd({ text }: Unit, from: number): number {
  const stop = /[.!?](?=\s|$)/.exec(text.slice(from));
  return stop === null ? text.length : from + stop.index + 1;
}

/** A cell holds words, not a sentence. */
function inCell(subject: Subject, unit: Unit, answer: string): LineEdit {
  const marker = findMarkers(unit.text)[0];
  const rest = marker === undefined ? "" : unit.text.slice(marker.end);
  // What only asks goes with the marker: "TBD by what key".
  const isAsked =
    /^\s*[:(–—-]|\b(?:what|which|how|who|whom|whose|when|where|whether|why)\b/i.test(rest) || /\?\s*$/.test(rest);
  const to = marker === undefined || isAsked ? unit.text.length : marker.end;
  return replaceStretch(subject, { unit, from: marker?.start ?? 0, to }, asPhrase(answer));
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
  const asked = /\bhow (?:long|soon|early|far|much time) (before|after)\b/i.exec(subject.gap.text)?.[1];
  const at = asked === undefined ? -1 : before.toLowerCase().lastIndexOf(` ${asked.toLowerCase()} `);
  if (at !== -1 && /^\d/.test(phrase))
    return replaceStretch(subject, { unit, from: at, to: marker.end }, ` ${phrase}${before.slice(at).trimEnd()}`);
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
  const asked = caseOf(open);
  if (asked !== undefined) return ofCase(subject, asked, answer);
  if (isSentence(answer)) return asSentence(answer, subject);
  const phrase = answer.trim().replace(/[.;]$/, "");
  const words = open.replace(/[?.:\s]+$/, "");
  const statement = statementFrom(open, phrase, subject.style.modal);
  if (statement !== undefined) return asSentence(statement, subject);
  const where = /^where\s+(.+)$/i.exec(words)?.[1];
  if (where !== undefined) return asSentence(`${where.replace(/\s+on each system$/i, "")} ${phrase}`, subject);
  const noun = /^(?:decide |define |specify |what is |which is )?((?:the|an?)\s.+)$/i.exec(words)?.[1];
  if (noun !== undefined && noun.split(" ").length <= 8) return asSentence(`${noun} is ${phrase}`, subject);
  return asSentence(
    `${words.replace(/^(?:how (?:many|much|long|often|large|big)|what|which|who)\s+/i, "")}: ${phrase}`,
    subject,
  );
}

function ofCase(subject: Subject, asked: CaseQuestion, answer: string): string {
  const clause = isSentence(answer)
    ? asSentence(answer, subject)
    : `${withArticle(asked.actor ?? mainActor(subject))} ${subject.style.modal} ${asPhrase(answer)}`;
  return asSentence(answeredCase(asked, clause), subject);
}

function withArticle(actor: string): string {
  return /^(?:the|an?|each|every|our)\s|^[A-Z]/i.test(actor) && !/^(?:system|application|app|service)$/i.test(actor)
    ? actor
    : `the ${actor}`;
}

function inSection(subject: Subject, open: string, said: string): LineEdit[] {
  const found = sectionFor(subject, `${open} ${said}`);
  if (found === undefined) return [];
  // The criteria of a requirement stand in a section of their own.
  const section = found.units.some(isDuty) ? found : (found.sections.find(({ units }) => units.some(isDuty)) ?? found);
  const item = section.units.findLast((unit) => unit.kind === "item");
  const end = item === undefined ? undefined : listEnd(subject, item);
  const id = item === undefined ? undefined : nextRequirementId(subject, item.text.slice(0, headLength(item)));
  if (end !== undefined && id !== undefined) return [newItem(subject, end, `${id}${said}`)];
  const isLast = item !== undefined && item === section.units.at(-1);
  const isList = end?.number === undefined ? isLast : item !== undefined && isEarsPlace(subject.style, item);
  if (end !== undefined && isList) return [newItem(subject, end, said)];
  const next = section.node.sections[0]?.line;
  return [
    appendParagraph(
      subject,
      { line: section.node.line, endLine: next === undefined ? section.node.endLine : next - 1 },
      said,
    ),
  ];
}

/** The section that shares most words with what is decided, its title counting most; else the one with most duties. */
function sectionFor({ spec }: Subject, words: string): Section | undefined {
  const about = contentStems(words);
  const binding = spec.sections.filter(
    ({ role, units, title }) => role === "binding" && units.length > 1 && !NARRATIVE.test(title),
  );
  const inner = binding.filter(({ node }) => node.level > 1);
  return (
    best(inner, (section) => sharedWords(section, about), 2) ??
    best(inner.length > 0 ? inner : binding, ({ units }) => units.filter(isDuty).length, 1) ??
    binding[0]
  );
}

/** Sections that tell and do not bind: what is decided stands elsewhere. */
const NARRATIVE =
  /\b(?:user stor(?:y|ies)|scenarios?|personas?|background|overview|introduction|context|goals?|motivation|summary|rollout|timeline|milestones?|success criteria|entities|states?)\b/i;

function sharedWords({ title, units }: Section, about: ReadonlySet<string>): number {
  const inTitle = [...contentStems(title)].filter((stem) => about.has(stem)).length;
  const body = new Set(units.filter(({ kind }) => kind !== "heading").flatMap(({ text }) => [...contentStems(text)]));
  return inTitle * 3 + [...about].filter((stem) => body.has(stem)).length;
}

function isDuty({ text }: Unit): boolean {
  return /\b(?:must|shall)\b/i.test(text);
}

function best(sections: readonly Section[], score: (section: Section) => number, least: number): Section | undefined {
  return sections
    .map((section) => ({ section, score: score(section) }))
    .filter((one) => one.score >= least)
    .sort((a, b) => b.score - a.score)[0]?.section;
}
