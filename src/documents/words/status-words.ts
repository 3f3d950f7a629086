import type { RecheckStatus } from "../values.ts";

/** What became of an issue that is done with. */
const DONE_WORDS =
  "resolved|fixed|addressed|addresses|verified|closed|done|complete|completed|satisfied|implemented|incorporated|corrected|" +
  "confirmed|cleared|met|pass|passed|passes|ok|okay|accepted|yes|settled|handled|answered|covered|remedied|mended|repaired|" +
  "sorted|dealt with|agreed|adopted|applied|fine|perfect|excellent";
/** What is still wrong. */
const OPEN_WORDS =
  "not_fixed|still|remains?|remaining|open|reopened|re-opened|outstanding|ignored|missing|incomplete|insufficient|inadequate|" +
  "fail(?:s|ed|ing)?|regress(?:ed|ion)?|partial(?:ly)?|needs? (?:work|fix|fixing|revision|more)|in ?progress|pending|rejected|" +
  "half|halfway|partly|in part|unchanged|stands|stays?|persists?|recurs|untouched|unanswered|carried (?:over|forward)|" +
  "no (?:change|answer|response|progress)|nothing|stand by|keep(?:ing)? (?:my|this|it|the)|insist|maintain|worse";

const NEGATED = new RegExp(
  `^(?:not|never|un|isn['’]?t|wasn['’]?t)\\b(?! an? )|\\b(?:not|never|hasn['’]t been|isn['’]t)\\s+(?:yet\\s+|been\\s+|fully\\s+|really\\s+|adequately\\s+|sufficiently\\s+|completely\\s+)*(?:${DONE_WORDS}|touched|enough)\\b|\\b(?:unresolved|unaddressed|unfixed|unmet)\\b`,
  "iu",
);
const OPEN = new RegExp(`\\b(?:${OPEN_WORDS.replaceAll(" ", "\\s+")})\\b|[❌✗✘⚠]`, "iu");
const DONE = new RegExp(`\\b(?:${DONE_WORDS.replaceAll(" ", "\\s+")})\\b|[✅✓✔☑]`, "iu");
const UNSURE =
  /\b(?:unclear|unsure|uncertain|deferred|postponed|acknowledged|won['’]?t\s?fix|wontfix|n\/a|not\s+applicable|moot|obsolete|superseded|noted|waits?|waiting|unverified|unknown)\b/iu;

const TAKEN_BACK =
  /^\W*(?:withdrawn|withdraw|withdrawing|dropped|dropping|drop|retracted|retract|taken\s+back|no\s+longer\s+(?:an?\s+(?:issue|concern)|relevant|applies|applicable)|(?:i|we)\s+(?:withdraw|drop|retract))\b|\b(?:i|we)\s+(?:now\s+)?(?:take\s+(?:it|this|that)\s+back|withdraw|retract)\b|\b(?:drop|withdraw|retract)\s+(?:it|this|that)\b/iu;
/** Nobody looked, or nobody could tell: that says nothing of how it stands. */
const ELSEWHERE =
  /^\W*not\s+(?:looked\s+at|re-?checked|checked|reviewed|examined|assessed|in\s+(?:this\s+|the\s+)?(?:round|scope)|part\s+of|seen|due|verified\s+here)\b|\bnot\s+(?:in|part\s+of)\s+this\s+round\b|\bdisputed\b|\bout\s+of\s+scope\b|\b(?:cannot|can['’]?t|could\s+not|unable\s+to)\s+(?:be\s+)?(?:verif(?:y|ied)|tell|confirm(?:ed)?|judged?|assess(?:ed)?|checked)\b/iu;

/** The Reviewer's word on an earlier issue, in a status field, a table cell or at the end of a heading (SPEC 3.6). */
export function statusOf(text: string): RecheckStatus | undefined {
  if (text === "") return undefined;
  const phrase = text.slice(0, 160).replace(/[*_]{2}/g, "");
  if (/^\W*no\W*$/iu.test(phrase)) return "NOT_FIXED";
  const without = statusWithoutFate(phrase);
  if (without !== undefined) return without;
  if (NEGATED.test(phrase)) return "NOT_FIXED";
  if (UNSURE.test(phrase)) return "UNCLEAR";
  if (isPartly(phrase)) return "NOT_FIXED";
  const open = OPEN.exec(phrase);
  const done = DONE.exec(phrase);
  if (open && done) return open.index < done.index ? "NOT_FIXED" : "RESOLVED";
  if (open) return "NOT_FIXED";
  return done ? "RESOLVED" : undefined;
}

/** `closed for delivery. The rest is not finished`, `fixed except for the example` */
const PARTLY = new RegExp(
  `^\\W*(?:${DONE_WORDS.replaceAll(" ", "\\s+")})\\s+(?:except|apart\\s+from|but\\s+for|only)\\b|^\\W*(?:${DONE_WORDS.replaceAll(" ", "\\s+")})\\s+(?:for|in)\\b[^.]{1,60}\\.\\s[^.]{0,80}\\b(?:not|still|open|missing)\\b`,
  "iu",
);

export function isPartly(text: string): boolean {
  return PARTLY.test(text.slice(0, 240));
}

/** Taken back, or not looked at: neither fixed nor not fixed. */
export function statusWithoutFate(text: string): RecheckStatus | undefined {
  const phrase = text.slice(0, 160);
  if (TAKEN_BACK.test(phrase)) return "WITHDRAWN";
  return ELSEWHERE.test(phrase) ? "UNCLEAR" : undefined;
}

/** Where a text begins with a status: its first clause decides, what comes later explains. */
export function leadingStatus(text: string): RecheckStatus | undefined {
  return statusOf(/^\W*[^,.;:(–—\n]{0,60}/u.exec(text)?.[0].replace(/\s-\s.*$/u, "") ?? "");
}

/** Words that a status is given in where it stands alone, beside a title or in brackets: `missing` is not one there. */
const STATUS_WORDS = new Set(
  (
    "not_fixed resolved fixed addressed addresses verified closed done complete completed satisfied implemented incorporated " +
    "corrected confirmed settled handled answered not still open partial partially fully unresolved unaddressed unfixed " +
    "untouched stands persists remains reopened regressed failed pending deferred postponed acknowledged unclear now yet " +
    "been has is was in progress outstanding adequately mostly substantially completely withdrawn dropped retracted " +
    "disputed wontfix accepted obsolete superseded rejected new"
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
