import type { Choice } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { placeAdverbial } from "../text/adverbial.ts";
import { asPhrase } from "../text/answers.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { standingQuantities } from "../text/quantities.ts";
import { sentenceAround, textOf } from "../text/stretches.ts";

const BATCH = /\b(?:import|export|batch|night|nightly|job|cron|report|backup|migration|schedule[dr]?|archiv)/i;
const SCREEN =
  /\b(?:screen|key|keys|terminal|window|cursor|scroll|render|redraw|shows?|display|menu|list|start|starts)\b/i;

const REQUEST =
  /\b(?:requests?|answers?|responds?|responses?|repl(?:y|ies)|search(?:es)?|quer(?:y|ies)|API|endpoint|(?<!-)calls?)\b/i;
const PERSON =
  /\b(?:engineer|operator|team|support|staff|clerk|administrator|person)s?\b.{0,60}\b(?:reacts?|responds?|answers?|repl(?:y|ies)|acts?)\b/i;
const MESSAGE = /\b(?:e-?mails?|mails?|notif\w+|messages?|alerts?|webhooks?|invitations?|reminders?|SMS)\b/i;

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
      write: () => [replaceStretch(subject, ...placeTime(stretch, words))],
    }));
}

type Usual = readonly { readonly words: string; readonly why: string }[];

const FOR_BATCH: Usual = [
  { words: "within 1 hour", why: "nobody waits for it, and a night has several hours" },
  { words: "within 10 minutes", why: "leaves room for a second try" },
];
const FOR_PERSON: Usual = [
  { words: "within 30 minutes", why: "a usual time for somebody who is on call" },
  { words: "within 1 working day", why: "where nobody is on call" },
];
const FOR_REQUEST: Usual = [
  { words: "within 1 second for 95 % of the requests", why: "up to a second a person keeps the thread" },
  { words: "within 200 milliseconds for 95 % of the requests", why: "for a page that makes several requests" },
];
const FOR_MESSAGE: Usual = [
  { words: "within 1 minute", why: "whoever gets it is not waiting for it at a screen" },
  { words: "within 5 seconds", why: "where somebody waits for it, as for a code to sign in with" },
];
const FOR_SCREEN: Usual = [
  { words: "within 1 second", why: "up to a second a person keeps the thread" },
  { words: "within 100 milliseconds", why: "feels immediate" },
];
const FOR_WORK: Usual = [
  { words: "within 5 seconds", why: "up to ten seconds a person waits without turning to something else" },
  { words: "within 1 second", why: "up to a second a person keeps the thread" },
];

/** By what the sentence speaks of, then by what the document is about. */
function usualTimes(subject: Subject, stretch: Stretch): Usual {
  const sentence = textOf(sentenceAround(stretch));
  if (PERSON.test(sentence)) return FOR_PERSON;
  if (BATCH.test(sentence)) return FOR_BATCH;
  if (MESSAGE.test(sentence)) return FOR_MESSAGE;
  if (REQUEST.test(sentence)) return FOR_REQUEST;
  if (SCREEN.test(sentence)) return FOR_SCREEN;
  return isBatch(subject, stretch) ? FOR_BATCH : FOR_WORK;
}

/** "be fast" becomes a verb; an adverb gives its place to the time. */
export function placeTime(stretch: Stretch, words: string): [Stretch, string] {
  const { unit, from, to } = stretch;
  const copula = /\b(?:be|stay|remain|feel)\s+(?:very\s+|always\s+)?$/i.exec(unit.text.slice(0, from));
  return copula === null ? placeAdverbial(stretch, words) : [{ unit, from: copula.index, to }, `answer ${words}`];
}

/** "300 ms" goes into a sentence as "within 300 ms". */
export function withinTime(answer: string): string {
  const phrase = asPhrase(answer);
  return /^(?:\d|at most|up to|less than|under)/i.test(phrase)
    ? `within ${phrase.replace(/^(?:at most|up to|less than|under)\s+/i, "")}`
    : phrase;
}
