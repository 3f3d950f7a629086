import { beginsAs, bodyFor, cellCount, cellsOf, fieldOf, headOf, WORD, wordsIn } from "./passage-answer.ts";
import type { Question, QuestionField } from "./question.ts";
import { isNumber, UNIT, UNIT_LAST, UNIT_NEXT, withUnit } from "./unit.ts";

/** List items, headings and several lines have no place inside a sentence. */
const LINES = /\n|^(?:[-*+]|#+|\d{1,9}[.)])\s/;
const YES_OR_NO = /^(?:yes|no)(?:[,.;:!–—-]|$)/i;
/** A sentence of so many words may repeat the word before the marker: "In Rust 1.30." */
const LONGEST_PHRASE = 4;
/** Fewer words than this are a phrase, even with a capital letter and a full stop: "Both.", "In June." */
const SHORTEST_SENTENCE = 3;

/**
 * The passage with the typed words in it, and with every word of the author's but the marker (SPEC 16.4): the line typed
 * anew, its sentence typed anew, or the words in place of the marker. `undefined` where structure does not decide how
 * it should read: the User then edits the line.
 */
export function lineWith(question: Question, typed: string): string | undefined {
  const [body, words] = [bodyFor(question, "edit"), typed.trim()];
  const field = fieldOf(question, "edit");
  const cells = cellsOf(body);
  if (cells > 0 && cellCount(words) === cells) return typed;
  if (isWholeLine(body, field, words)) return typed;
  if (LINES.test(words)) return undefined;
  return withSentence(body, field?.sentence, field?.replaces, words) ?? withWords(body, field, words);
}

/** The whole passage typed anew, and not only the sentence that the marker stands in. */
function isWholeLine(body: string, field: QuestionField | undefined, words: string): boolean {
  const { replaces = "\n", sentence } = field ?? {};
  const others = sentence === undefined ? "" : body.slice(headOf(body).length).replace(sentence, " ");
  const isAll = wordsIn(others).length === 0 || keptShare(others, words) >= 0.5;
  const isLike = beginsAs(body, words, 2) && keptShare(body.replace(replaces, " "), words) >= 0.5;
  return isAll && (isLike || beginsAs(body, words, 4));
}

/** The marker's sentence typed anew: from the place where the typed words begin like it up to its end. */
function withSentence(body: string, sentence = "", replaces = "", words: string): string | undefined {
  // A sentence that only says that something is open, without a marker in it, gives way to another sentence.
  if (replaces === "" && sentence !== "" && isSentence(words)) return body.replace(sentence, () => words);
  const old = wordsIn(words).length < 4 ? "" : sentence.slice(startLike(sentence, words));
  const others = old.replace(replaces, " ");
  if (old === "" || !isBalanced(old) || !old.includes(replaces) || keptShare(others, words) < 0.5) return undefined;
  // "either by hand or at once (to be decided)" + "at once": words of the line alone decide nothing.
  if (keptShare(words, others) === 1) return undefined;
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

/** The words in place of the marker: among the words around it, set off from them, or behind the marker's note. */
function withWords(body: string, field: QuestionField | undefined, typed: string): string | undefined {
  const { replaces, sentence, aside, about, keeps, marker } = field ?? {};
  if (replaces === undefined || (marker === undefined && !isOneOf(replaces, typed))) return undefined;
  const [before = "", behind = ""] = body.split(replaces, 2);
  const words = withUnit(typed, replaces, marker);
  // "5" for "[TBD: how many MB?]": where the unit goes is for the User to say.
  if (isNumber(words) && UNIT.test(keeps ?? about ?? "") && !UNIT_NEXT.test(behind)) return undefined;
  // "(TBD, probably WCAG 2.1)": what else is in the brackets depends on the answer.
  if (before.endsWith("(") && /^,[^()]*\)/.test(behind)) return undefined;
  const isAnswer = YES_OR_NO.test(words);
  // "(collapsible? TBD)": the question stands before the marker.
  const isAsked = /\?[*_]*\s*$/.test(before);
  // "it mails them [TODO: really?]" + "no": the line itself is wrong then.
  const isDoubted = /^no\b/i.test(words) && keeps !== undefined && !keeps.trim().includes(" ");
  if (isAnswer && !isAsked && (keeps === undefined || !aside || isDoubted)) return undefined;
  const note = keeps === undefined ? about && `${about}: ` : `${keeps} `;
  // The full stop of "1 hour." ends the answer, not the line.
  const bare = words.replace(/([^.])\.$/, "$1");
  const phrase = replaces.startsWith("(") ? bare : withoutDoubled(bare, before, behind);
  // "5 s" before "days"
  if (UNIT_NEXT.test(behind) && UNIT_LAST.test(phrase)) return undefined;
  // "Within 3 months." behind "within" is a phrase; a longer sentence keeps every word.
  const isShort = wordsIn(words).length <= LONGEST_PHRASE && phrase !== bare;
  const isPhrase = isAnswer ? isAsked : !isSentence(words) || isShort;
  const isOwn = sentence === replaces;
  // The marker is all that the passage says: its note becomes the label of the answer, unless it is a task.
  if (before.trim() === headOf(body).trim() && behind.trim() === "") {
    // Words that repeat the note need no label.
    const label = about !== undefined && keptShare(about, words) >= 0.5 ? "" : (note ?? "");
    return /^(?:TODO|FIXME)\b/.test(marker ?? "") ? undefined : `${before}${label}${words}${behind}`;
  }
  // A long question says more than a phrase can without it: "does the window start at delivery or at payment?"
  const isQuestion = aside === true && (keeps?.split(" ").length ?? 0) > LONGEST_PHRASE;
  if (isPhrase && !isOwn && !isQuestion) {
    const line = chosen(before, phrase, behind);
    return line ?? (isSaid(before, phrase) ? undefined : placed(before, phrase, behind, replaces, aside));
  }
  // "Does it move files? [NEEDS CLARIFICATION: ask Ana]": the line asks, the note does not.
  if (isOwn && isAsked && keeps === undefined) return `${before}${words}${behind}`;
  const answer = `${note ?? ""}${isPhrase ? phrase : bare}`;
  if (note !== undefined && aside)
    return isBalanced(before)
      ? `${before.replace(/,\s+$/, " ")}${inBrackets(answer)}${behind}`
      : `${before}${answer}${behind}`;
  if (!isOwn) return undefined;
  return isPhrase && !isAsked
    ? `${before}${inBrackets(phrase)}${behind}`
    : `${before}${words}${/[.!?]$/.test(words) ? behind.replace(/^\./, "") : behind}`;
}

/** "(newest or oldest first, TBD)": one of the alternatives in the same brackets takes the place of all of them. */
function chosen(before: string, phrase: string, behind: string): string | undefined {
  const open = before.lastIndexOf("(");
  const close = behind.indexOf(")");
  const inside = before.slice(open + 1);
  const isChoice = open !== -1 && close !== -1 && !inside.includes(")") && / or |\//.test(inside);
  if (!isChoice || !inside.toLowerCase().includes(phrase.toLowerCase())) return undefined;
  return `${before.slice(0, open + 1)}${phrase}${behind.slice(close)}`;
}

/** "run every TBD" + "on every PR", "A or B (to be decided)" + "B": words before the marker would be said twice. */
function isSaid(before: string, phrase: string): boolean {
  const last = wordsIn(before).at(-1) ?? "";
  const isDoubled = last.length > 3 && wordsIn(phrase).includes(last);
  return isDoubled || (phrase.length > 3 && before.toLowerCase().includes(phrase.toLowerCase()));
}

function placed(before: string, phrase: string, behind: string, replaces: string, aside = false): string {
  if (replaces.startsWith("(")) return `${before}${inBrackets(phrase)}${behind}`;
  return aside ? `${before.trimEnd()}: ${phrase}${behind}` : `${before}${phrase}${behind}`;
}

/** Of two alternatives one of them takes their place; any other words are for the User to fit in. */
function isOneOf(alternatives: string, words: string): boolean {
  const isChoice = / or | \/ /.test(alternatives);
  // In place of a name that is defined nowhere goes another name, not a remark about it.
  if (!isChoice) return wordsIn(words).length <= LONGEST_PHRASE;
  return alternatives.toLowerCase().includes(words.replace(/[.!]$/, "").toLowerCase());
}

function inBrackets(words: string): string {
  return /^\([^()]*\)$/.test(words) ? words : `(${words})`;
}

/** By their form alone: with a capital letter and a full stop, or with several sentences. */
function isSentence(text: string): boolean {
  const isWhole = /^["'(*_`]*\p{Lu}.*[.!?]["')*_`]*$|\p{L}{2}[.!?]["')*_`]*\s+["'(*_`]*\p{Lu}/su.test(text);
  return isWhole && wordsIn(text).length >= SHORTEST_SENTENCE;
}

/** How many of the words of a text stand in another one, from 0 to 1. */
function keptShare(before: string, after: string): number {
  const [words, now] = [wordsIn(before), new Set(wordsIn(after))];
  return words.length === 0 ? 0 : words.filter((word) => now.has(word)).length / words.length;
}

/** "5 seconds" beside "seconds" is "5", "at most 8" behind "at most" is "8": words beside the marker are not repeated. */
function withoutDoubled(phrase: string, before: string, behind: string): string {
  // Words of an earlier sentence are not beside the marker.
  const [said, last] = [phrase.split(/ +/), wordsIn(/[^.!?;:()[\]]*$/.exec(before)?.[0] ?? "")];
  const isSaid = (count: number) => said.slice(0, count).join(" ").toLowerCase() === last.slice(-count).join(" ");
  const counts = said.slice(1).map((_, index) => index + 1);
  const rest = said.slice(counts.findLast(isSaid) ?? 0).join(" ");
  const next = /^\s*(%|[\p{L}\p{N}]+)/u.exec(behind)?.[1]?.toLowerCase() ?? "";
  const number = rest.toLowerCase().endsWith(next) ? rest.slice(0, rest.length - next.length) : "";
  if (next !== "" && /(?:\d|\s)$/.test(number)) return number.trimEnd();
  // "5 s" before "seconds".
  const [, count, unit = ""] = /^(\d[\d.,]*)\s?(\p{L}{1,4})$/u.exec(rest) ?? [];
  return count !== undefined && next.startsWith(unit.toLowerCase()) ? count : rest;
}
