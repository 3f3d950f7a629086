import type { Spec } from "../spec/spec.ts";
import type { Sentence } from "../spec/unit.ts";
import { quantitiesOf } from "./quantity.ts";
import { pointsElsewhere } from "./reference-words.ts";

/** The sentence gives a measure, or says where one stands: a judging word in it is backed. */
export function isBacked(sentence: Sentence): boolean {
  return quantitiesOf(sentence).length > 0 || pointsElsewhere(sentence);
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
