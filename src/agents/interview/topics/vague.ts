import type { LineEdit } from "../../../documents/values.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { asPhrase, fillIn, isClause, isSentence } from "../text/answers.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { flaggedStretch, placeName, sentenceAround, textOf } from "../text/stretches.ts";
import { coordinated, isPredicate, strikable } from "../text/strike.ts";
import { amountOf } from "./amounts.ts";
import { isBatch, placeTime, speedChoices, withinTime } from "./speed.ts";
import { type VagueKind, vagueKind } from "./vague-kinds.ts";

/** A word that nobody can test: what must a test see? */
export function askVague(subject: Subject): Inquiry | undefined {
  const stretch = flaggedStretch(subject);
  if (stretch === undefined) return undefined;
  const words = textOf(stretch);
  const kind = vagueKind(words);
  const { question, wanted } = wording(kind, words);
  const said = `${placeName(subject)} says: "${textOf(sentenceAround(stretch))}"`;
  return {
    question: `${said} ${question}`,
    choices: choicesFor(kind, subject, stretch, words),
    wanted,
    free: (answer) =>
      isSentence(answer)
        ? fillIn(subject, stretch, answer)
        : [inWords(kind, subject, stretch, fittedClause(stretch, answer))],
  };
}

/** "be good enough" and "98 % of the fields are read right" is "be such that 98 % of the fields are read right". */
function fittedClause(stretch: Stretch, answer: string): string {
  return isPredicate(stretch) && isClause(answer) ? `such that ${asPhrase(answer)}` : answer;
}

/** A phrase of the person's own, fitted to the words around it. */
function inWords(kind: VagueKind, subject: Subject, stretch: Stretch, answer: string): LineEdit {
  const phrase = asPhrase(answer);
  if (kind === "speed") return replaceStretch(subject, ...placeTime(stretch, withinTime(answer)));
  if (kind === "usability" && isPredicate(stretch) && /^(?:with|within|in|by|without|after)\b/i.test(phrase))
    return replaceStretch(subject, stretch, `usable ${phrase}`);
  const after = stretch.unit.text.slice(stretch.to);
  const noun = (MESSAGES.exec(after) ?? TIMES.exec(after))?.[0];
  if (kind !== "fitting" || noun === undefined) return replaceStretch(subject, stretch, phrase);
  if (/^\d/.test(phrase)) return timeEdit(subject, stretch, noun, phrase);
  const link = /^(?:that|which|with|of|naming|in|for|as)\b/i.test(phrase) ? "" : "with ";
  return replaceStretch(subject, { ...stretch, to: stretch.to + noun.length }, `${noun.trim()} ${link}${phrase}`);
}

function wording(kind: VagueKind, words: string): { question: string; wanted: string } {
  switch (kind) {
    case "speed":
      return { question: `How fast is "${words}" here?`, wanted: "a time with its unit, and how it is measured" };
    case "escape":
      return {
        question: `When does the duty hold: what is "${words}"?`,
        wanted: "the condition, such that it can be checked",
      };
    case "hedge":
      return { question: `What is the exception behind "${words}"?`, wanted: "the cases in which it does not hold" };
    case "usability":
      return {
        question: `What would show that it is "${words}"?`,
        wanted: "something that a test with people can see",
      };
    case "security":
      return { question: `Against what, and how, is "${words}"?`, wanted: "the protection that is built in" };
    case "recovery":
      return {
        question: `What must still work when something fails, so that it is "${words}"?`,
        wanted: "what is kept, and how soon it works again",
      };
    default:
      return {
        question: `What exactly must hold where it says "${words}"?`,
        wanted: "what a test can see: a number, a list, or a rule",
      };
  }
}

function choicesFor(kind: VagueKind, subject: Subject, stretch: Stretch, words: string): Choice[] {
  const offered = offers(kind, subject, stretch);
  const rest = strikable(stretch);
  const strike = rest === undefined ? [] : [strikeChoice(kind, subject, rest, words)];
  return kind === "escape" || kind === "hedge" ? [...recommend(strike), ...offered] : [...offered, ...strike];
}

/** The first is the default. */
function recommend(choices: readonly Choice[]): Choice[] {
  return choices.map((choice, index) => (index === 0 ? { ...choice, recommended: true } : choice));
}

function offers(kind: VagueKind, subject: Subject, stretch: Stretch): Choice[] {
  switch (kind) {
    case "speed":
      return speedChoices(subject, stretch);
    case "usability":
      return isPredicate(stretch) && coordinated(stretch) === undefined
        ? recommend([
            instead(
              subject,
              stretch,
              "usable without help by 4 of 5 people who use it for the first time",
              "what a small usability test can show",
            ),
          ])
        : [];
    case "security":
      return recommend(securityChoices(subject, stretch));
    case "recovery":
      return recoveryChoices(subject, stretch);
    case "fitting":
      return fittingChoices(subject, stretch);
    default:
      return [];
  }
}

function securityChoices(subject: Subject, stretch: Stretch): Choice[] {
  const { unit, from, to } = stretch;
  const verb = `${/(\w+)\s*$/.exec(unit.text.slice(0, from))?.[1] ?? ""} ${/^\s*(\w+)/.exec(unit.text.slice(to))?.[1] ?? ""}`;
  if (/\b(?:send|sent|transmit|transfer|connect|communicat|upload|download|call)/i.test(verb))
    return [instead(subject, stretch, "over TLS 1.2 or newer", "the usual protection on the way")];
  if (/\b(?:stor|keep|kept|save|persist)/i.test(verb))
    return [instead(subject, stretch, "encrypted with AES-256", "the usual protection of what is stored")];
  return [];
}

function recoveryChoices(subject: Subject, stretch: Stretch): Choice[] {
  const words = isPredicate(stretch)
    ? "back in service within 1 minute after a crash, with everything that was stored before it"
    : "with an error that names the cause, and without a change to what is stored";
  const against = isPredicate(stretch)
    ? /^\s+(?:against|under|in the face of)\s[^.,;]{1,80}/i.exec(stretch.unit.text.slice(stretch.to))
    : null;
  const choice = instead(
    subject,
    { ...stretch, to: stretch.to + (against?.[0].length ?? 0) },
    words,
    isPredicate(stretch) ? "a crash is the case that can be tested" : "nothing is lost, and the cause is known",
  );
  return isPredicate(stretch) ? [choice] : recommend([choice]);
}

const MESSAGES = /^\s+(?:error\s+)?(messages?|feedback|errors?|hints?|explanations?|text)\b/i;
const ZONE = /^\s+time ?zones?\b/i;
const TIMES =
  /^\s+(?:time ?outs?|delay|period|interval|duration|time span|time(?![\w -]*(?:zone|stamp|slot|format)))\b/i;

function fittingChoices(subject: Subject, stretch: Stretch): Choice[] {
  const after = stretch.unit.text.slice(stretch.to);
  const message = MESSAGES.exec(after);
  if (message !== null) {
    const to = stretch.to + message[0].length;
    const noun = message[0].trim();
    const words = `${noun} that names the cause and what to do next`;
    return recommend([instead(subject, { ...stretch, to }, words, "both can be seen in a test", words)]);
  }
  const zone = ZONE.exec(after);
  if (zone !== null) return zoneChoices(subject, { ...stretch, to: stretch.to + zone[0].length });
  const time = TIMES.exec(after);
  return time === null ? [] : timeChoices(subject, stretch, time[0]);
}

function zoneChoices(subject: Subject, stretch: Stretch): Choice[] {
  const article = /\b(?:an?|the)\s+$/i.exec(stretch.unit.text.slice(0, stretch.from));
  const place = { ...stretch, from: article?.index ?? stretch.from };
  return recommend([
    instead(subject, place, "UTC", "has no gaps and no doubled hours"),
    instead(subject, place, "the time zone of the device", "what the person's clock shows"),
  ]);
}

function timeChoices(subject: Subject, stretch: Stretch, noun: string): Choice[] {
  const amount = amountOf({
    words: noun.trim(),
    sentence: textOf(sentenceAround(stretch)),
    batch: isBatch(subject, stretch),
  });
  const choices = (amount?.usual ?? []).map(({ words, why }) => ({
    label: words,
    why,
    write: () => [timeEdit(subject, stretch, noun, words)],
  }));
  return amount?.guess === true ? choices : recommend(choices);
}

/** "for a reasonable time" becomes "for 30 days"; "a reasonable timeout" becomes "a timeout of 30 seconds". */
function timeEdit(subject: Subject, stretch: Stretch, noun: string, time: string): LineEdit {
  const { unit, from } = stretch;
  const article = /(?<=\b(?:for|after|within|in|every|over)\s+)(?:an?|the|some)\s+$/i.exec(unit.text.slice(0, from));
  const isSpan = article !== null && /^\s+(?:time|period|interval|duration|time span)$/i.test(noun);
  const place = { unit, from: isSpan ? article.index : from, to: stretch.to + noun.length };
  return replaceStretch(subject, place, isSpan ? time : `${noun.trim()} of ${time}`);
}

function instead(subject: Subject, stretch: Stretch, words: string, why: string, label = words): Choice {
  return { label, why, write: () => [replaceStretch(subject, stretch, words)] };
}

function strikeChoice(kind: VagueKind, subject: Subject, strike: Stretch, words: string): Choice {
  const why =
    kind === "escape" || kind === "hedge"
      ? "the duty then holds without exception"
      : "what is left can be tested, and nothing is lost that could be";
  return { label: `Strike "${words}"`, why, write: () => [replaceStretch(subject, strike, "")] };
}
