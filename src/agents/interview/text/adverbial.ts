import type { Stretch } from "./edit-unit.ts";
import { sentenceAround } from "./stretches.ts";

const BEFORE_VERB = /\b(?:must|shall|should|will|may|to|not|can)\s+$/i;
const CLAUSE = /,?\s+(?:when|whenever|if|while|after|before|unless|until|as soon as|once|so that|because)\s/i;

/**
 * Where words that say when or how fast may stand: in the place of an adverb, but not between a modal verb and its verb.
 * From there they go to the end of the main clause: "shall quickly warn the user if …", "shall warn the user within 5 s
 * if …".
 */
export function placeAdverbial(stretch: Stretch, words: string): [Stretch, string] {
  const { unit, from, to } = stretch;
  if (!BEFORE_VERB.test(unit.text.slice(0, from))) return [stretch, words];
  const sentence = sentenceAround(stretch);
  const rest = unit.text.slice(to, sentence.to).replace(/^\s+/, "");
  const stop = /[.!?;:]$/.exec(rest)?.[0] ?? "";
  const body = rest.slice(0, rest.length - stop.length);
  const clause = CLAUSE.exec(body)?.index ?? body.length;
  return [{ unit, from, to: sentence.to }, `${body.slice(0, clause)} ${words}${body.slice(clause)}${stop}`];
}
