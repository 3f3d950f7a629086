import type { Sentence } from "../spec/unit.ts";

const FINITE =
  /^(?:is|are|be|has|have|must|shall|should|may|can|will|does|do|gets?|takes?|[a-z]{2,}(?:[^aeious]e|[^aeiouse])s|[a-z]{3,}ies|[a-z]{2,}(?:s|z|x|ch|sh)es|poll|keep|hold|share|send|wait|retry|run|end|expire|open|close|start|stop|stay)$/;

/** The sentence says something of something; a label or a list of parts does not: "1 machine of 16 cores". */
export function hasFiniteVerb({ tokens }: Sentence): boolean {
  return tokens.some(({ kind, lower }) => kind === "word" && isFiniteVerb(lower));
}

export function isFiniteVerb(lower: string): boolean {
  return FINITE.test(lower);
}
