import type { Choice } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { asPhrase } from "../text/answers.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { standingQuantities } from "../text/quantities.ts";
import { sentenceAround, textOf } from "../text/stretches.ts";

const BATCH = /\b(?:import|export|batch|night|nightly|job|cron|report|backup|migration|schedule[dr]?|sync|archiv)/i;
const SCREEN =
  /\b(?:screen|key|keys|terminal|window|cursor|scroll|render|redraw|shows?|display|menu|list|start|starts)\b/i;

/** Work that nobody waits for at a screen. */
export function isBatch(subject: Subject, stretch: Stretch): boolean {
  const title = subject.spec.sections.find(({ node }) => node.level === 1)?.title ?? "";
  return BATCH.test(textOf(sentenceAround(stretch))) || BATCH.test(title);
}

/** How fast, by who waits: a person at a key, a person at a page, nobody. */
export function speedChoices(subject: Subject, stretch: Stretch): Choice[] {
  const usual = usualTimes(subject, stretch);
  const standing = standingQuantities(subject, "time", 2, usual[0]?.words).map(({ text, line }) => ({
    words: `within ${text}`,
    why: `as it stands on ${subject.where(line)}`,
  }));
  const seen = new Set<string>();
  return [...usual, ...standing]
    .filter(({ words }) => !seen.has(words) && seen.add(words))
    .slice(0, 4)
    .map(({ words, why }, index) => ({
      label: words,
      why,
      ...(index === 0 ? { recommended: true } : {}),
      write: () => [replaceStretch(subject, ...placed(stretch, words))],
    }));
}

function usualTimes(subject: Subject, stretch: Stretch): { words: string; why: string }[] {
  const sentence = textOf(sentenceAround(stretch));
  if (isBatch(subject, stretch)) {
    return [
      { words: "within 1 hour", why: "nobody waits for it, and a night has several hours" },
      { words: "within 10 minutes", why: "leaves room for a second try" },
    ];
  }
  if (SCREEN.test(sentence) && !/\brequests?\b/i.test(sentence)) {
    return [
      { words: "within 1 second", why: "up to a second a person keeps the thread" },
      { words: "within 100 milliseconds", why: "feels immediate" },
    ];
  }
  return [
    { words: "within 1 second for 95 % of the requests", why: "up to a second a person keeps the thread" },
    { words: "within 200 milliseconds for 95 % of the requests", why: "for a page that makes several requests" },
  ];
}

/** In the place of the word where an adverbial may stand, else at the sentence's end; "be fast" becomes a verb. */
function placed(stretch: Stretch, words: string): [Stretch, string] {
  const { unit, from, to } = stretch;
  const copula = /\b(?:be|stay|remain|feel)\s+(?:very\s+|always\s+)?$/i.exec(unit.text.slice(0, from));
  if (copula !== null) return [{ unit, from: copula.index, to }, `answer ${words}`];
  const isBeforeVerb = /\b(?:must|shall|should|will|to|not|can)\s+$/i.test(unit.text.slice(0, from));
  if (!isBeforeVerb) return [stretch, words];
  const sentence = sentenceAround(stretch);
  const text = unit.text.slice(sentence.from, sentence.to);
  const stop = /[.!?]$/.exec(text)?.[0] ?? "";
  const rest = unit.text.slice(to, sentence.to - stop.length).replace(/^\s+/, "");
  return [{ unit, from, to: sentence.to }, `${rest} ${words}${stop}`];
}

/** "300 ms" goes into a sentence as "within 300 ms". */
export function withinTime(answer: string): string {
  const phrase = asPhrase(answer);
  return /^(?:\d|at most|up to|less than|under)/i.test(phrase)
    ? `within ${phrase.replace(/^(?:at most|up to|less than|under)\s+/i, "")}`
    : phrase;
}
