import type { Severity } from "../../model/severity.ts";
import type { RecheckStatus, VerdictValue } from "../agent-document.ts";

/** The keywords of the form and their synonyms (SPEC 5). Text with any other word is left unread. */

/** Invisible characters (direction, joiners, the byte order mark) must not hide a keyword from the reader. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

export function visible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** A text as it is compared with keywords: bare and in lower case. */
export function fold(text: string): string {
  return bare(text.slice(0, 300)).toLowerCase();
}

/** A text without markup, emoji, numbering and punctuation at both ends. */
export function bare(text: string): string {
  return visible(text)
    .replace(/[*_~`#]+/g, (marks) => (marks === "_" ? " " : ""))
    .replace(/^(?:[\s\p{Extended_Pictographic}]|\ufe0f)+/u, "")
    .replace(/^\(?\d{1,3}(?:\.\d{1,3}){0,3}[.):]?\s+/u, "")
    .replace(/[\s:.–—-]+$/u, "")
    .replace(/\s+/g, " ")
    .trim();
}

const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  CRITICAL: "critical",
  HIGH: "high major blocker blockers blocking must",
  MEDIUM: "medium moderate should",
  LOW: "low minor nit nits",
};
const SEVERITIES = new Map<string, Severity>(
  Object.entries(SEVERITY_WORDS).flatMap(([severity, words]) =>
    words.split(" ").map((word) => [word, severity as Severity] as const),
  ),
);
/** Words beside a severity that do not change it. */
const BESIDE_SEVERITY = /^(?:|issues?|priority|severity|fix)$/;

/** `HIGH`, `high priority`, `Must fix`, `Low Priority / Nits`: one severity and nothing else. */
export function severityOf(words: string): Severity | undefined {
  const parts = words.length > 60 ? [] : words.toLowerCase().split(/[^\p{L}]+/u);
  const named = parts.filter((word) => !BESIDE_SEVERITY.test(word)).map((word) => SEVERITIES.get(word));
  return new Set(named).size === 1 ? named[0] : undefined;
}

const STATUS = /^(?:RESOLVED|PARTLY|NOT[ _-]FIXED|WITHDRAWN)(?=[\s*_]*(?:$|[.:;,()[\]–—"“]|-\s))/iu;

/** The status at the start of a text, alone or before punctuation: `Resolved names are cached` has none. */
export function statusAt(text: string): { readonly value: RecheckStatus; readonly length: number } | undefined {
  const found = STATUS.exec(text)?.[0];
  if (found === undefined) return undefined;
  return { value: found.toUpperCase().replace(/[ -]/, "_") as RecheckStatus, length: found.length };
}

/** The status, if a text is nothing else. */
export function statusOf(text: string): RecheckStatus | undefined {
  const bare = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const found = statusAt(bare);
  return found?.length === bare.length ? found.value : undefined;
}

const VERDICTS: ReadonlyMap<string, VerdictValue> = new Map([
  ["approve", "APPROVED"],
  ["approved", "APPROVED"],
  ["approved with notes", "APPROVED_WITH_NOTES"],
  ["needs revision", "NEEDS_REVISION"],
]);

/** The verdict, if a text is nothing else. */
export function verdictOf(text: string): VerdictValue | undefined {
  return text.length > 60 ? undefined : VERDICTS.get(fold(text));
}

const NONE =
  /^(?:|(?:none|nil|nothing|n\/?a|not applicable|no)(?: (?:new|further|other|open|earlier|critical|high|medium|low|priority|issues?|gaps?|nits?|findings?|are|were|found|identified|raised|noted|introduced))*)$/;

/** Whether a text says that there is none, also twice: `None. No new issues found.` (SPEC 5). */
export function saysNone(text: string): boolean {
  if (text.length > 120) return false;
  const words = fold(text.replace(/^\s*[-*•]\s+/, ""))
    .replace(/^[([](.*)[)\]]$/, "$1")
    .replace(/[\s.!]+$/, "");
  return words.split(". ").every((sentence) => NONE.test(sentence));
}

/** `No change needed: …`. */
export function saysNoChange(text: string): boolean {
  return /^[\s*_]{0,4}no (?:spec )?changes? (?:is |are )?(?:needed|necessary|required)\b/iu.test(text);
}
