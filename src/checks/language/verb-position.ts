import type { Token } from "../spec/tokens.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { numberValue } from "./units.ts";
import { wordSet } from "./word-set.ts";

const MODALS = wordSet("must shall should will then and also");
/** What is only possible, forbidden or a purpose is no step. */
const NO_DUTY = wordSet("may can could might not never to cannot would");
const BEFORE_NOUN = wordSet(
  "the a an this that these those its their each every any all no of in on for with by from at per such other which own",
);
const DETERMINERS = wordSet("the a an its their each every all it them");

/**
 * Whether a word that can be a verb or a noun is a verb that acts here: "the client requests a page" and not "two
 * requests". No tagger: what stands before and behind it decides. In a sequence another action came before.
 */
export function isVerbAt(tokens: readonly Token[], index: number, inSequence: boolean): boolean {
  const token = tokens[index];
  const before = tokens[index - 1];
  const next = tokens[index + 1];
  if (token === undefined || next === undefined || !takesObject(next)) return false;
  // "Connects to a target and ...": what a command does, told without naming it again.
  if (before === undefined) return isThirdPerson(token.lower) && (DETERMINERS.has(next.lower) || next.lower === "to");
  if (isBeforeNoun(before) || NO_DUTY.has(before.lower) || (before.lower === "or" && !inSequence)) return false;
  const third = isThirdPerson(token.lower);
  if (MODALS.has(before.lower)) return before.lower !== "and" || inSequence || (third && hasSubject(tokens, index));
  if (before.kind === "mark") return before.text === "," && inSequence;
  if (third) return hasSubject(tokens, index);
  return DETERMINERS.has(next.lower) || isPluralNoun(before); // "nodes that rejoin pull the counts", "nodes pull"
}

/** "incoming requests", "the client's request", "three calls". */
function isBeforeNoun({ kind, lower }: Token): boolean {
  return BEFORE_NOUN.has(lower) || kind === "number" || /(?:ing|['’]s)$/.test(lower);
}

function isPluralNoun({ kind, lower }: Token): boolean {
  return kind === "word" && lower.length > 3 && /[^su]s$/.test(lower) && !STOP_WORDS.has(lower);
}

function isThirdPerson(lower: string): boolean {
  return lower.endsWith("s") && !lower.endsWith("ss");
}

const SUBJECT_OPENERS = wordSet("the a an each every it this which who");

/** "The client writes", "It sends", "`POST /x` asks": a noun with its article, a pronoun or code stands before the verb. */
function hasSubject(tokens: readonly Token[], index: number): boolean {
  for (let at = index - 1; at >= 0 && index - at <= 5; at--) {
    const token = tokens[at];
    if (token === undefined || token.kind === "mark") return false;
    if (token.kind === "code" || SUBJECT_OPENERS.has(token.lower)) return true;
    if (at === 0) return token.text !== token.lower;
  }
  return false;
}

const NO_OBJECT = wordSet(
  "need needs are is must shall should can may will have has do does in of succeed fail work return take go happen",
);
const OBJECT_WORDS = wordSet(
  `the a an its their it them each every all one this that these those to from into with both two any on for at as back out no up
  over off what which`,
);

function takesObject(next: Token): boolean {
  if (next.kind === "code" || next.kind === "quoted" || next.kind === "number") return true;
  if (numberValue(next.lower) !== undefined) return true; // "reads three tables"
  if (next.kind !== "word" || NO_OBJECT.has(next.lower)) return false;
  return OBJECT_WORDS.has(next.lower) || !STOP_WORDS.has(next.lower);
}
