import { findMarkers } from "./marker.ts";

/** Words that leave open what stands below a question: another question, a guess, options to weigh. */
const LEFT_OPEN =
  /\?(?:\s|$)|\b(?:maybe|perhaps|probably|leaning|propos(?:e[sd]?|al)|unclear|undecided|pros|cons|options?|alternatives?|depends|discuss(?:ed|ion)?)\b/i;

/** A question, and plain words below it: they are its answer. */
export function isAnsweredBelow(question: string, below: string): boolean {
  const text = below.slice(0, 2_000);
  return (
    /\?[\s*_)"]*$/.test(question) &&
    /[\p{L}\p{N}]/u.test(text) &&
    !LEFT_OPEN.test(text) &&
    findMarkers(text).length === 0
  );
}
