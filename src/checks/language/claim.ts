import type { Sentence } from "../spec/unit.ts";
import { inCondition } from "./clauses.ts";
import { isContentWord } from "./content-words.ts";
import { hasFiniteVerb, isFiniteVerb } from "./finite-verb.ts";
import { HINT } from "./hints.ts";
import { type Quantity, quantitiesOf } from "./quantity.ts";
import { withoutRepeats } from "./repeats.ts";
import { conceptOf } from "./synonyms.ts";
import { UNITS } from "./units.ts";

/** One number of a sentence, with the words that say what it is the number of. */
export interface Claim {
  readonly sentence: Sentence;
  readonly quantity: Quantity;
  readonly words: ReadonlySet<string>;
  /** Code spans as written: they tell things apart that share their words. */
  readonly codes: ReadonlySet<string>;
  /** How the item begins that holds the sentence, where it is set off: items with other beginnings are about other things. */
  readonly label: string;
  /** The number stands in a condition: "if it takes more than 5 s". */
  readonly conditional: boolean;
  /** What the number is said of, where it stands right before it, with nothing that narrows it: "a deposit of 80 EUR". */
  readonly head: string | undefined;
  readonly order: number;
}

/** Every number that the sentences claim; a claim that is repeated word for word counts once. */
export function collectClaims(sentences: readonly Sentence[]): Claim[] {
  const claims: Claim[] = [];
  const seen = new Set<string>();
  for (const sentence of withoutRepeats(sentences.filter(({ hints }) => (hints & HINT.number) !== 0))) {
    if (sentence.unit.kind === "cell" || !hasFiniteVerb(sentence)) continue; // rows and fragments are made to differ
    for (const quantity of quantitiesOf(sentence)) {
      if (quantity.partial) continue;
      const claim = makeClaim(sentence, quantity, claims.length);
      const key = `${quantity.dimension} ${quantity.value} ${[...claim.words].join(" ")}`;
      if (seen.has(key)) continue;
      seen.add(key);
      claims.push(claim);
    }
  }
  return claims;
}

const NO_CODES: ReadonlySet<string> = new Set();

function makeClaim(sentence: Sentence, quantity: Quantity, order: number): Claim {
  const words = new Set<string>();
  let codes: Set<string> | undefined;
  const [from, to] = clauseAround(sentence, quantity);
  for (let index = from; index < to; index++) {
    const token = sentence.tokens[index];
    if (token === undefined || (index >= quantity.from && index < quantity.to)) continue;
    if (token.kind === "code") {
      codes ??= new Set();
      codes.add(sentence.unit.text.slice(token.at, token.at + token.text.length));
    } else if (isContentWord(token) && isTopic(token.lower, token.text))
      addWord(words, topicAt(sentence, index), quantity);
  }
  if (from === 0) for (const word of antecedent(sentence)) words.add(word);
  if (countsTries(sentence, quantity)) words.add(RETRY);
  return {
    sentence,
    quantity,
    words,
    codes: codes ?? NO_CODES,
    label: labelOf(sentence),
    conditional: inCondition(sentence.tokens, quantity.from),
    head: headOf(sentence.tokens, quantity.from),
    order,
  };
}

const BETWEEN =
  /^(?:of|is|are|be|may|must|shall|can|has|have|at|most|least|up|to|exactly|the|an?|than|more|less|no|not|long|heavy|large|costs?|about|only)$/;
/** Words that say what is measured and not of what: a document has many of each. */
const MEASURES = new Set(
  "limit size time timeout value number amount rate price cost fee length period interval delay maximum minimum duration age total level count"
    .split(" ")
    .map((word) => conceptOf(word)),
);

function headOf(tokens: Sentence["tokens"], number: number): string | undefined {
  let at = number - 1;
  while (at >= 0 && BETWEEN.test(tokens[at]?.lower ?? "")) at--;
  const head = tokens[at];
  const before = tokens[at - 1];
  if (head === undefined || !isContentWord(head) || MEASURES.has(head.concept)) return undefined;
  return before !== undefined && isContentWord(before) && !isFiniteVerb(before.lower) ? undefined : head.concept;
}

/** "**Message-Length**: ...", "`wrap`: ...", but no id: "**FR-004**: ...". */
function labelOf({ unit }: Sentence): string {
  const label = unit.kind === "item" ? (/^(?:\*\*|__|`)([^*_`\n]{2,60})(?:\*\*|__|`)/.exec(unit.text)?.[1] ?? "") : "";
  return /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-?\d+/.test(label) ? "" : label;
}

const TIMEOUT = conceptOf("timeout");
const RETRY = conceptOf("retry");

/** "at most 5 attempts" says by its unit what is done 5 times. */
function countsTries({ tokens }: Sentence, { dimension, to }: Quantity): boolean {
  return dimension === "count:times" && tokens[to - 1]?.lower !== "times";
}

/** "times out" is one word in two. */
function topicAt({ tokens }: Sentence, index: number): string {
  const isTimeout = tokens[index + 1]?.lower === "out" && /^tim(?:e|es|ed)$/.test(tokens[index]?.lower ?? "");
  return isTimeout ? TIMEOUT : (tokens[index]?.concept ?? "");
}

/** Words that bound the number, not what it is the number of. */
const BOUNDS = new Set(
  ["limit", "allow", "permit", "maximum", "minimum", "max", "min", "exceed", "cap", "reject"].map((word) =>
    conceptOf(word),
  ),
);

/** That something has room for a number of things is what every such number says. */
const CAPACITIES = new Set(
  "hold accept contain handle serve have list show offer available provide consist comprise include come"
    .split(" ")
    .map((word) => conceptOf(word)),
);
const DELETE = conceptOf("delete");
const KEEP = conceptOf("keep");

/** That something runs or starts is what every schedule says. */
function addWord(words: Set<string>, concept: string, { dimension }: Quantity): void {
  if (BOUNDS.has(concept) || (dimension.startsWith("schedule") && concept === "run")) return;
  if (dimension.startsWith("count:") && CAPACITIES.has(concept)) return;
  // What is deleted after a time is kept for that time.
  words.add(dimension === "time" && concept === DELETE ? KEEP : concept);
}

function isTopic(lower: string, text: string): boolean {
  return !UNITS.has(lower) && !/^(?:utc|lasts?|lasting|long)$/.test(lower) && !/^[A-Z][A-Z0-9]*-\d+/.test(text);
}

/** What follows one of these tells why or when, not what the number is of. */
const CLAUSE_ENDS = new Set([";", "because", "so", "which"]);
const CLAUSE_OPENERS = new Set(["before", "since", "until"]);

/** "before it gives up" is a clause of its own; "before the visit" is not. */
function endsClause(tokens: Sentence["tokens"], index: number): boolean {
  const lower = tokens[index]?.lower ?? "";
  if (CLAUSE_ENDS.has(lower) || (lower === "and" && tokens[index + 1]?.lower === "then")) return true;
  return CLAUSE_OPENERS.has(lower) && tokens.slice(index + 2, index + 5).some(({ lower: next }) => isFiniteVerb(next));
}

/** Semicolons part what is said about one thing from what is said about another. */
function clauseAround({ tokens }: Sentence, { from, to }: Quantity): [number, number] {
  let start = from;
  while (start > 0 && !/^[;:]$/.test(tokens[start - 1]?.text ?? "")) start--;
  let end = to;
  while (end < tokens.length && !endsClause(tokens, end)) end++;
  return [start, end];
}

/** "It starts at 01:30" speaks of what the sentence before began with. */
function antecedent(sentence: Sentence): string[] {
  if (!/^(?:it|they|this|these)$/.test(sentence.tokens[0]?.lower ?? "")) return [];
  const before = sentence.unit.sentences[sentence.unit.sentences.indexOf(sentence) - 1];
  const subject = before?.tokens.slice(0, 4).filter(isContentWord) ?? [];
  return subject.slice(0, 1).map(({ concept }) => concept);
}
