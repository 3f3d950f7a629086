import { contentStems } from "../../../checks/language/content-words.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Subject } from "../subject.ts";
import { replaceStretch, type Stretch, spliced } from "./edit-unit.ts";
import { sentenceAround } from "./stretches.ts";
import { strikable } from "./strike.ts";

const FINITE =
  /\b(?:must|shall|should|will|may|can|cannot|is|are|has|have|does|do|refuses?|answers?|returns?|sends?|keeps?|stores?|shows?|stops?|writes?|reads?)\b/i;

/** Words that are a sentence by themselves, and not a part that fits into one. */
export function isSentence(answer: string): boolean {
  const words = answer.trim().split(/\s+/);
  if (words.length < 4 || /^[\d~<>=≤≥(]/.test(answer) || isCondition(answer)) return false;
  const isOpened = /^(?:[A-Z]|an?\b|the\b|each\b|every\b|if\b|when\b|it\b)/.test(answer.trim());
  return (isOpened && FINITE.test(answer)) || /[.!]$/.test(answer.trim());
}

/** "when the disk is full": a condition without what holds then. */
function isCondition(answer: string): boolean {
  return (
    /^\s*(?:only\s+)?(?:if|when|whenever|where|unless|while|after|before|until)\b[^,;]*$/i.test(answer) &&
    !/\b(?:must|shall)\b/i.test(answer)
  );
}

/** The answer as a sentence of the document: its modal verb, a capital letter, a full stop. */
export function asSentence(answer: string, { style }: Pick<Subject, "style">): string {
  const text = answer.trim().replace(/\s+/g, " ").replace(/[;,]$/, "");
  const upper = style.modal === style.modal.toUpperCase();
  const modal = upper
    ? text.replace(/\b(?:must|shall)\b/g, style.modal === "MUST" || style.modal === "SHALL" ? style.modal : "MUST")
    : text;
  const capital = modal.replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return /[.!?:|`]$/.test(capital) ? capital : `${capital}.`;
}

/** Words that go into a sentence: no full stop at their end. */
export function asPhrase(answer: string): string {
  return answer
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[.;,]+$/, "");
}

/** "98 % of the fields are read right": a subject and its verb, which no preposition takes. */
export function isClause(answer: string): boolean {
  return (
    /^\s*\d\S*(?:\s+\S+){1,8}?\s+(?:is|are|was|were|must|shall|can|has|have|will)\s/i.test(answer) || isSentence(answer)
  );
}

/** How much of a sentence must come again in an answer that is meant to stand in its place. */
const RESTATED = 0.6;

/** A phrase takes the place of the words that are asked about; a whole sentence stands by itself. */
export function fillIn(subject: Subject, stretch: Stretch, answer: string, shape = asPhrase): LineEdit[] {
  if (!isSentence(answer)) return [replaceStretch(subject, stretch, shape(answer))];
  return [inOwnWords(subject, stretch, answer, strikable(stretch))];
}

/**
 * A sentence of the person's own: in the place of the one that is there where it says that again, or where that one is
 * nothing without the words that are asked about; else behind it, with those words struck.
 */
export function inOwnWords(
  subject: Subject,
  stretch: Stretch,
  answer: string,
  rest: Stretch | undefined,
  words = "",
): LineEdit {
  const sentence = sentenceAround(stretch);
  const said = asSentence(answer, subject);
  if (rest === undefined || restates(sentence, stretch, answer)) return replaceStretch(subject, sentence, said);
  const { unit } = sentence;
  const kept = spliced(unit.text.slice(0, sentence.to), rest.from, rest.to, words).slice(sentence.from).trimEnd();
  return replaceStretch(subject, sentence, `${/[.!?:]$/.test(kept) ? kept : `${kept}.`} ${said}`);
}

function restates({ unit, from, to }: Stretch, asked: Stretch, answer: string): boolean {
  const stems = contentStems(`${unit.text.slice(from, asked.from)} ${unit.text.slice(asked.to, to)}`);
  const again = contentStems(answer);
  return [...stems].filter((stem) => again.has(stem)).length >= stems.size * RESTATED;
}

/** The lines stand as they are: nothing is left to be said. */
export function unchanged(subject: Subject): LineEdit[] {
  const place = subject.places[0];
  const lines = place === undefined ? [] : subject.lines.slice(place.line - 1, place.endLine);
  return lines.length === 0 ? [] : [{ before: lines, after: lines }];
}
