import { type GapId, isGapId } from "../../../model/ids.ts";
import type { Pattern, PatternFinding } from "../../../model/rollback.ts";
import { keywordsOf } from "../../prompts/keywords.ts";

/** What people say of a pattern. */
const SAID: readonly (readonly [Pattern, RegExp])[] = [
  ["ABSTRACT_OUTPUT", /\b(?:abstract|vague|generic|hand-?wav\w*|concrete|specific|specifics|superficial|shallow)\b/i],
  ["NARROW_EXAMPLES", /\bexamples?\b/i],
  ["MISSING_SECTIONS", /\btrade-?offs?\b|\bsections?\b/i],
  ["DOMAIN_CONFUSION", /\b(?:undefined|terms?|terminology|glossary|jargon)\b/i],
  ["SCOPE_DRIFT", /\b(?:wrong gap|other gap|another gap|off[ -]topic|out of scope)\b/i],
  ["INCONSISTENT_REFS", /\b(?:unknown|wrong|dangling) (?:gaps?|references?|ids?)\b/i],
  ["INCONSISTENT_WITH_ACCEPTED", /\b(?:inconsistent|contradict\w*|conflicts? with|against)\b/i],
];

/** The User's reason is evidence too (SPEC 13.6): the patterns that its words name. */
export function patternsInReason(reason: string, gap: GapId, accepted: ReadonlySet<GapId>): PatternFinding[] {
  const named = (reason.match(/\bGAP-[A-Z]{2,10}-\d{3}[a-z]?\b/g) ?? []).filter(isGapId);
  const others = [...accepted].filter((id) => id !== gap);
  const related = named.length > 0 ? others.filter((id) => named.includes(id)) : others;
  return SAID.filter(([, words]) => words.test(reason)).map(([pattern]) => ({
    pattern,
    confidence: "MEDIUM",
    gap,
    message: "the reason for the rollback says so",
    count: 1,
    evidence:
      pattern === "MISSING_SECTIONS" && /trade-?offs?/i.test(reason) ? [{ words: "### Trade-offs", line: 0 }] : [],
    ...(pattern === "INCONSISTENT_WITH_ACCEPTED" && related.length > 0 ? { related } : {}),
  }));
}

/** Words by which people say what is wrong, by what they mean. */
const COMPLAINTS: readonly (readonly [string, RegExp])[] = [
  [
    "concreteness",
    /\b(?:abstract|vague|generic|concrete|specifics?|hand-?wav\w*|examples?|values?|details?|superficial|shallow)\b/gi,
  ],
  ["clarity", /\b(?:unclear|confus\w+|ambiguous|unreadable|understand\w*|clear|muddled)\b/gi],
  ["completeness", /\b(?:missing|lacks?|lacking|absent|incomplete|omit\w*|forgot\w*|without|nothing|empty)\b/gi],
  ["correctness", /\b(?:wrong|incorrect|false|broken|contradict\w*|inconsistent|bad direction|off track)\b/gi],
  ["size", /\b(?:too (?:long|large|big|much|broad|short|small)|bloated|over-?engineered|complex)\b/gi],
];

/** What a complaint is about whatever the gap: no subject. */
const ABOUT_DOCUMENTS =
  /\b(?:proposals?|outputs?|resolutions?|documents?|rounds?|sections?|texts?|engineer|reviewer|answers?|solutions?|attempts?|still|now|again|instead|too|not?|user|feedback|helpful|quite|really|very|enough)\b/gi;

interface Reason {
  readonly complaints: ReadonlySet<string>;
  readonly subjects: ReadonlySet<string>;
}

/** Whether two reasons say the same: the same complaint about the same thing, or about nothing in particular. */
export function areAlike(a: string, b: string): boolean {
  const [left, right] = [readReason(a), readReason(b)];
  const sameComplaint = intersects(left.complaints, right.complaints);
  if (left.subjects.size === 0 || right.subjects.size === 0) return sameComplaint;
  return intersects(left.subjects, right.subjects);
}

function readReason(text: string): Reason {
  const complaints = new Set(COMPLAINTS.filter(([, words]) => text.match(words) !== null).map(([name]) => name));
  const rest = COMPLAINTS.reduce((words, [, pattern]) => words.replace(pattern, " "), text).replace(
    ABOUT_DOCUMENTS,
    " ",
  );
  return { complaints, subjects: keywordsOf(rest) };
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => b.has(one));
}
