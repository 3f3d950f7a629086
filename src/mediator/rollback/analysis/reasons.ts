import { keywordsOf } from "../../prompts/keywords.ts";

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
