import { HINT } from "../language/hints.ts";
import type { UnitSource } from "./unit.ts";

const LABELLED_ASIDE =
  /^[\s*_>[(]*(?:(?:rationale|problem|benefits?|examples?|notes?|background|motivation|why(?: this \w+)?|reason|context|illustration|history|quote|hint|tip|non-?normative|informative)(?:\s*\([^)\n]{0,40}\))?[*_\])]*\s*[:.—]|(?:e\.g\.|for example|in (?:the following|this) example)[\s,:])/i;
const DISCLAIMED =
  /\b(?:set|sets|makes?|are|is|impose[sd]?) (?:no|not a) requirements?\b|\b(?:non-normative|informative only|for illustration)\b/i;

/** Whether the words can make a duty, by the section's purpose and by what the text says of itself. */
export function isBinding({ kind, section, text }: UnitSource, hints: number): boolean {
  if (kind === "heading" || kind === "quote") return false;
  if (section.role !== "binding" && section.role !== "overview") return false;
  return !LABELLED_ASIDE.test(text) && !((hints & HINT.disclaimer) !== 0 && DISCLAIMED.test(text));
}
