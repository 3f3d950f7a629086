import type { Severity } from "../../model/severity.ts";
import type { RecheckStatus, VerdictValue } from "../values.ts";

/**
 * The words of the form and the synonyms that SPEC 5 lists. They are closed lists: a word that is not here is no value,
 * and what holds it is unread.
 */

/** Marks that are not seen: direction, joiners, the byte order mark. They must not hide a word from the reader. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

export function visible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** Words as they are compared: lower case, without markup, signs, numbering and punctuation at both ends. */
export function fold(text: string): string {
  return visible(text.slice(0, 300))
    .replace(/[*_~`#]+/g, (marks) => (marks === "_" ? " " : ""))
    .replace(/^(?:[\s\p{Extended_Pictographic}]|\ufe0f)+/u, "")
    .replace(/^\(?\d{1,3}(?:\.\d{1,3}){0,3}[.):]?\s+/u, "")
    .replace(/[\s:.–—-]+$/u, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

const SEVERITY_WORDS: ReadonlyMap<string, Severity> = new Map([
  ...["critical", "crit"].map((word) => [word, "CRITICAL"] as const),
  ...["high", "major", "blocker", "blockers", "blocking", "must"].map((word) => [word, "HIGH"] as const),
  ...["medium", "med", "moderate", "should"].map((word) => [word, "MEDIUM"] as const),
  ...["low", "minor", "nit", "nits"].map((word) => [word, "LOW"] as const),
]);

/** What may stand beside a severity word without changing what it says. */
const BESIDE_SEVERITY =
  /^(?:|issues?|priority|severity|findings?|concerns?|problems?|items?|fix|new|and|or|comments?)$/;

/** The severities that a few words name; nothing where another word stands among them. */
export function severitiesIn(words: string): Severity[] {
  const parts = words.length > 60 ? [] : words.toLowerCase().split(/[^\p{L}]+/u);
  const named = parts.filter((word) => !BESIDE_SEVERITY.test(word)).map((word) => SEVERITY_WORDS.get(word));
  const known = named.filter((severity) => severity !== undefined);
  return known.length === named.length ? [...new Set(known)] : [];
}

/** `HIGH`, `high priority`, `Must fix`: one severity and nothing else. */
export function severityOf(words: string): Severity | undefined {
  const [only, another] = severitiesIn(words);
  return another === undefined ? only : undefined;
}

/** `H1`, `CRIT-001`: a label that says its severity. */
export function severityOfLabel(label: string): Severity | undefined {
  const prefix = /^[A-Za-z]+/.exec(label)?.[0].toLowerCase() ?? "";
  const letters: Readonly<Record<string, Severity>> = { c: "CRITICAL", h: "HIGH", m: "MEDIUM", l: "LOW" };
  return Object.hasOwn(letters, prefix) ? letters[prefix] : SEVERITY_WORDS.get(prefix);
}

type Table<Value> = readonly (readonly [RegExp, Value])[];

const STATUSES: Table<RecheckStatus> = [
  [/^(?:partly|partially|partial)(?:[ _-](?:resolved|fixed|addressed))?(?![\p{L}\p{N}_-])/iu, "PARTLY"],
  [
    /^(?:not[ _-](?:yet[ _-])?(?:fixed|resolved|addressed)|unresolved|(?:still[ _-])?open)(?![\p{L}\p{N}_-])/iu,
    "NOT_FIXED",
  ],
  [/^(?:fully[ _-])?(?:resolved|fixed|verified|addressed|closed)(?![\p{L}\p{N}_-])/iu, "RESOLVED"],
  [/^withdrawn(?![\p{L}\p{N}_-])/iu, "WITHDRAWN"],
];

const VERDICTS: Table<VerdictValue> = [
  [/^(?:approved?|accept(?:ed)?)[ _-]with[ _-](?:notes?|comments?|nits?)(?![\p{L}\p{N}_-])/iu, "APPROVED_WITH_NOTES"],
  [
    /^(?:needs?[ _-](?:revisions?|work|changes)|revise|not[ _-](?:approved|accepted)|rejected?|changes[ _-]requested|request[ _-]changes)(?![\p{L}\p{N}_-])/iu,
    "NEEDS_REVISION",
  ],
  [/^(?:approved?|accept(?:ed)?|lgtm)(?![\p{L}\p{N}_-])/iu, "APPROVED"],
];

/** A word that a text begins with, and the characters that it takes. */
interface Word<Value> {
  readonly value: Value;
  readonly length: number;
}

/** The status that a text begins with, in capitals or before a sign: `Resolved names are cached` begins with none. */
export function statusAt(text: string): Word<RecheckStatus> | undefined {
  const found = firstOf(STATUSES, text);
  if (found === undefined) return undefined;
  const word = text.slice(0, found.length);
  const ends = /^[\s*_]*(?:$|[.:;,()[\]–—"“]|-\s)/u.test(text.slice(found.length));
  return ends || word === word.toUpperCase() ? found : undefined;
}

/** A text that is a status and nothing else. */
export function statusOf(text: string): RecheckStatus | undefined {
  const bare = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const found = statusAt(bare);
  return found?.length === bare.length ? found.value : undefined;
}

/** The verdict that a text begins with. */
export function verdictAt(text: string): Word<VerdictValue> | undefined {
  return firstOf(VERDICTS, text);
}

function firstOf<Value>(table: Table<Value>, text: string): Word<Value> | undefined {
  for (const [pattern, value] of table) {
    const found = pattern.exec(text.slice(0, 60))?.[0];
    if (found !== undefined) return { value, length: found.length };
  }
  return undefined;
}

const FOUND =
  "(?: (?:are|were|have been|found|identified|raised|noted|remaining|introduced|so far|to report|at this time|in this (?:round|review)))*";
const NONE = [
  new RegExp(
    `^(?:none|n/?a|nil|nothing|not applicable|no)${FOUND}(?: \\((?:this is the )?first (?:review|round)\\))?$`,
  ),
  new RegExp(
    `^no (?:(?:new|further|other|open|earlier|previous|critical|high|medium|low|priority)[ -])*(?:issues?|gaps?|nits?|findings?)${FOUND}$`,
  ),
];

/** The usual ways to say none, also twice: `None. No new issues found.` (SPEC 5). */
export function saysNone(text: string): boolean {
  if (text.length > 120) return false;
  const words = fold(text.replace(/^\s*[-*•]\s+/, ""))
    .replace(/^[([](.*)[)\]]$/, "$1")
    .replace(/[\s.!]+$/, "");
  return words.split(". ").every((sentence) => sentence === "" || NONE.some((pattern) => pattern.test(sentence)));
}

/** `No change needed: …`. */
export function saysNoChange(text: string): boolean {
  return /^[\s*_]{0,4}no (?:spec )?changes? (?:is |are )?(?:needed|necessary|required)\b/iu.test(text);
}
