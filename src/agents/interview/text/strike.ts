import type { Stretch } from "./edit-unit.ts";
import { sentenceAround } from "./stretches.ts";

const COPULA =
  /\b(?:be|is|are|remain|remains|stay|stays|feel|look|kept?)\s+(?:(?:very|highly|as|so|quite|always|both)\s+)?/i;
const JOINT = /(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)$/i;

/** "must be fast": the word that says what something is, and without which the sentence says nothing. */
export function isPredicate({ unit, from, to }: Stretch): boolean {
  const before = unit.text.slice(Math.max(0, from - 60), from);
  const after = unit.text.slice(to, to + 20);
  return (
    new RegExp(`${COPULA.source}$`, "i").test(before) &&
    /^\s*(?:$|[.,;:!?)]|(?:and|or|for|to|when|while|even|enough|in|on|with|at|against|under|across|during|from)\b)/i.test(
      after,
    )
  );
}

/** "scalable and user-friendly": one of several words that a thing is said to be. The joint goes with the word. */
export function coordinated(stretch: Stretch): Stretch | undefined {
  const { unit, from, to } = stretch;
  const sentence = sentenceAround(stretch);
  const before = unit.text.slice(sentence.from, from);
  const after = unit.text.slice(to, sentence.to);
  const listed = new RegExp(`${COPULA.source}(?:[\\w-]+(?:,\\s*|\\s+(?:and|or)\\s+|,\\s*(?:and|or)\\s+)){0,6}$`, "i");
  if (!listed.test(before)) return undefined;
  const joint = JOINT.exec(before)?.[0] ?? "";
  const next =
    /^(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)(?=[\w-]+\s*(?:[.,;:!?)]|$|(?:and|or|for|to|when|in|on|with)\b))/i.exec(
      after,
    )?.[0];
  if (joint.trim().startsWith(",")) return { unit, from: from - joint.length, to };
  if (next !== undefined) return { unit, from, to: to + next.length };
  return joint === "" ? undefined : { unit, from: from - joint.length, to };
}

/** What can go such that a sentence is left: an adverb, a clause, an adjective before its noun, one of several predicates. */
export function strikable(stretch: Stretch): Stretch | undefined {
  const one = coordinated(stretch);
  if (one !== undefined) return one;
  const before = stretch.unit.text.slice(sentenceAround(stretch).from, stretch.from);
  // "find the console easy to use" says another thing without it; what opens a sentence is who it speaks of.
  const isNeeded = before.trim() === "" || /\b(?:finds?|found|considers?|makes?)\s[^.;]{2,60}$/i.test(before);
  return isPredicate(stretch) || isNeeded ? undefined : widened(stretch);
}

/** "in an appropriate way" goes as a whole. */
function widened(stretch: Stretch): Stretch {
  const { unit, from, to } = stretch;
  const before = /\bin (?:an?|the) $/i.exec(unit.text.slice(0, from));
  const after = /^\s+(?:way|manner|fashion)\b/i.exec(unit.text.slice(to));
  if (before === null || after === null) return stretch;
  return { unit, from: before.index, to: to + after[0].length };
}
