import type { Token } from "../spec/tokens.ts";
import type { Sentence } from "../spec/unit.ts";
import { ANTONYMS } from "./antonyms.ts";
import { isContentWord } from "./content-words.ts";
import { hasFiniteVerb } from "./finite-verb.ts";
import { HINT } from "./hints.ts";

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

/** Long enough to say something, and no announcement. */
export function isComparable({ unit, tokens }: Sentence): boolean {
  return unit.kind !== "cell" && tokens.length >= 4 && tokens.length <= 40 && tokens[tokens.length - 1]?.text !== ":";
}

/** It has a negation, a pole or a weak modal verb: one of two statements that contradict each other has. */
export function isOpposing({ hints }: Sentence): boolean {
  return (hints & HINT.opposition) !== 0;
}

/** The statement of a sentence, or undefined where the sentence says too little, or too many things at once. */
export function readStatement(sentence: Sentence): Statement | undefined {
  const { tokens } = sentence;
  const forces = tokens.filter((token) => FORCES.has(token.lower));
  const negations = tokens.filter((token) => NEGATIONS.has(token.lower)).length;
  if (forces.length > 1 || negations > 1 || tokens.some((token) => token.text === ";")) return undefined;
  const words = new Set<string>();
  const poles = new Map<string, number>();
  for (const token of tokens) {
    const pole = ANTONYMS.get(token.lower);
    if (pole !== undefined) poles.set(pole.pair, pole.side);
    else if (isTopic(token)) words.add(token.concept);
  }
  if (words.size < 2) return undefined;
  const force = FORCES.get(forces[0]?.lower ?? "") ?? "fact";
  if (force === "fact" && !hasFiniteVerb(sentence)) return undefined;
  const conditional = tokens.some((token) => CONDITIONS.has(token.lower));
  return { sentence, force, negated: negations === 1, words, poles, signs: signsOf(sentence), conditional };
}

/** A word that says what the statement is about. */
export function isTopic(token: Token): boolean {
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
