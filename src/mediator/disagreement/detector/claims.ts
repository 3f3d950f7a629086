import type { OpenIssue } from "./concern.ts";
import { TALK } from "./talk.ts";
import type { TermReader } from "./terms.ts";

/**
 * Tells an answer that says something from one that only says that something was done. "Added a rationale", "Section 4
 * defines it" and "resolved by GAP-FLOW-008" report work: whether they are true shows elsewhere. "Keeps the last three
 * backups" and "renamed to NO_ISSUES_FOUND" are the answer themselves.
 */
export function saysSomething(answer: string, issue: OpenIssue, read: TermReader): boolean {
  return clausesOf(answer).some((clause) => {
    if (promises(clause)) return false;
    const reports = reportsWork(clause);
    if (hasSpecifics(reports ? withoutAsides(clause) : clause, issue, read)) return true;
    return !reports && read(clause).filter((term) => !TALK.has(term)).length >= LEAST_TERMS;
  });
}

/** Whether a clause reports that the document now holds something, or points to where. */
export function reportsWork(clause: string): boolean {
  return REPORTS.some((pattern) => pattern.test(clause));
}

/** Whether a clause takes note of an issue or puts it off. */
export function promises(clause: string): boolean {
  return PROMISES.some((pattern) => pattern.test(clause));
}

/** Clauses that take note of an issue or put it off: what becomes of it they leave open. */
const PROMISES: readonly RegExp[] = [
  /^\W*(?:noted|acknowledged|understood|agreed|accepted|good (?:point|catch)|fair (?:point|enough)|thanks?|thank you|ok|okay|will do|tbd|todo)\b[^.;:]{0,60}[.!]?$/i,
  /\b(?:will|shall|to|can|could|should|might|may|must)\s+(?:\w+\s+){0,2}(?:look(?:ed)?|deal|dealt|address(?:ed)?|handled?|consider(?:ed)?|revisit(?:ed)?|think|thought|kept? (?:it |this )?in mind|follow(?:ed)? up|decided?|clarif(?:y|ied)|discuss(?:ed)?|investigated?|examined?|taken? (?:care|into account))\b(?![^.;]{0,60}\b(?:by|with|as|so that)\s+(?:an?|the)\b)/i,
  /^\W*(?:(?:it|this|that|the \w+)\s+(?:is|was|will be|has been)\s+)?(?:deferred|postponed|parked|shelved|put off|taken on board|planned|scheduled|moved to (?:the backlog|a later \w+))\b[^.;:]{0,60}[.!]?$|\btaken on board\b|\b(?:will|shall)\s+(?:come back|return|get back)\b|\b(?:in|to|for)\s+(?:the\s+next|a\s+(?:later|future|following))\s+(?:round|version|release|revision|iteration|phase)\b[^.;:]{0,20}[.!]?$/i,
  /\b(?:have|has)\s+(?:read|seen|noted|discussed|considered)\s+(?:this|it|the (?:point|issue|concern|comment))\b/i,
];

const LEAST_TERMS = 3;
const DONE =
  "(?:defin|add|provid|document|specif|clarif|explain|integrat|describ|includ|cover|resolv|address|implement|fix|updat|revis|justif|incorporat|formali[sz]|handl|rewrit|rework|redesign|restructur|correct|amend|made|see|us)(?:es|ed|e|s|d|ies|ied|y|ing|ten)?";
const TEXT =
  "(?:rationales?|definitions?|definition|implementations?|semantics|references?|cross-references?|documentation|descriptions?|explanations?|justifications?|guidance|details?|structs?|specifications?|examples?|templates?|clarifications?)";

/** Clauses that report that the document now holds something. */
const REPORTS: readonly RegExp[] = [
  // "Added …", "Now uses …", "Section 4 defines …", "Fully resolved by …"
  new RegExp(
    `^\\W*(?:(?:section|part|chapter|step|table)\\s+[\\w.§]+\\s+)?(?:(?:now|fully|also|explicitly|completely|here|is|was|has been)\\s+){0,3}${DONE}\\b`,
    "i",
  ),
  // "… now have explicit rationales", "… are defined"
  new RegExp(
    `\\b(?:has|have|is|are|was|were)\\s+(?:(?:now|been|an?|explicit|explicitly|clear|clearly|operational|full|fully)\\s+){0,3}(?:${TEXT}|${DONE})\\b`,
    "i",
  ),
  // "Full implementation of …", "explicit cross-reference to …"
  new RegExp(`^\\W*(?:full|complete|explicit|clear|detailed|concrete|specific)\\b.{0,80}\\b${TEXT}\\b`, "i"),
  // "… explicitly shown"
  /\b(?:explicitly|clearly|fully)\s+(?:shown|stated|documented|listed|noted)\b/i,
  // "Counting now uses GAP-FLOW-010 …"
  /\b(?:uses?|per|by|via|in|to|from)\s+(?:the\s+)?GAP-[A-Z]{2,10}-\d{3}/,
];

function clausesOf(answer: string): string[] {
  return answer
    .replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/gm, "")
    .replace(/^\*\*[^*\n]{1,60}\*\*:?/gm, "")
    .split(/(?<=[.!?;:])\s+|\s+[|–—]\s+|\n+/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "");
}

/** What stands in brackets is said by the way. */
function withoutAsides(clause: string): string {
  return clause.replace(/\([^()]{0,200}\)/g, " ");
}

const SPECIFIC =
  /`[^`\n]{1,80}`|["“][^"“”\n]{2,80}["”]|\b[A-Z]{2,}(?:_[A-Z0-9]+)+\b|\b[A-Z]{4,}\b|\b[a-z]+(?:_[a-z0-9]+)+\b|\b[\w-]+\.(?!\s)[a-z]{2,5}\b|\p{Ll}\p{Lu}\p{Ll}+|[<>~≥≤=]?\s?\d+(?:\.\d+)?\s?%?/gu;
const NO_SPECIFIC =
  /\bsee\s+(?:the\s+)?["“][^"“”\n]{2,80}["”]|["“][^"“”\n]{2,80}["”]\s+(?:above|below)|§\s?[\d.]+|\b(?:GAP-[A-Z]{2,10}-\d{3}[a-z]?|ISSUE-R\d+-\d+|(?:section|round|step|part|chapter|line|lines|version|v)\s?[\d.]+|CRITICAL|HIGH|MEDIUM|OPEN|PENDING|CLOSED|RESOLVED|ANSWERED|ACCEPTED|REJECTED|DEFERRED|VERIFIED|FIXED|DONE|ADDRESSED|PARTIAL|TODO)\b/giu;

/** The terms of an issue: many clauses are compared with the same ones. */
export function wordsOf(issue: OpenIssue, read: TermReader): IssueWords {
  const known = WORDS.get(issue);
  if (known) return known;
  const words = {
    subject: new Set(read(`${issue.title} ${issue.location ?? ""}`)),
    all: new Set(read(`${issue.title} ${issue.text}`)),
  };
  WORDS.set(issue, words);
  return words;
}

interface IssueWords {
  /** Of its title and location. */
  readonly subject: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

const WORDS = new WeakMap<OpenIssue, IssueWords>();

/** A number, a name or a quoted phrase that the issue's subject does not have: something was decided. */
export function hasSpecifics(clause: string, issue: OpenIssue, read: TermReader): boolean {
  const { subject } = wordsOf(issue, read);
  for (const [specific] of clause.replace(NO_SPECIFIC, " ").matchAll(SPECIFIC)) {
    if (read(specific).some((term) => !subject.has(term))) return true;
  }
  return false;
}
