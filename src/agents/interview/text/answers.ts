import type { LineEdit } from "../../../documents/values.ts";
import type { Subject } from "../subject.ts";
import { replaceStretch, type Stretch } from "./edit-unit.ts";
import { sentenceAround } from "./stretches.ts";

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

/** A whole sentence takes the place of the one that is there; a phrase that of the words that are asked about. */
export function fillIn(subject: Subject, stretch: Stretch, answer: string, shape = asPhrase): LineEdit[] {
  if (!isSentence(answer)) return [replaceStretch(subject, stretch, shape(answer))];
  return [replaceStretch(subject, sentenceAround(stretch), asSentence(answer, subject))];
}

/** The lines stand as they are: nothing is left to be said. */
export function unchanged(subject: Subject): LineEdit[] {
  const place = subject.places[0];
  const lines = place === undefined ? [] : subject.lines.slice(place.line - 1, place.endLine);
  return lines.length === 0 ? [] : [{ before: lines, after: lines }];
}
