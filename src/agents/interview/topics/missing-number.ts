import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { asPhrase, fillIn } from "../text/answers.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { standingQuantities } from "../text/quantities.ts";
import { flaggedStretch, placeName, sentenceAround, textOf } from "../text/stretches.ts";
import { type Amount, amountOf } from "./amounts.ts";
import { isBatch } from "./speed.ts";

/** A quantity without its number: how much? */
export function askMissingNumber(subject: Subject): Inquiry | undefined {
  const stretch = flaggedStretch(subject);
  if (stretch === undefined) return undefined;
  const words = textOf(stretch);
  const sentence = textOf(sentenceAround(stretch));
  const amount = amountOf({ words, sentence, batch: isBatch(subject, stretch) });
  const said = `${placeName(subject)} says: "${sentence}"`;
  return {
    question: `${said} ${amount?.question ?? `How much is "${words}"?`}`,
    choices: amount === undefined ? [] : choicesFor(subject, stretch, amount),
    wanted: amount?.wanted ?? "a number with its unit, and how it is measured",
    free: (answer) =>
      fillIn(subject, fitting(stretch), answer, (text) =>
        within(stretch, amount?.fit(asPhrase(text)) ?? asPhrase(text)),
      ),
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
      ...(index === 0 ? { recommended: true } : {}),
      write: () => [replaceStretch(subject, fitting(stretch), within(stretch, words))],
    }));
}

const IN = /\bin\s+$/i;

/** "in a short time" becomes "within 2 seconds": the preposition goes with the words. */
function fitting(stretch: Stretch): Stretch {
  const before = IN.exec(stretch.unit.text.slice(0, stretch.from));
  return before === null ? stretch : { ...stretch, from: before.index };
}

function within(stretch: Stretch, words: string): string {
  if (!IN.test(stretch.unit.text.slice(0, stretch.from))) return words;
  return /^\d/.test(words) ? `within ${words}` : /^(?:within|at most|in)\b/.test(words) ? words : `in ${words}`;
}
