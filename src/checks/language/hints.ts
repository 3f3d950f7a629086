import { ANTONYMS } from "./antonyms.ts";
import {
  BOUNDING_VERBS,
  CHANGES,
  COMPARATIVES,
  DEGREE_WORDS,
  OPEN_TIMES,
  SCALE_PHRASES,
  SORTED_BY,
} from "./degree-words.ts";
import { FAILURE_WORDS } from "./failure-word-list.ts";
import { FALLIBLE_VERBS } from "./fallible-verbs.ts";
import { FIGURATIVE_HEADS, FIGURATIVE_WORDS } from "./figurative-words.ts";
import { LIST_CLOSINGS } from "./list-closings.ts";
import { ABSTRACT_HEADS } from "./plain-modifiers.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { ESCAPE_CLAUSES, HEDGES, SUBJECTIVE_WORDS, WEAK_ADJECTIVES, WEAK_ADVERBS } from "./vague-words.ts";
import { wordSet } from "./word-set.ts";

/**
 * What a word may matter to. Every word of a spec is looked up once; a rule then passes over sentences that have none of
 * its words, which is what keeps a long spec fast. A hint only ever rules out: the rules decide by themselves.
 */
export const HINT = {
  judgement: 1,
  quantity: 2,
  list: 4,
  duty: 8,
  coined: 16,
  capitals: 32,
  place: 64,
  marker: 128,
  fallible: 256,
  failure: 512,
  opposition: 1024,
  number: 2048,
  id: 4096,
  meaning: 8192,
  disclaimer: 16384,
  state: 32768,
  stateRole: 65536,
  past: 131072,
  content: 262144,
} as const;

/** Words that stand everywhere: a phrase is looked for by another one. */
const COMMON = wordSet("and or the a an to that with it as name days hours minutes");

const WORDS: readonly (readonly [number, Iterable<string>])[] = [
  [HINT.judgement, telling([...SUBJECTIVE_WORDS, ...ESCAPE_CLAUSES, ...WEAK_ADJECTIVES, ...WEAK_ADVERBS, ...HEDGES])],
  [HINT.judgement, wordSet("minimise minimize maximise maximize optimise optimize")],
  [
    HINT.quantity,
    [
      ...telling([...DEGREE_WORDS, ...OPEN_TIMES, ...SCALE_PHRASES]),
      ...BOUNDING_VERBS,
      ...COMPARATIVES,
      ...wordSet("very too much early beforehand some certain nearly almost only"),
    ],
  ],
  [
    HINT.quantity,
    [
      ...CHANGES,
      ...SORTED_BY,
      ...wordSet(
        "certain fixed given defined predefined threshold limit timeout interval noticeably significantly clearly markedly substantially considerably visibly sharply greatly strongly slightly steadily measurably drastically dramatically notably",
      ),
    ],
  ],
  [
    HINT.list,
    [
      ...telling(LIST_CLOSINGS),
      ...wordSet("other others further additional similar various comparable related equivalent"),
    ],
  ],
  [HINT.duty, wordSet("must shall should will ought has have needs need expected required supposed obliged be")],
  [HINT.coined, [...FIGURATIVE_WORDS, ...FIGURATIVE_HEADS, ...ABSTRACT_HEADS]],
  [
    HINT.place,
    wordSet(
      "section sections chapter chapters clause table tables figure figures diagram appendix appendices annex annexes step steps chart charts graph listing exhibit attachment attachments addendum see described listed",
    ),
  ],
  [
    HINT.marker,
    wordSet(`todo tbd tbc tba tbs tbw fixme xxx clarification open determined decided defined confirmed specified agreed clarified
      announced discussed completed worked filled known settled undecided unresolved unclear clear later future seen discussion chosen know decide agree clarify
      lorem placeholder insert fill`),
  ],
  [HINT.fallible, [...FALLIBLE_VERBS.keys(), "return", "returns", "answer", "answers", "respond", "responds"]],
  [HINT.failure, [...FAILURE_WORDS, ...wordSet("out back up off not no without")]],
  [HINT.opposition, [...ANTONYMS.keys(), "not", "never", "cannot", "may", "should"]],
  [
    HINT.number,
    wordSet(`once twice hourly daily weekly monthly yearly one two three four five six seven eight nine ten eleven twelve first second
      third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth monday tuesday wednesday thursday friday saturday sunday
      mondays tuesdays wednesdays thursdays fridays saturdays sundays`),
  ],
  [HINT.past, wordSet("was were had did")],
  [HINT.disclaimer, wordSet("requirement requirements normative non-normative informative illustration")],
  [HINT.state, wordSet("state states status statuses phase phases mode modes")],
  [
    HINT.stateRole,
    wordSet(
      `terminal final absorbing initial initially start starts begin begins starting first created enters enter end left exit way`,
    ),
  ],
  [HINT.meaning, wordSet("is are means denotes comprises spans covers consists refers runs begins counts stands one")],
];

const known: ReadonlyMap<string, number> = collect();

/** The hints of a word in lower case. */
export function hintsOf(lower: string): number {
  const isContent = lower.length > 1 && !STOP_WORDS.has(lower);
  return (known.get(lower) ?? 0) | (isContent ? HINT.content : 0);
}

function collect(): Map<string, number> {
  const hints = new Map<string, number>();
  for (const [hint, words] of WORDS) for (const word of words) hints.set(word, (hints.get(word) ?? 0) | hint);
  return hints;
}

/** A phrase can only stand where each of its words does: the one that tells most is looked for. */
function telling(phrases: Iterable<string>): string[] {
  return [...phrases].map((phrase) => phrase.split(" ").reduce((a, b) => (rarity(b) > rarity(a) ? b : a)));
}

function rarity(word: string): number {
  return (COMMON.has(word) ? 0 : STOP_WORDS.has(word) ? 100 : 200) + word.length;
}
