import type { Spec } from "../../checks/spec/spec.ts";
import { normalName } from "../../checks/spec/words.ts";
import type { Resolution, SectionPart } from "../../documents/values.ts";
import type { GapId } from "../../model/ids.ts";
import {
  CONFIDENCES,
  PATTERNS,
  type Pattern,
  type PatternConfidence,
  type PatternFinding,
} from "../../model/rollback.ts";

/** What one attempt at a round made of one gap. */
export interface Work {
  readonly gap: GapId;
  /** The resolution as prose, or the whole document where it resolves something else. */
  readonly prose: Spec;
  readonly resolution: Resolution | undefined;
  /** Sections of the form that are there in substance (SPEC 5). */
  readonly parts: ReadonlySet<SectionPart>;
  readonly chars: number;
  /** Gaps that the same document resolves though its run was not about them. */
  readonly others: readonly GapId[];
  /** Gaps that it names and nobody knows. */
  readonly unknown: readonly GapId[];
}

/** The surest first. */
export function bySureness(a: { confidence: PatternConfidence }, b: { confidence: PatternConfidence }): number {
  return CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence);
}

interface Found extends Pick<PatternFinding, "confidence" | "message"> {
  /** The words that show it. */
  readonly words?: readonly string[];
}

const MOST_EVIDENCE = 12;
const LONGEST_EVIDENCE = 80;

/** Every pattern in one gap's work, with bounded evidence; `known` is what may define a term (SPEC 13.6). */
export function findPatterns(work: Work, known: string): PatternFinding[] {
  return PATTERNS.flatMap((pattern): PatternFinding[] => {
    const found = RULES[pattern].find?.(work, known);
    if (!found) return [];
    const { words = [], ...facts } = found;
    const evidence = words.slice(0, MOST_EVIDENCE).map((shown) => ({ words: shown.slice(0, LONGEST_EVIDENCE) }));
    return [{ pattern, gap: work.gap, ...facts, evidence }];
  });
}

interface Rule {
  readonly find?: (work: Work, known: string) => Found | undefined;
  /** What people say of it. */
  readonly said: RegExp;
}

const RULES: Readonly<Record<Pattern, Rule>> = {
  ABSTRACT_OUTPUT: {
    find: abstractOutput,
    said: /\b(?:abstract|vague|generic|hand-?wav\w*|concrete|specifics?|superficial|shallow)\b/i,
  },
  MISSING_SECTIONS: { find: missingSections, said: /\btrade-?offs?\b|\bsections?\b/i },
  NARROW_EXAMPLES: { find: narrowExamples, said: /\bexamples?\b/i },
  INCONSISTENT_REFS: { find: inconsistentRefs, said: /\b(?:unknown|wrong|dangling) (?:gaps?|references?|ids?)\b/i },
  DOMAIN_CONFUSION: { find: domainConfusion, said: /\b(?:undefined|terms?|terminology|glossary|jargon)\b/i },
  SCOPE_DRIFT: { find: scopeDrift, said: /\b(?:wrong gap|other gap|another gap|off[ -]topic|out of scope)\b/i },
  INCONSISTENT_WITH_ACCEPTED: { said: /\b(?:inconsistent|contradict\w*|conflicts? with|against)\b/i },
};

/** SPEC 13.6: more than this many; so dense that nobody is in doubt, it is sure. */
const MOST_VAGUE = 5;
const WORDS_PER_VAGUE = 40;

function abstractOutput({ prose }: Work): Found | undefined {
  const vague = vagueWords(prose);
  if (vague.length <= MOST_VAGUE) return undefined;
  const all = prose.units.reduce((sum, { plain }) => sum + (plain.match(/\p{L}+/gu)?.length ?? 0), 0);
  const confidence = vague.length * WORDS_PER_VAGUE >= all ? "HIGH" : "MEDIUM";
  return { confidence, message: `the proposal is vague (${vague.length} vague words out of ${all})`, words: vague };
}

/** What a resolution has to have besides its solution (SPEC 5, the Engineer's form). */
export const REQUIRED_SECTIONS: readonly (readonly [SectionPart, heading: string, holds: string])[] = [
  ["changes", "### Spec Changes", "exact edits of the spec, each with the words it is about"],
  ["examples", "### Examples", "at least 2, with specific values"],
  ["trade-offs", "### Trade-offs", "at least 2 advantages and 2 disadvantages"],
  ["new-gaps", "### New Gaps Introduced", "each with its severity, or None"],
];

/** Structural, so there is no doubt about it; without a section for new gaps there are simply none. */
function missingSections({ resolution, parts }: Work): Found | undefined {
  const absent = resolution ? REQUIRED_SECTIONS.filter(([part]) => !parts.has(part)) : [];
  if (absent.length === 0) return undefined;
  const words = absent.map(([, heading]) => heading);
  const confidence = absent.every(([part]) => part === "new-gaps") ? "MEDIUM" : "HIGH";
  return {
    confidence,
    message: `it lacks ${words.map((heading) => heading.replace(/^#+ /, "")).join(" and ")}`,
    words,
  };
}

/** How many an agent can give hangs on what it knows, so this alone undoes no round by itself. */
function narrowExamples({ resolution }: Work): Found | undefined {
  if (!resolution || resolution.examples >= 2) return undefined;
  return { confidence: "MEDIUM", message: resolution.examples === 0 ? "no example" : "only one example" };
}

function inconsistentRefs({ unknown }: Work): Found | undefined {
  if (unknown.length === 0) return undefined;
  const words = [...new Set(unknown)];
  return { confidence: "HIGH", message: `it refers to gaps that do not exist: ${words.join(" or ")}`, words };
}

/** One slip is none; so many leave nobody in doubt. */
const LEAST_TERMS = 2;
const MANY_TERMS = 5;

function domainConfusion({ prose }: Work, known: string): Found | undefined {
  const words = undefinedTerms(prose, known);
  if (words.length < LEAST_TERMS) return undefined;
  const message = `${words.length} terms are used as if defined, but nothing defines them`;
  return { confidence: words.length >= MANY_TERMS ? "HIGH" : "MEDIUM", message, words };
}

/** Beside the gap's own resolution it is a digression, instead of it a miss. */
function scopeDrift({ gap, resolution, others }: Work): Found | undefined {
  if (others.length === 0) return undefined;
  const message = `it resolves ${others.join(", ")} ${resolution ? "besides" : "instead of"} ${gap}`;
  return { confidence: resolution ? "MEDIUM" : "HIGH", message, words: others };
}

/** The patterns that a reason names. */
export function patternsIn(reason: string): Pattern[] {
  return PATTERNS.filter((pattern) => RULES[pattern].said.test(reason));
}

/** The User's reason is evidence too (SPEC 13.6). It is about the accepted gaps that it names, or about all of them. */
export function findingsIn(reason: string, gap: GapId, accepted: readonly GapId[]): PatternFinding[] {
  const named = accepted.filter((id) => reason.includes(id));
  const message = "the reason for the rollback says so";
  return patternsIn(reason).map((pattern) => ({
    pattern,
    confidence: "MEDIUM",
    gap,
    message,
    evidence: [],
    ...(pattern === "INCONSISTENT_WITH_ACCEPTED" ? { related: named.length > 0 ? named : accepted } : {}),
  }));
}

/** SPEC 13.6: at least these; behind them words of the same kind. What is said after all ("as required by") is not vague. */
const VAGUE = new RegExp(
  `(?<![\\w-])(?:${[
    "appropriate(?:ly)?|reasonabl[ey]|sufficient(?:ly)?|adequate(?:ly)?|properly|correctly|when necessary|if applicable",
    "typically|generally|various|certain|(?<!\\bfor )some|may(?! not| \\d)|might(?! not)|could(?! not)|should consider",
    "as (?:needed|required)(?! (?:by|in|for|under))|it depends(?! (?:on|upon))|context-dependent",
    "as appropriate|if needed|where applicable|where possible|user-friendly|intuitive(?:ly)?|seamless(?:ly)?",
    "graceful(?:ly)?|robust(?:ly)?|flexible|efficient(?:ly)?|suitable|relevant|meaningful",
  ].join("|")})(?![\\w-])`,
  "gi",
);

/** Every vague word, in order: not those in code, quotations or headings, nor RFC 2119's capitals. */
export function vagueWords(prose: Spec): string[] {
  return matchesIn(prose, VAGUE).filter((words) => words !== words.toUpperCase());
}

const QUOTED = /"[^"\n]{1,300}"|“[^”\n]{1,300}”/g;

function matchesIn({ units }: Spec, pattern: RegExp): string[] {
  const said = units.filter(({ kind }) => kind !== "heading" && kind !== "quote");
  return said.flatMap(({ plain }) =>
    [...plain.replace(QUOTED, " ").matchAll(pattern)].map(([whole, name, term]) => {
      return (name ?? term ?? whole).replace(/\s+/g, " ");
    }),
  );
}

/** "the Settlement Ledger": two or more words in capitals within a sentence, after an article; and `Dock_Oracle`. */
const NAME =
  /\b(?:[Tt]he|[Aa]n?|[Ee]ach|[Ee]very|[Ii]ts|[Tt]heir|[Tt]his|[Tt]hat|[Aa]ny|[Oo]ne|[Pp]er)\s+((?:[A-Z][a-z][\w-]*)(?:\s[A-Z][a-z][\w-]*)+)|(?<![\w/.])([A-Z][a-z]+(?:_[A-Z][a-z]+)+)(?![\w/])/g;

/** What a text introduces itself: headings, what it sets in bold, names of rows. */
const INTRODUCED = /(?:\*\*|__)([^*_\n]{2,60})(?:\*\*|__)|^#{1,6}[ \t]+(\S[^\n]*)|^\|[ \t]*([^|\n]{2,60})\|/gm;

/** Names in capitals that mean nothing to whoever has the source and what was accepted for other gaps (SPEC 13.6). */
function undefinedTerms(prose: Spec, known: string): string[] {
  const introduced = [...prose.markdown.text.matchAll(INTRODUCED)];
  const seen = new Set(introduced.map(([, bold, heading, cell]) => normalName(bold ?? heading ?? cell ?? "")));
  const elsewhere = normalName(known);
  return matchesIn(prose, NAME).filter((words) => {
    const name = normalName(words);
    const isNew = !seen.has(name) && !elsewhere.includes(name);
    seen.add(name);
    return isNew;
  });
}
