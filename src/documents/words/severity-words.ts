import { compareSeverity, type Severity } from "../../model/severity.ts";

/** The words that models use for a severity, with what they mean (SPEC 5). */
const WORDS: ReadonlyMap<string, Severity> = new Map<string, Severity>(
  Object.entries({
    critical: "CRITICAL",
    crit: "CRITICAL",
    showstopper: "CRITICAL",
    showstoppers: "CRITICAL",
    fatal: "CRITICAL",
    p0: "CRITICAL",
    sev0: "CRITICAL",
    "sev-0": "CRITICAL",
    sev1: "CRITICAL",
    "sev-1": "CRITICAL",
    high: "HIGH",
    blocker: "HIGH",
    blockers: "HIGH",
    blocking: "HIGH",
    must: "HIGH",
    major: "HIGH",
    important: "HIGH",
    severe: "HIGH",
    serious: "HIGH",
    p1: "HIGH",
    sev2: "HIGH",
    "sev-2": "HIGH",
    medium: "MEDIUM",
    med: "MEDIUM",
    moderate: "MEDIUM",
    should: "MEDIUM",
    p2: "MEDIUM",
    sev3: "MEDIUM",
    "sev-3": "MEDIUM",
    low: "LOW",
    minor: "LOW",
    nit: "LOW",
    nits: "LOW",
    nitpick: "LOW",
    nitpicks: "LOW",
    observation: "LOW",
    observations: "LOW",
    trivial: "LOW",
    cosmetic: "LOW",
    polish: "LOW",
    optional: "LOW",
    info: "LOW",
    informational: "LOW",
    p3: "LOW",
    sev4: "LOW",
    "sev-4": "LOW",
    p4: "LOW",
  }),
);

const SIGNS: Readonly<Record<string, Severity>> = {
  "🔴": "CRITICAL",
  "🚨": "CRITICAL",
  "🛑": "CRITICAL",
  "⛔": "CRITICAL",
  "🟠": "HIGH",
  "🟡": "MEDIUM",
  "🟢": "LOW",
  "🔵": "LOW",
  "⚪": "LOW",
};

/** Words that stand beside a severity without changing it: `High Priority`, `CRITICAL Issues`, `Must Fix`. */
const FILLERS = new Set(
  (
    "a and or the of in to with issue issues priority priorities severity severities level levels finding findings " +
    "concern concerns problem problems item items new remaining open other additional further risk risks fix fixes " +
    "fixed change changes have nice comment comments suggestion suggestions improvement improvements bug bugs defect " +
    "defects point points question questions note notes found identified raised only non impact total sev error errors " +
    "none na zero at this level"
  ).split(" "),
);

export function severityOfWord(word: string): Severity | undefined {
  return word.length > 14 ? undefined : WORDS.get(word.toLowerCase());
}

/** A coloured sign, where no word says it. */
export function severityOfSign(text: string): Severity | undefined {
  for (const sign of text) if (Object.hasOwn(SIGNS, sign)) return SIGNS[sign];
  return undefined;
}

export interface SeverityPhrase {
  readonly severity: Severity;
  readonly asWritten: string;
  /** The words name two severities, as in `Medium/Low Priority`: the worse one is taken. */
  readonly mixed: boolean;
}

/**
 * A phrase that says a severity and nothing else: `HIGH`, `High Priority`, `Low Priority / Nits`, `Minor Issues
 * (Non-Blocking)`, `Issues: LOW`. `Low-confidence handling` is not one.
 */
export function severityPhrase(text: string): SeverityPhrase | undefined {
  const word = text.trim();
  const single = severityOfWord(word);
  if (single !== undefined) return { severity: single, asWritten: word, mixed: false };
  if (/^(?:non|not)[\s-]?blocking(?:\s+(?:issues?|findings?|items?|concerns?|points?))?$/iu.test(word)) {
    return { severity: "LOW", asWritten: word, mixed: false };
  }
  // `CRIT-001` is a name; `Critical: 2` counts.
  if (text.length > 80 || /[A-Za-z][-_#]?\d/.test(text)) return undefined;
  const words = text
    .replace(/\((?:[^()]{0,60})\)/g, " ")
    .replace(/\b(?:non|not)[\s-]?blocking\b/giu, " ")
    .match(/[\p{L}\p{N}'’]+/gu);
  if (words === null || words.length > 8) return parenthesised(text);
  const found: Severity[] = [];
  for (const word of words) {
    const severity = severityOfWord(word);
    if (severity !== undefined) found.push(severity);
    else if (!FILLERS.has(word.toLowerCase()) && !/^\d{1,3}$/.test(word)) return undefined;
  }
  const sorted = found.toSorted(compareSeverity);
  // `Major issues must be fixed` is one severity said twice; `Must fix (Medium)` is the more exact word.
  const exact = found.filter((_, index) => isExact(words, found, index));
  const severity = (exact.length > 0 ? exact.toSorted(compareSeverity) : sorted)[0];
  if (severity === undefined) return parenthesised(text);
  const distinct = new Set(exact.length > 0 ? exact : found);
  return { severity, asWritten: text.trim(), mixed: distinct.size > 1 };
}

/** The severity that a field begins with: `**HIGH** (blocks the rollout)`. */
export function severityIn(value: string): SeverityPhrase | undefined {
  const words = value.slice(0, 200).replace(/[*_`]/g, "");
  return (
    severityPhrase(words.split(/[.,;|(–—]|\s-\s/u, 1)[0] ?? "") ??
    severityPhrase(words.replace(/^(?:[\s\p{Extended_Pictographic}]|\ufe0f)+/u, "").split(/[\s.,;|(–—-]/u, 1)[0] ?? "")
  );
}

const TAIL = new Set(
  (
    "must should fix fixed be before address addressed approval approved acceptance implementation implementing merge " +
    "merging round next to blocking blocks required optional nice have resolve resolved these the for in of nits polish " +
    "needs need attention can wait later this proceeding integration final not non do"
  ).split(" "),
);

/** Any of the words at all; most headings have none. */
const ANY_WORD = new RegExp(`\\b(?:${[...WORDS.keys()].join("|")})\\b|blocking`, "iu");

/**
 * The severity of a section's heading, which may say more behind a dash: `High Priority - Must Fix Before Approval`.
 * `High - No owner of the lock` is the heading of an issue.
 */
export function severitySection(text: string): SeverityPhrase | undefined {
  if (!ANY_WORD.test(text)) return undefined;
  const whole = severityPhrase(text);
  if (whole !== undefined) return whole;
  const [, name = "", tail = ""] = /^([^:–—]{3,60}?)(?:\s+[-–—]+\s+|\s*[:–—]\s*)(.{2,80})$/u.exec(text) ?? [];
  const words = tail.match(/[\p{L}\p{N}'’]+/gu) ?? [];
  if (words.length === 0 || words.some((word) => !TAIL.has(word.toLowerCase()))) return undefined;
  return severityPhrase(name);
}

function isExact(words: readonly string[], found: readonly Severity[], index: number): boolean {
  const named = words.filter((word) => severityOfWord(word) !== undefined)[index]?.toUpperCase();
  return named === found[index];
}

/** `Should Fix (Medium)`, `Blocking (HIGH)`: the words before the bracket are no severity by themselves. */
function parenthesised(text: string): SeverityPhrase | undefined {
  const inner = /\(([^()]{2,30})\)\s*$/.exec(text)?.[1];
  const outer = inner === undefined ? undefined : text.slice(0, text.lastIndexOf("("));
  if (inner === undefined || outer === undefined) return undefined;
  const plain = outer.match(/[\p{L}\p{N}'’]+/gu) ?? [];
  if (plain.length > 5 || plain.some((word) => !FILLERS.has(word.toLowerCase()))) return undefined;
  const severity = severityOfWord(inner.trim());
  return severity === undefined ? undefined : { severity, asWritten: text.trim(), mixed: false };
}
