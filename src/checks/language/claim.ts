import type { Sentence } from "../spec/unit.ts";
import { isContentWord } from "./content-words.ts";
import { type Quantity, quantitiesOf } from "./quantity.ts";
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
  readonly order: number;
}

/** Every number that the sentences claim; a claim that is repeated word for word counts once. */
export function collectClaims(sentences: readonly Sentence[]): Claim[] {
  const claims: Claim[] = [];
  const seen = new Set<string>();
  for (const sentence of sentences) {
    if (sentence.unit.kind === "cell" || !hasVerb(sentence)) continue; // rows and fragments are made to differ
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

/** A list of parts has none: "1 machine of 16 cores". */
function hasVerb({ tokens }: Sentence): boolean {
  return tokens.some(({ kind, lower }) => kind === "word" && VERBS.test(lower));
}

const VERBS =
  /^(?:is|are|be|has|have|must|shall|should|may|can|will|does|do|gets?|takes?|[a-z]{2,}(?:[^aeious]e|[^aeiouse])s|[a-z]{3,}ies|poll|keep|hold|share|send|wait|retry|run|end)$/;

function makeClaim(sentence: Sentence, quantity: Quantity, order: number): Claim {
  const words = new Set<string>();
  const codes = new Set<string>();
  const [from, to] = clauseAround(sentence, quantity);
  for (let index = from; index < to; index++) {
    const token = sentence.tokens[index];
    if (token === undefined || (index >= quantity.from && index < quantity.to)) continue;
    if (token.kind === "code") codes.add(sentence.unit.text.slice(token.at, token.at + token.text.length));
    else if (isContentWord(token) && isTopic(token.lower, token.text)) addWord(words, conceptOf(token.lower), quantity);
  }
  if (from === 0) for (const word of antecedent(sentence)) words.add(word);
  return { sentence, quantity, words, codes, label: labelOf(sentence), order };
}

/** "**Message-Length**: ...", "`wrap`: ...", but no id: "**FR-004**: ...". */
function labelOf({ unit }: Sentence): string {
  const label = unit.kind === "item" ? (/^(?:\*\*|__|`)([^*_`\n]{2,60})(?:\*\*|__|`)/.exec(unit.text)?.[1] ?? "") : "";
  return /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-?\d+/.test(label) ? "" : label;
}

/** That something runs or starts is what every schedule says. */
function addWord(words: Set<string>, concept: string, { dimension }: Quantity): void {
  if (!dimension.startsWith("schedule") || concept !== "run") words.add(concept);
}

function isTopic(lower: string, text: string): boolean {
  return !UNITS.has(lower) && lower !== "utc" && !/^[A-Z][A-Z0-9]*-\d+/.test(text);
}

/** What follows one of these tells why or when, not what the number is of. */
const CLAUSE_ENDS = new Set([";", "because", "so", "which", "before", "since"]);

/** Semicolons part what is said about one thing from what is said about another. */
function clauseAround({ tokens }: Sentence, { from, to }: Quantity): [number, number] {
  let start = from;
  while (start > 0 && tokens[start - 1]?.text !== ";") start--;
  let end = to;
  while (end < tokens.length && !CLAUSE_ENDS.has(tokens[end]?.lower ?? "")) end++;
  return [start, end];
}

/** "It starts at 01:30" speaks of what the sentence before began with. */
function antecedent(sentence: Sentence): string[] {
  if (!/^(?:it|they|this|these)$/.test(sentence.tokens[0]?.lower ?? "")) return [];
  const before = sentence.unit.sentences[sentence.unit.sentences.indexOf(sentence) - 1];
  const subject = before?.tokens.slice(0, 4).filter(isContentWord) ?? [];
  return subject.slice(0, 1).map((token) => conceptOf(token.lower));
}
