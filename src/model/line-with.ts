import {
  ALTERNATIVES,
  beginsAs,
  bodyFor,
  cellCount,
  cellsOf,
  fieldOf,
  headOf,
  saidToDo,
  WORD,
  wordsIn,
} from "./passage-answer.ts";
import type { Answer, Question, QuestionField } from "./question.ts";
import { isNumber, MONEY, UNIT, UNIT_LAST, UNIT_NEXT, withUnit } from "./unit.ts";
import { visibleLine } from "./visible-text.ts";

/** List items, headings and several lines have no place inside a sentence. */
const LINES = /\n|^(?:[-*+]|#+|\d{1,9}[.)])\s/;
const YES_OR_NO = /^(?:yes|no)(?:[,.;:!–—-]|$)/i;
const LONGEST_NAME = 4;
/** Fewer words than this are a phrase, even with a capital letter and a full stop: "Both.", "In June." */
const SHORTEST_SENTENCE = 3;

/** The passage with the typed words in it, or why the User has to write it as it should read. */
type LineWith = { readonly text: string } | { readonly because: string };

/**
 * Typed words in a passage, with every word of the author's but the marker (SPEC 16.4): the line typed anew, its sentence
 * typed anew, or like for like: a phrase in place of words of a sentence, a sentence in place of a sentence.
 */
export function lineWith(question: Question, typed: string): LineWith {
  const [body, words] = [bodyFor(question, "edit"), typed.trim()];
  const field = fieldOf(question, "edit");
  const cells = cellsOf(body);
  const isAnew = (cells > 0 && cellCount(words) === cells) || isWholeLine(body, field, words);
  if (isAnew) return { text: typed };
  if (LINES.test(words)) return { because: "several lines do not fit into a line" };
  const anew = withSentence(body, field?.sentence, field?.replaces, words);
  return anew === undefined ? withWords(body, field, words) : { text: anew };
}

/** The whole passage typed anew, with every word but the marker: whoever drops some writes the line, and sees it. */
function isWholeLine(body: string, field: QuestionField | undefined, words: string): boolean {
  const others = body.slice(headOf(body).length).replace(field?.replaces ?? "\n", " ");
  return beginsAs(body, words, 2) && keepsAll(others, words);
}

/** The marker's sentence typed anew: from the place where the typed words begin like it up to its end. */
function withSentence(body: string, sentence = "", replaces = "", words: string): string | undefined {
  // A sentence that only says that something is open, without a marker in it, gives way to another sentence.
  if (replaces === "" && sentence !== "" && isSentence(words)) return body.replace(sentence, () => words);
  const old = wordsIn(words).length < 4 ? "" : sentence.slice(startLike(sentence, words));
  const others = old.replace(replaces, " ");
  if (old === "" || !isBalanced(old) || !old.includes(replaces) || !keepsAll(others, words)) return undefined;
  // "either by hand or at once (to be decided)" + "at once": words of the line alone decide nothing.
  if (keepsAll(words, others)) return undefined;
  const stop = /[.!?]$/.test(words) ? "" : (/[.!?]$/.exec(old)?.[0] ?? "");
  return body.replace(old, () => `${words}${stop}`);
}

function isBalanced(text: string): boolean {
  return text.split("(").length === text.split(")").length;
}

/** Where in a sentence its words begin like the typed ones; its end where they do not. */
function startLike(sentence: string, typed: string): number {
  const [first, second] = wordsIn(typed);
  const words = [...sentence.matchAll(WORD)];
  const isLike = (at: number, word: string | undefined) => words[at]?.[0].toLowerCase() === word;
  const found = words.findIndex((_, at) => isLike(at, first) && isLike(at + 1, second));
  return words[found]?.index ?? sentence.length;
}

/** The words in place of the marker, where they are of its kind and nothing would be lost or said twice. */
function withWords(body: string, { replaces, sentence, marker }: Partial<QuestionField> = {}, typed: string): LineWith {
  if (YES_OR_NO.test(typed)) return { because: '"yes" and "no" need a sentence' };
  if (replaces === undefined) return { because: "no marker shows where these words go" };
  if (marker === undefined && !isOneOf(replaces, typed))
    return { because: `these words do not stand for "${visibleLine(replaces, 80)}"` };
  const [before = "", behind = ""] = body.split(replaces, 2);
  const isSentencesPlace = sentence === replaces;
  if (isSentence(typed) !== isSentencesPlace)
    return {
      because: isSentencesPlace ? "the marker stands for a whole sentence" : "the marker is only part of a sentence",
    };
  if (isSentencesPlace) return { text: `${before}${typed}${behind.replace(/^\./, "")}` };
  const words = withUnit(typed, replaces, marker);
  // The full stop of "1 hour." ends the answer, not the line.
  const phrase = withoutDoubled(unwrapped(words.replace(/([^.])\.$/, "$1"), before, behind), before, behind);
  // "5" for "[TBD: how many MB?]", "5 s" before "days".
  const isUnitLost = isNumber(words) && UNIT.test(replaces) && !UNIT_NEXT.test(behind);
  // "10 €" before "EUR"
  const isPaidTwice = MONEY.test(phrase) && MONEY.test(`${/\S*\s?$/.exec(before)?.[0]}|${/^\s?\S*/.exec(behind)?.[0]}`);
  if (isUnitLost || isPaidTwice || (UNIT_NEXT.test(behind) && UNIT_LAST.test(phrase)))
    return { because: "the unit is not clear" };
  const twice = marker === undefined ? undefined : saidTwice(phrase, before, behind);
  if (twice !== undefined) return { because: `"${twice}" would be there twice` };
  return { text: `${before}${phrase}${behind}` };
}

/** The first word of a phrase that ends the words before it, or, being no short word, is anywhere else in the line or cell. */
function saidTwice(phrase: string, before: string, behind: string): string | undefined {
  const above = wordsIn(/[^|]*$/.exec(before)?.[0] ?? "");
  const others = [...above, ...wordsIn(/^[^|]*/.exec(behind)?.[0] ?? "")];
  return phrase.match(WORD)?.find((word) => {
    const [isLong, same] = [word.length > 3 || /\p{Lu}{2}|\p{L}\d/u.test(word), word.toLowerCase()];
    return same === above.at(-1) || (isLong && others.includes(same));
  });
}

/** Of two alternatives one of them takes their place; any other words are for the User to fit in. */
function isOneOf(alternatives: string, words: string): boolean {
  const isChoice = ALTERNATIVES.test(alternatives);
  // In place of a name that is defined nowhere goes another name, not a remark about it.
  if (!isChoice) return wordsIn(words).length <= LONGEST_NAME;
  return alternatives.toLowerCase().includes(words.replace(/[.!]$/, "").toLowerCase());
}

/** By their form alone: with a capital letter and a full stop, or with several sentences. */
function isSentence(text: string): boolean {
  const isWhole = /^["'(*_`]*\p{Lu}.*[.!?]["')*_`]*$|\p{L}{2}[.!?]["')*_`]*\s+["'(*_`]*\p{Lu}/su.test(text);
  return isWhole && wordsIn(text).length >= SHORTEST_SENTENCE;
}

/** `fill` inside a sentence as the edit that it makes there, as at the terminal (SPEC 16.4); words of an instruction stay. */
export function filledLine(question: Question, { fill, ...rest }: Answer["fields"]): Answer["fields"] | undefined {
  if (fill === undefined || rest.edit !== undefined || fieldOf(question, "edit")?.replaces === undefined)
    return undefined;
  if (saidToDo(question, fill) !== undefined) return { ...rest, edit: fill };
  const line = lineWith(question, fill);
  return "text" in line ? { ...rest, edit: line.text } : undefined;
}

/** Why `fill` is refused where the answer is the whole line (SPEC 16.4). */
export function fillProblem(question: Question, { fields: { fill } }: Answer): string | undefined {
  const [first] = question.evidence;
  if (fill === undefined || first === undefined || fieldOf(question, "fill") !== undefined) return undefined;
  const line = lineWith(question, fill);
  const why = "because" in line ? line.because : "no marker is there to replace";
  return `fill cannot go there, because ${why}; use edit and write the whole line: ${visibleLine(first.body, 2000)}`;
}

/** Whether all words of a text, if it has any, stand in another one. */
function keepsAll(before: string, after: string): boolean {
  const [words, now] = [wordsIn(before), new Set(wordsIn(after))];
  return words.length > 0 && words.every((word) => now.has(word));
}

/** "(5 MB)" between brackets of the author's is "5 MB". */
function unwrapped(phrase: string, before: string, behind: string): string {
  return before.endsWith("(") && behind.startsWith(")") ? phrase.replace(/^\(([^()]*)\)$/, "$1") : phrase;
}

/** "5 seconds" beside "seconds" is "5", "at most 8" behind "at most" is "8": words beside the marker are not repeated. */
function withoutDoubled(phrase: string, before: string, behind: string): string {
  // Words of an earlier sentence are not beside the marker.
  const [said, last] = [phrase.split(/ +/), wordsIn(/[^.!?;:()[\]]*$/.exec(before)?.[0] ?? "")];
  const isSaid = (count: number) => said.slice(0, count).join(" ").toLowerCase() === last.slice(-count).join(" ");
  const counts = said.slice(1).map((_, index) => index + 1);
  const unsaid = said.slice(counts.findLast(isSaid) ?? 0).join(" ");
  const [sign] = /\p{Sc}(?=\s?$)/u.exec(before) ?? [];
  const rest = sign !== undefined && unsaid.startsWith(sign) ? unsaid.slice(1).trimStart() : unsaid;
  const next = /^\s*(%|\p{Sc}|[\p{L}\p{N}]+)/u.exec(behind)?.[1]?.toLowerCase() ?? "";
  const number = rest.toLowerCase().endsWith(next) ? rest.slice(0, rest.length - next.length) : "";
  if (next !== "" && /(?:\d|\s)$/.test(number)) return number.trimEnd();
  // "5 s" before "seconds".
  const [, count, unit = ""] = /^(\d[\d.,]*)\s?(\p{L}{1,4})$/u.exec(rest) ?? [];
  return count !== undefined && next.startsWith(unit.toLowerCase()) ? count : rest;
}
