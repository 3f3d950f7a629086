import type { LineEdit } from "../../../documents/values.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { placeAdverbial } from "../text/adverbial.ts";
import { asPhrase, fillIn, isSentence } from "../text/answers.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { standingQuantities } from "../text/quantities.ts";
import { flaggedStretch, placeName, sentenceAround, textOf } from "../text/stretches.ts";
import { coordinated } from "../text/strike.ts";
import { type Amount, amountOf, BOUND } from "./amounts.ts";
import { isBatch } from "./speed.ts";

/** A quantity without its number: how much? */
export function askMissingNumber(subject: Subject): Inquiry | undefined {
  const flagged = flaggedStretch(subject);
  if (flagged === undefined) return undefined;
  const stretch = withObject(withUse(flagged));
  const sentence = textOf(sentenceAround(stretch));
  const numbered = numberOf(stretch);
  if (numbered !== undefined) return askNumberOf(subject, numbered, sentence);
  const words = textOf(stretch);
  const { node } = stretch.unit.section;
  const around = subject.lines
    .slice(node.line - 1, node.endLine)
    .join("\n")
    .slice(0, 4000);
  const amount = amountOf({ words, sentence, batch: isBatch(subject, stretch), around });
  const said = `${placeName(subject)} says: "${sentence}"`;
  return {
    question: `${said} ${amount?.question ?? `How much is "${words}"?`}`,
    choices: amount === undefined ? [] : choicesFor(subject, stretch, amount),
    wanted: amount?.wanted ?? "a number with its unit, and how it is measured",
    free: (answer) =>
      isSentence(answer)
        ? fillIn(subject, stretch, answer)
        : [written(subject, stretch, amount?.fit(asPhrase(answer)) ?? asPhrase(answer))],
  };
}

function choicesFor(subject: Subject, stretch: Stretch, amount: Amount): Choice[] {
  const isTime = /\d (?:milli)?(?:seconds?|minutes?|hours?|days?)\b/.test(amount.usual[0]?.words ?? "");
  const standing = isTime
    ? standingQuantities(subject, "time", 1, amount.usual[0]?.words).map(({ text, line }) => ({
        words: amount.fit(text),
        why: `as it stands on ${subject.where(line)}`,
      }))
    : [];
  const seen = new Set<string>();
  return [...amount.usual, ...standing]
    .filter(({ words }) => !seen.has(words) && seen.add(words))
    .map(({ words, why }, index) => ({
      label: words,
      why,
      ...(index === 0 && amount.guess !== true ? { recommended: true } : {}),
      write: () => [written(subject, stretch, words)],
    }));
}

interface NumberOf extends Stretch {
  /** What is counted. */
  readonly noun: string;
  /** "at least", or "at most" where it says that there are few. */
  readonly bound: string;
}

/** "a sufficient number of changes" as a whole: a number of its own takes the place of all but the noun. */
function numberOf({ unit, from, to }: Stretch): NumberOf | undefined {
  const flagged = unit.text.slice(from, to);
  if (!/\b(?:number|amount|quantity)$/i.test(flagged)) return undefined;
  const article = /\b(?:an?|the|some)\s+$/i.exec(unit.text.slice(0, from));
  const [of, noun] = /^\s+of\s+([a-z][\w-]*s)\b/i.exec(unit.text.slice(to)) ?? [];
  if (of === undefined || noun === undefined) return undefined;
  const bound = /\b(?:small|limited|low|minimal|few|restricted)\b/i.test(flagged) ? "at most" : "at least";
  return { unit, from: article?.index ?? from, to: to + of.length, noun, bound };
}

function askNumberOf(subject: Subject, stretch: NumberOf, sentence: string): Inquiry {
  const { noun, bound } = stretch;
  const fit = (answer: string) => {
    const phrase = asPhrase(answer);
    const counted = phrase.endsWith(noun) ? phrase : `${phrase} ${noun}`;
    return /^\d/.test(phrase) ? `${bound} ${counted}` : counted;
  };
  return {
    question: `${placeName(subject)} says: "${sentence}" How many ${noun}?`,
    choices: [10, 100].map((number, index) => ({
      label: `${bound} ${number} ${noun}`,
      why: index === 0 ? "a round number to build and test against" : "where that is too few",
      write: () => [replaceStretch(subject, stretch, `${bound} ${number} ${noun}`)],
    })),
    wanted: "a number",
    free: (answer) => fillIn(subject, stretch, answer, fit),
  };
}

/** "small memory" before "footprint" is a small memory footprint. */
function withUse(stretch: Stretch): Stretch {
  const noun = /^\s+(?:footprint|usage|use|consumption)\b/i.exec(stretch.unit.text.slice(stretch.to));
  return noun === null ? stretch : { ...stretch, to: stretch.to + noun[0].length };
}

const OBJECT =
  /^\s+of\s+(?:(?!(?:to|on|in|at|for|by|with|from|during|per|when|if|while|and|or|so|that|which)\b)[\w'-]+\s?){1,5}/i;

/** "limit the number" before "of pending invites": the bound goes behind it all. */
function withObject(stretch: Stretch): Stretch {
  if (!BOUND.test(textOf(stretch))) return stretch;
  const object = OBJECT.exec(stretch.unit.text.slice(stretch.to))?.[0].trimEnd() ?? "";
  return { ...stretch, to: stretch.to + object.length };
}

/** An adverb gives its place to the words that say how often; a quantity to its number. */
function written(subject: Subject, stretch: Stretch, words: string): LineEdit {
  if (/^(?:every|once|twice|\d+ times)\b/i.test(words) && /ly$/i.test(textOf(stretch)))
    return replaceStretch(subject, ...placeAdverbial(stretch, words));
  // Of several words that a thing is said to be, a long one is set apart.
  const isJoined = coordinated(stretch) !== undefined && /^\s+(?:and|or)\b/i.test(stretch.unit.text.slice(stretch.to));
  return replaceStretch(
    subject,
    fitting(stretch),
    `${within(stretch, words)}${isJoined && /\s/.test(words) ? "," : ""}`,
  );
}

const IN = /\bin\s+$/i;

/** "in a short time" becomes "within 2 seconds": the preposition goes with the words. */
function fitting(stretch: Stretch): Stretch {
  const before = IN.exec(stretch.unit.text.slice(0, stretch.from));
  return before === null ? stretch : { ...stretch, from: before.index };
}

function within(stretch: Stretch, words: string): string {
  if (/\btak(?:es?|ing|en)\s+$/i.test(stretch.unit.text.slice(0, stretch.from)) && /^\d/.test(words))
    return `at most ${words}`;
  if (!IN.test(stretch.unit.text.slice(0, stretch.from))) return words;
  return /^\d/.test(words) ? `within ${words}` : /^(?:within|at most|in)\b/.test(words) ? words : `in ${words}`;
}
