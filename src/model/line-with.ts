import { beginsAs, bodyFor, cellCount, cellsOf, fieldOf, wordsIn } from "./passage-answer.ts";
import type { Question } from "./question.ts";

/** A line as it would read. */
export interface LineRead {
  readonly text: string;
  /** With the words where they may as well be meant to stand: for the marker, or for its sentence. */
  readonly other?: string;
  /** With every word of the author's but the marker: what is opened to be edited. */
  readonly open: string;
  /** Only the person can say whether it reads well: it is opened first. */
  readonly isDraft: boolean;
}

/** Items, headings and lines of their own have no place in a sentence. */
const LINES = /\n|^(?:[-*+]|#+|\d{1,9}[.)])\s/;
const YES_OR_NO = /^(?:yes|no)(?:[,.;:!–—-]|$)/i;
/** So many words may be a sentence. */
const SHORTEST_SENTENCE = 3;

/** Typed anew, with a phrase in place of the marker, or with sentences in place of its sentence (SPEC 16.4). */
export function lineWith(question: Question, typed: string): LineRead | undefined {
  const [body, words] = [bodyFor(question, "edit"), typed.trim()];
  const { replaces, sentence, aside, keeps } = fieldOf(question, "edit") ?? {};
  const cells = cellsOf(body);
  if (beginsAs(body, words, 2) || (cells > 0 && cellCount(words) === cells))
    return { text: typed, open: typed, isDraft: false };
  const isAnswer = YES_OR_NO.test(words);
  if (LINES.test(words) || (isAnswer && keeps === undefined)) return undefined;
  const said = replaces && withPhrase(question, isAnswer ? `${keeps} ${words}` : words, replaces);
  const whole = sentence && !isAnswer ? body.replace(sentence, () => words) : undefined;
  const isLong = wordsIn(words).length >= SHORTEST_SENTENCE;
  if (whole === undefined && !isAnswer && isLong && isSentences(words)) return undefined;
  // In brackets a sentence stands well beside the author's.
  const isWhole = isLong && isSentences(words) && !(aside && sentence !== replaces);
  const [text, other] = whole !== undefined && isWhole ? [whole, said] : [said ?? whole, whole];
  if (text === undefined) return undefined;
  const isOther = other !== undefined && other !== text && isLong;
  return {
    text,
    ...(isOther ? { other } : {}),
    open: said ?? text,
    isDraft: said === undefined && text === whole && !isSentences(words),
  };
}

/** A phrase among the words around the marker; where these await none, and with its question, in brackets; behind its note, where that is all there is. */
function withPhrase(question: Question, words: string, marker: string): string {
  const { aside, about, keeps = "\n" } = fieldOf(question, "edit") ?? {};
  const [before = "", behind = ""] = bodyFor(question, "edit").split(marker, 2);
  // "1 hour.": the full stop ends the answer, not the line.
  const phrase = withoutDoubled(words.replace(/([^.])\.$/, "$1"), before, behind);
  if (about !== undefined) return `${before}${about}: ${phrase}${behind}`;
  const isSetOff = (aside || words.startsWith(keeps)) && !/^\(.*\)$/.test(phrase);
  return `${before}${isSetOff ? `(${phrase})` : phrase}${behind}`;
}

/** By their form: with a capital letter and a full stop, or with another one behind the first. */
function isSentences(text: string): boolean {
  return /^["'(*_`]*\p{Lu}.*[.!?]["')*_`]*$|\p{L}{2}[.!?]["')*_`]*\s+["'(*_`]*\p{Lu}/su.test(text);
}

/** "5 seconds" beside "seconds" is "5", "at most 8" behind "at most" is "8": what stands beside it is not said twice. */
function withoutDoubled(phrase: string, before: string, behind: string): string {
  const [said, last] = [phrase.split(/ +/), wordsIn(before)];
  const isSaid = (count: number) => said.slice(0, count).join(" ").toLowerCase() === last.slice(-count).join(" ");
  const counts = said.slice(1).map((_, index) => index + 1);
  const rest = said.slice(counts.findLast(isSaid) ?? 0).join(" ");
  const next = /^\s*(%|[\p{L}\p{N}]+)/u.exec(behind)?.[1]?.toLowerCase() ?? "";
  const number = rest.toLowerCase().endsWith(next) ? rest.slice(0, rest.length - next.length) : "";
  return next !== "" && /(?:\d|\s)$/.test(number) ? number.trimEnd() : rest;
}
