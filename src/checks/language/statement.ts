import type { Token } from "../spec/tokens.ts";
import type { Sentence } from "../spec/unit.ts";
import { ANTONYMS } from "./antonyms.ts";
import { isContentWord } from "./content-words.ts";
import { hasFiniteVerb } from "./finite-verb.ts";
import { HINT } from "./hints.ts";
import { withoutRepeats } from "./repeats.ts";
import { conceptOf } from "./synonyms.ts";

export type Force = "must" | "should" | "may" | "fact";

/** What a sentence says, in a form that can be laid beside another one. */
export interface Statement {
  readonly sentence: Sentence;
  readonly force: Force;
  readonly negated: boolean;
  /** Concepts, without modal verbs, negations and poles. */
  readonly words: ReadonlySet<string>;
  /** Words that have an opposite, as the pair and which side of it. */
  readonly poles: ReadonlyMap<string, number>;
  /** Numbers, code and quotations: they tell statements apart that share their words. */
  readonly signs: ReadonlySet<string>;
  readonly conditional: boolean;
}

const FORCES: ReadonlyMap<string, Force> = new Map([
  ["must", "must"],
  ["shall", "must"],
  ["should", "should"],
  ["may", "may"],
  ["can", "may"],
]);
const NEGATIONS = new Set(["not", "never", "cannot"]);
const CONDITIONS = new Set(
  "if when while unless except only until where for without after before during otherwise once but instead".split(" "),
);

/**
 * The statements that can stand against another: those with a negation, a pole or a weak modal verb, and of the others
 * those that share words with one of them.
 */
export function readStatements(sentences: readonly Sentence[]): Statement[] {
  const [special, plain] = partition(withoutRepeats(sentences).filter(isComparable), isSpecial);
  const opposed = special.flatMap(readStatement);
  const words = new Set(opposed.flatMap((statement) => [...statement.words]));
  const others = plain.filter((sentence) => sharesWords(sentence, words)).flatMap(readStatement);
  return [...opposed, ...others].sort((a, b) => a.sentence.unit.line - b.sentence.unit.line);
}

function isComparable({ unit, tokens }: Sentence): boolean {
  return unit.kind !== "cell" && tokens.length >= 4 && tokens.length <= 40 && tokens[tokens.length - 1]?.text !== ":";
}

function isSpecial({ hints }: Sentence): boolean {
  return (hints & HINT.opposition) !== 0;
}

/** Two content words of an ordinary sentence stand in some special one. */
function sharesWords({ tokens }: Sentence, words: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const token of tokens)
    if (isContentWord(token) && words.has(conceptOf(token.lower)) && ++shared >= 2) return true;
  return false;
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  const yes: T[] = [];
  const no: T[] = [];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
}

/** The statement of a sentence, or nothing where the sentence says too little, or too many things at once. */
function readStatement(sentence: Sentence): Statement[] {
  const { tokens } = sentence;
  const forces = tokens.filter((token) => FORCES.has(token.lower));
  const negations = tokens.filter((token) => NEGATIONS.has(token.lower)).length;
  if (forces.length > 1 || negations > 1 || tokens.some((token) => token.text === ";")) return [];
  const words = new Set<string>();
  const poles = new Map<string, number>();
  for (const token of tokens) {
    const pole = ANTONYMS.get(token.lower);
    if (pole !== undefined) poles.set(pole.pair, pole.side);
    else if (isTopic(token)) words.add(conceptOf(token.lower));
  }
  if (words.size < 2) return [];
  const force = FORCES.get(forces[0]?.lower ?? "") ?? "fact";
  if (force === "fact" && !hasFiniteVerb(sentence)) return [];
  const conditional = tokens.some((token) => CONDITIONS.has(token.lower));
  return [{ sentence, force, negated: negations === 1, words, poles, signs: signsOf(sentence), conditional }];
}

function isTopic(token: Token): boolean {
  return isContentWord(token) && !FORCES.has(token.lower) && !NEGATIONS.has(token.lower) && !isName(token);
}

/** `SHA-512`, `FR-001`, `v2`. */
function isName(token: Token): boolean {
  return token.kind === "word" && /\d/.test(token.text);
}

function signsOf({ tokens, unit }: Sentence): Set<string> {
  const signs = tokens.filter(
    (token, index) => /^(?:code|number|quoted)$/.test(token.kind) || (isName(token) && index > 0),
  );
  return new Set(signs.map(({ at, text }) => unit.text.slice(at, at + text.length)));
}
