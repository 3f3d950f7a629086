import type { RecheckStatus } from "../values.ts";

const NEGATED =
  /^(?:not|never|un|isn['’]?t|wasn['’]?t)\b|\b(?:not|never)\s+(?:yet\s+|been\s+|fully\s+|really\s+|adequately\s+|sufficiently\s+)*(?:fixed|resolved|addressed|done|met|verified|closed|satisfied|implemented|complete)|\b(?:unresolved|unaddressed|unfixed|unmet)\b/iu;
const OPEN =
  /\b(?:not_fixed|still|remains?|remaining|open|reopened|outstanding|ignored|missing|incomplete|insufficient|fail(?:s|ed|ing)?|regress(?:ed|ion)?|partial(?:ly)?|needs?\s+(?:work|fix|revision|more)|in\s?progress|pending|rejected|half|halfway|partly|in\s+part|unchanged)\b|[❌✗✘⚠]/iu;
const DONE =
  /\b(?:resolved|fixed|addressed|addresses|verified|closed|done|complete|completed|satisfied|implemented|incorporated|corrected|confirmed|cleared|met|pass|passed|passes|ok|okay|accepted|yes)\b|[✅✓✔☑]/iu;
const UNSURE =
  /\b(?:unclear|deferred|acknowledged|won['’]?t\s?fix|wontfix|n\/a|not\s+applicable|moot|obsolete|superseded|noted)\b/iu;

const TAKEN_BACK =
  /^\W*(?:withdrawn|dropped|retracted|taken\s+back|no\s+longer\s+an?\s+issue|(?:i|we)\s+(?:withdraw|drop|retract))\b/iu;
/** Nobody looked: that says nothing of how it stands. */
const ELSEWHERE =
  /^\W*not\s+(?:looked\s+at|re-?checked|checked|reviewed|examined|in\s+(?:this\s+|the\s+)?(?:round|scope)|part\s+of|seen|due)\b|\bdisputed\b|\bout\s+of\s+scope\b/iu;

/** The Reviewer's word on an earlier issue, in a status field, a table cell or at the end of a heading (SPEC 3.6). */
export function statusOf(text: string): RecheckStatus | undefined {
  const phrase = text.slice(0, 160);
  if (TAKEN_BACK.test(phrase)) return "WITHDRAWN";
  if (ELSEWHERE.test(phrase)) return "UNCLEAR";
  if (NEGATED.test(phrase)) return "NOT_FIXED";
  if (UNSURE.test(phrase)) return "UNCLEAR";
  const open = OPEN.exec(phrase);
  const done = DONE.exec(phrase);
  if (open && done) return open.index < done.index ? "NOT_FIXED" : "RESOLVED";
  if (open) return "NOT_FIXED";
  return done ? "RESOLVED" : undefined;
}

const STATUS_WORDS = new Set(
  (
    "not_fixed resolved fixed addressed addresses verified closed done complete completed satisfied implemented incorporated " +
    "corrected confirmed not still open partial partially fully unresolved unaddressed remains reopened regressed " +
    "failed pending deferred acknowledged unclear now yet been has is was in progress outstanding adequately mostly " +
    "substantially completely withdrawn dropped retracted disputed wontfix accepted obsolete superseded rejected new"
  ).split(" "),
);

/** A phrase of status words only: `RESOLVED`, `NOT FIXED`, `fully addressed`. */
export function statusPhrase(text: string): RecheckStatus | undefined {
  if (text.length > 48) return undefined;
  const words = text.match(/[\p{L}_'’]+/gu);
  if (words === null)
    return /^[\s✅✓✔☑]+$/u.test(text) ? "RESOLVED" : /^[\s❌✗✘]+$/u.test(text) ? "NOT_FIXED" : undefined;
  if (words.length > 5 || words.some((word) => !STATUS_WORDS.has(word.toLowerCase()))) return undefined;
  return statusOf(text);
}
