import { isWorse, type Severity } from "../../model/severity.ts";

const WORDS: Readonly<Record<string, Severity>> = {
  critical: "CRITICAL",
  high: "HIGH",
  medium: "MEDIUM",
  low: "LOW",
  // SPEC 5, reading: synonyms.
  blocker: "HIGH",
  blocking: "HIGH",
  must: "HIGH",
  major: "HIGH",
  moderate: "MEDIUM",
  should: "MEDIUM",
  minor: "LOW",
  nit: "LOW",
  observation: "LOW",
};

const WORD = "critical|high|medium|low|blocker|blocking|must|major|moderate|should|minor|nit|observation";
const BRACKETED = new RegExp(`[[(]\\s*(${WORD})(?:\\s+(?:priority|severity))?\\s*[\\])]`, "i");
const FIELD = new RegExp(`\\b(?:severity|priority)\\W{1,6}(${WORD})\\b`, "i");
const PREFIX = /^\W*(CRITICAL|HIGH|MEDIUM|LOW|BLOCKER)\b\s*[:–—-]/;
const WHOLE = new RegExp(`^\\W*(${WORD})\\W*$`, "i");
const TITLE = /\b(critical|high[- ]priority|medium[- ]priority|low[- ]priority|blocking|blockers?|major|minor)\b/i;

/** The severity that a text states for what it describes: in brackets, as a field or as a prefix. */
export function severityInText(text: string): Severity | undefined {
  const head = text.slice(0, 2000);
  const word = BRACKETED.exec(head)?.[1] ?? FIELD.exec(head)?.[1] ?? PREFIX.exec(head)?.[1];
  return word === undefined ? undefined : WORDS[word.toLowerCase()];
}

/** The severity that a cell is, where its column is one of severities. */
export function severityInCell(text: string): Severity | undefined {
  const word = WHOLE.exec(text.slice(0, 100))?.[1];
  return word === undefined ? undefined : WORDS[word.toLowerCase()];
}

/** The severity that a heading or an introduction gives to all of its list: "Blocking gaps", "High priority". */
export function severityInTitle(title: string): Severity | undefined {
  if (/\bnon[- ]?(?:blocking|critical)\b/i.test(title)) return undefined;
  const word = TITLE.exec(title.slice(0, 200))?.[1]
    ?.toLowerCase()
    .replace(/[- ]priority$|s$/, "");
  return word === undefined ? undefined : WORDS[word];
}

/** The worse of what is stated. */
export function worseSeverity(a: Severity | undefined, b: Severity | undefined): Severity | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return isWorse(a, b) ? a : b;
}
