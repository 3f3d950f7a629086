import type { Spec } from "../spec/spec.ts";
import type { Sentence } from "../spec/unit.ts";
import { quantitiesOf } from "./quantity.ts";
import { pointsElsewhere } from "./reference-words.ts";

/** The clause around the token gives a measure, or the sentence says where one stands: a judging word there is backed. */
export function isBacked(sentence: Sentence, index: number): boolean {
  // "on Monday mornings" and "at 02:00" say when, not how much.
  const quantities = quantitiesOf(sentence).filter(({ dimension }) => !dimension.startsWith("schedule"));
  if (quantities.length === 0) return pointsElsewhere(sentence);
  const [from, to] = partAround(sentence.tokens, index);
  return quantities.some((quantity) => quantity.from >= from && quantity.from < to) || pointsElsewhere(sentence);
}

/** "kept for a suitable period | and then reduced to hourly means": what stands in another part backs nothing here. */
function partAround(tokens: Sentence["tokens"], index: number): [number, number] {
  let from = index;
  while (from > 0 && !opensPart(tokens, from)) from--;
  let to = index + 1;
  while (to < tokens.length && !opensPart(tokens, to)) to++;
  return [from, to];
}

/** "Where two farms are near, ...": the number belongs to the condition. */
function closesCondition(tokens: Sentence["tokens"], index: number): boolean {
  if (!/^(?:if|when|where|while|whenever|once|unless|after|before|until)$/.test(tokens[0]?.lower ?? "")) return false;
  return tokens.findIndex(({ text }) => text === ",") === index;
}

function opensPart(tokens: Sentence["tokens"], index: number): boolean {
  const lower = tokens[index]?.lower ?? "";
  if (lower === ";" || (lower === "," && closesCondition(tokens, index))) return true;
  if (lower === "and" || lower === "but") {
    return tokens[index - 1]?.text === "," || tokens[index + 1]?.lower === "then";
  }
  return lower === "then" && tokens[index - 1]?.text === ",";
}

/** Words that the document itself defines, so that they no longer judge: "A *large* payment is one above 500". */
export function definedWords(spec: Spec): ReadonlySet<string> {
  return new Set(spec.definitions.filter((definition) => definition.marked).map((definition) => definition.term));
}

/** The word, alone or with what follows, is a term of the document. */
export function isDefinedAt(defined: ReadonlySet<string>, sentence: Sentence, index: number): boolean {
  const word = sentence.tokens[index]?.lower ?? "";
  const next = (sentence.tokens[index + 1]?.lower ?? "").replace(/s$/, "");
  return defined.has(word) || defined.has(`${word} ${next}`);
}

/** A requirement with an id binds without a modal verb: "SC-003: Managers find the console easy to use". */
export function isRequirementItem(spec: Spec, sentence: Sentence): boolean {
  const first = sentence.unit.tokens[0];
  return first?.kind === "word" && spec.ids.defined.has(first.text);
}
