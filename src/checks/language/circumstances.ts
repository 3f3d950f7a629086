import type { Token } from "../spec/tokens.ts";
import type { Sentence } from "../spec/unit.ts";
import { isActorNoun } from "./actors.ts";
import { isContentWord } from "./content-words.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { hasConcept } from "./synonyms.ts";
import { wordSet } from "./word-set.ts";

/** Under what, by whom and for which of several something holds: where these differ, two statements can both be true. */
export interface Circumstances {
  /** The words of "if", "when", "while" and "in night mode". */
  readonly condition: ReadonlySet<string>;
  /** Who acts, where the sentence begins with it. */
  readonly actor: string | undefined;
  /** "first", "second". */
  readonly ordinal: string | undefined;
}

const CONDITIONS = wordSet("if when whenever while unless during where");
const MODES = wordSet("mode modes state case cases");
const ORDINALS = wordSet("first second third fourth fifth last next");

const known = new WeakMap<Sentence, Circumstances>();

/** Kept, because one sentence is laid beside many. */
export function circumstancesOf(sentence: Sentence): Circumstances {
  const cached = known.get(sentence);
  if (cached !== undefined) return cached;
  const { tokens } = sentence;
  const circumstances = {
    condition: conditionWords(tokens),
    actor: actorOf(tokens),
    ordinal: tokens.find(({ lower }) => ORDINALS.has(lower))?.lower,
  };
  known.set(sentence, circumstances);
  return circumstances;
}

/** Whether what holds under the one cannot contradict what holds under the other. */
export function differ(
  a: Circumstances,
  b: Circumstances,
  left: ReadonlySet<string>,
  right: ReadonlySet<string>,
): boolean {
  if (a.ordinal !== undefined && b.ordinal !== undefined && a.ordinal !== b.ordinal) return true;
  if (a.actor !== undefined && b.actor !== undefined && !hasConcept(right, a.actor) && !hasConcept(left, b.actor))
    return true;
  return conditionsDiffer(a.condition, b.condition, left, right);
}

function conditionsDiffer(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  left: ReadonlySet<string>,
  right: ReadonlySet<string>,
): boolean {
  if (a.size === 0 && b.size === 0) return false;
  if (a.size === 0 || b.size === 0) {
    const other = a.size === 0 ? left : right;
    return ![...(a.size === 0 ? b : a)].some((word) => hasConcept(other, word));
  }
  const shared = [...a].filter((word) => hasConcept(b, word)).length;
  return shared * 2 < a.size + b.size - shared;
}

function conditionWords(tokens: readonly Token[]): Set<string> {
  const words = new Set<string>();
  let inside = false;
  tokens.forEach((token, index) => {
    if (CONDITIONS.has(token.lower) || opensMode(tokens, index)) inside = true;
    else if (token.text === "," || token.text === ";" || token.lower === "then" || MODES.has(token.lower))
      inside = false;
    else if (inside && (isContentWord(token) || token.kind === "number") && token.kind === "word")
      words.add(token.concept);
  });
  return words;
}

/** "in night mode", "in the locked state". */
function opensMode(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]?.lower !== "in") return false;
  return tokens.slice(index + 2, index + 4).some(({ lower }) => MODES.has(lower));
}

function actorOf(tokens: readonly Token[]): string | undefined {
  const start = tokens.findIndex((token) => token.kind === "word" && !STOP_WORDS.has(token.lower));
  const actor = tokens.slice(start, start + 2).findLast((token) => isActorNoun(token));
  return start <= 1 && actor !== undefined ? actor.concept : undefined;
}
