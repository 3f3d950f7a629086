import { findActions } from "../../../checks/language/actions.ts";
import type { Unit } from "../../../checks/spec/unit.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { asSentence, isSentence } from "../text/answers.ts";
import { insertBehindSentence, listEnd, newItem } from "../text/insert.ts";
import { nextRequirementId } from "../text/requirement-id.ts";
import { flaggedStretch, headLength, placeName, sentenceAround, textOf } from "../text/stretches.ts";
import { isEarsPlace } from "../text/style.ts";
import { baseForm } from "../text/verbs.ts";

/** A step that can fail: what happens then? */
export function askNoFailurePath(subject: Subject): Inquiry | undefined {
  const stretch = flaggedStretch(subject);
  if (stretch === undefined) return undefined;
  const { unit } = stretch;
  const step = stepAt(unit, stretch.from);
  const { modal } = subject.style;
  const write = (consequence: string) => [placed(subject, unit, failure(subject, unit, step, consequence))];
  const offer = (label: string, why: string, consequence: string): Choice => ({
    label,
    why,
    write: () => write(consequence),
  });
  return {
    question: `${placeName(subject)} says: "${textOf(sentenceAround(stretch))}" What happens when ${/^the /i.test(step.actor) ? inProse(step.actor) : step.actor} cannot ${step.what}?`,
    choices: [
      {
        ...offer(
          "Change nothing and report the error",
          "nothing is lost, and somebody knows",
          `${modal} leave everything as it was and report the error`,
        ),
        recommended: true,
      },
      offer(
        "Try again 3 times, 1 minute apart, then change nothing and report the error",
        "covers a short fault",
        `${modal} try again 3 times, 1 minute apart; if that fails, too, it ${modal} leave everything as it was and report the error`,
      ),
      offer(
        "Go on without it and log the error",
        "where it is not essential",
        `${modal} go on without it and log the error`,
      ),
    ],
    wanted: "what is undone, repeated and reported",
    free: (answer) =>
      isSentence(answer)
        ? [placed(subject, unit, asSentence(answer, subject))]
        : write(
            /^(?:must|shall|should|will|MUST|SHALL)\b/.test(answer.trim())
              ? answer.trim()
              : `${modal} ${answer.trim().replace(/[.;]$/, "")}`,
          ),
  };
}

interface Step {
  /** "the importer". */
  readonly actor: string;
  /** "fetch the rates from the provider". */
  readonly what: string;
}

const ENDS = /^(?:,|;|:|\.|\(|and|then|or|while|so|which|that|if|when)$/i;

/** When it is done is not what fails. */
const WHEN =
  /\s(?:(?:every|each|once an?)\s(?:\d[\d.,]*\s\w+|second|minute|hour|day|night|morning|evening|week|month|quarter|year|time)s?|at \d|daily|nightly|hourly|weekly)\b.*$/i;
/** "cannot call it for every photo" would be said of all of them at once. */
const FOR_EACH = /\sfor (?:every|each|all)\b.*$/i;
/** What a cut may leave behind. */
const DANGLING = /\s+(?:for|to|of|in|on|at|by|with|from|into|as)$/i;

/** Who does what, read off the words around the verb. */
function stepAt(unit: Unit, at: number): Step {
  const sentence = unit.sentences.find(({ tokens }) => tokens.some((token) => token.at === at)) ?? unit.sentences[0];
  const tokens = sentence?.tokens ?? [];
  const verb = Math.max(
    0,
    tokens.findIndex((token) => token.at >= at),
  );
  const behind = tokens.slice(verb + 1);
  const end = behind.findIndex((token) => ENDS.test(token.text));
  const object = behind.slice(0, end === -1 ? undefined : end);
  const last = object.at(-1) ?? tokens[verb];
  const from = tokens[verb + 1]?.at ?? at;
  const words =
    last === undefined || object.length === 0
      ? ""
      : unit.text.slice(from, last.at + last.text.length).replace(/\s+/g, " ");
  const what = words.replace(WHEN, "").replace(FOR_EACH, "").replace(DANGLING, "");
  return { actor: actorBefore(unit, tokens, verb), what: `${baseForm(tokens[verb]?.text ?? "do it")} ${what}`.trim() };
}

/** The subject of the verb: back to the article that opens it. */
function actorBefore(unit: Unit, tokens: Unit["tokens"], verb: number): string {
  const first = findActions(tokens)[0]?.index ?? verb;
  let end = Math.min(first, verb);
  while (
    end > 0 &&
    /^(?:must|shall|should|will|not|then|first|also|always|can|may)$/i.test(tokens[end - 1]?.text ?? "")
  )
    end--;
  for (let start = end - 1; start >= 0 && end - start <= 6; start--) {
    const token = tokens[start];
    if (token?.kind === "mark") break;
    if (!/^(?:the|an?|each|every)$/i.test(token?.text ?? "")) continue;
    const last = tokens[end - 1];
    const words =
      last === undefined ? "" : unit.text.slice(token?.at ?? 0, last.at + last.text.length).replace(/\s+/g, " ");
    return lowered(words);
  }
  return "the system";
}

function lowered(words: string): string {
  return words.replace(/^(?:The|A|An|Each|Every)\b/, (article) => article.toLowerCase());
}

/** In the form of the place: a sentence, or an EARS criterion with its actor written as the others are. */
function failure({ style }: Subject, unit: Unit, { actor, what }: Step, consequence: string): string {
  if (!isEarsPlace(style, unit)) return `If ${actor} cannot ${what}, it ${consequence}.`;
  const noun = actor.replace(/^the /i, "");
  const who =
    style.ears === "upper" ? `THE ${noun.toUpperCase()}` : `${style.ears === "article" ? "THE" : "the"} ${noun}`;
  return `IF ${inProse(actor)} cannot ${what}${style.earsComma === true ? "," : ""} THEN ${who} ${consequence}.`;
}

/** `THE DEVICE` is "the device"; a name in mixed letters stays as it is. */
function inProse(actor: string): string {
  const noun = actor.replace(/^the /i, "");
  return `the ${noun === noun.toUpperCase() ? noun.toLowerCase() : noun}`;
}

/** A requirement of its own where the document numbers them, else behind what it is about. */
function placed(subject: Subject, unit: Unit, sentence: string): LineEdit {
  const end = listEnd(subject, unit);
  const head = unit.text.slice(0, headLength(unit));
  const id = end === undefined || head === "" ? undefined : nextRequirementId(subject, head);
  if (end !== undefined && id !== undefined) return newItem(subject, end, `${id}${sentence}`);
  if (end?.number !== undefined && isEarsPlace(subject.style, unit)) return newItem(subject, end, sentence);
  return insertBehindSentence(subject, { unit, from: unit.text.length - 1, to: unit.text.length }, sentence);
}
