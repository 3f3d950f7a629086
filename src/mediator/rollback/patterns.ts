import type { SectionPart } from "../../documents/values.ts";
import type { IssueDigest } from "../../model/digest.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import {
  CONFIDENCES,
  PATTERNS,
  type Pattern,
  type PatternConfidence,
  type PatternFinding,
} from "../../model/rollback.ts";
import { undefinedTerms, vagueWords } from "./prose-words.ts";
import type { PlacedGap, Work } from "./read-work.ts";

/** What a gap's work is held against. */
export interface PatternContext {
  /** The source, and what was accepted for other gaps: what may define a term. */
  readonly known: string;
  /** What the review of this attempt raised on the gap. */
  readonly issues: readonly Pick<IssueDigest, "id" | "text" | "title" | "line" | "quotations">[];
  /** Other gaps whose text is in the working spec. */
  readonly accepted: ReadonlySet<GapId>;
  /** The gap that wrote these words of the working spec. */
  readonly writer: (quotation: string) => GapId | undefined;
}

type Found = Pick<PatternFinding, "confidence" | "message" | "related"> & Partial<Pick<PatternFinding, "evidence">>;

/** The surest first. */
export function bySureness(a: { confidence: PatternConfidence }, b: { confidence: PatternConfidence }): number {
  return CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence);
}

const MOST_EVIDENCE = 12;
const LONGEST_EVIDENCE = 80;

/** Every pattern in one gap's work, with bounded evidence, the surest first (SPEC 13.6). */
export function findPatterns(work: Work, context: PatternContext): PatternFinding[] {
  const found = PATTERNS.flatMap((pattern): PatternFinding[] => {
    const seen = RULES[pattern].find(work, context);
    if (!seen) return [];
    const { evidence = [], ...facts } = seen;
    const bounded = evidence.slice(0, MOST_EVIDENCE).map(({ words, line }) => {
      return { words: words.slice(0, LONGEST_EVIDENCE), line };
    });
    return [{ pattern, gap: work.gap, count: evidence.length, ...facts, evidence: bounded }];
  });
  return found.sort(bySureness);
}

interface Rule {
  readonly find: (work: Work, context: PatternContext) => Found | undefined;
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
  INCONSISTENT_WITH_ACCEPTED: {
    find: inconsistentWithAccepted,
    said: /\b(?:inconsistent|contradict\w*|conflicts? with|against)\b/i,
  },
};

/** SPEC 13.6: more than this many; so dense that nobody is in doubt, it is sure. */
const MOST_VAGUE = 5;
const WORDS_PER_VAGUE = 40;

function abstractOutput(work: Work): Found | undefined {
  const evidence = vagueWords(work);
  if (evidence.length <= MOST_VAGUE) return undefined;
  const words = work.spec.units.reduce((sum, unit) => sum + (unit.plain.match(/\p{L}+/gu)?.length ?? 0), 0);
  const confidence = evidence.length * WORDS_PER_VAGUE >= words ? "HIGH" : "MEDIUM";
  return { confidence, message: `${evidence.length} vague words or phrases in ${words} words`, evidence };
}

/** What a resolution has to have besides its solution (SPEC 5, the Engineer's form). */
export const REQUIRED_SECTIONS: readonly (readonly [SectionPart, heading: string, holds: string])[] = [
  ["changes", "### Spec Changes", "exact edits of the spec, each with the words it is about"],
  ["examples", "### Examples", "at least 2, with specific values"],
  ["trade-offs", "### Trade-offs", "at least 2 advantages and 2 disadvantages"],
  ["new-gaps", "### New Gaps Introduced", "each with its severity, or None"],
];

/** Structural, so there is no doubt about it; without a section for new gaps there are simply none. */
function missingSections({ resolution, parts, line }: Work): Found | undefined {
  const absent = resolution ? REQUIRED_SECTIONS.filter(([part]) => !parts.has(part)) : [];
  if (absent.length === 0) return undefined;
  return {
    confidence: absent.every(([part]) => part === "new-gaps") ? "MEDIUM" : "HIGH",
    message: `no section ${absent.map(([, heading]) => heading).join(", ")}`,
    evidence: absent.map(([, heading]) => ({ words: heading, line })),
  };
}

/** How many an agent can give hangs on what it knows, so this alone undoes no round by itself. */
function narrowExamples({ resolution }: Work): Found | undefined {
  if (!resolution || resolution.examples >= 2) return undefined;
  return { confidence: "MEDIUM", message: resolution.examples === 0 ? "no example" : "one example only" };
}

function inconsistentRefs({ unknown }: Work): Found | undefined {
  if (unknown.length === 0) return undefined;
  return {
    confidence: "HIGH",
    message: `it refers to gaps that do not exist: ${namesOf(unknown)}`,
    ...placed(unknown),
  };
}

function namesOf(gaps: readonly PlacedGap[]): string {
  return [...new Set(gaps.map(({ gap }) => gap))].join(", ");
}

function placed(gaps: readonly PlacedGap[]): Pick<PatternFinding, "evidence"> {
  return { evidence: gaps.map(({ gap, line }) => ({ words: gap, line })) };
}

/** One slip is none; so many leave nobody in doubt. */
const LEAST_TERMS = 2;
const MANY_TERMS = 5;

function domainConfusion(work: Work, { known }: PatternContext): Found | undefined {
  const evidence = undefinedTerms(work, known);
  if (evidence.length < LEAST_TERMS) return undefined;
  const terms = evidence.slice(0, 8).map(({ words }) => `"${words}"`);
  return {
    confidence: evidence.length >= MANY_TERMS ? "HIGH" : "MEDIUM",
    message: `used as defined, and defined nowhere: ${terms.join(", ")}`,
    evidence,
  };
}

/** Beside the gap's own resolution it is a digression, instead of it a miss. */
function scopeDrift({ gap, resolution, others }: Work): Found | undefined {
  if (others.length === 0) return undefined;
  const message = `it resolves ${namesOf(others)} ${resolution ? "besides" : "instead of"} ${gap}`;
  return { confidence: resolution ? "MEDIUM" : "HIGH", message, ...placed(others) };
}

/** An issue of the review names another accepted gap, or quotes what that gap wrote. */
function inconsistentWithAccepted(_work: Work, { issues, accepted, writer }: PatternContext): Found | undefined {
  const against = issues.flatMap((issue) => {
    const quoted = issue.quotations.flatMap((words) => writer(words) ?? []);
    const gaps = [...gapsNamedIn(`${issue.title}\n${issue.text}`), ...quoted].filter((gap) => accepted.has(gap));
    return gaps.length === 0 ? [] : [{ issue, gaps }];
  });
  if (against.length === 0) return undefined;
  const related = [...new Set(against.flatMap(({ gaps }) => gaps))];
  return {
    confidence: "MEDIUM",
    message: `the review holds it against ${related.join(", ")}`,
    related,
    evidence: against.map(({ issue }) => ({ words: `${issue.id}: ${issue.title}`, line: issue.line })),
  };
}

function gapsNamedIn(text: string): GapId[] {
  return text.match(/\bGAP-[A-Z]{2,10}-\d{3}[a-z]?\b/g)?.filter(isGapId) ?? [];
}

/** The patterns that a reason names. */
export function patternsIn(reason: string): Pattern[] {
  return PATTERNS.filter((pattern) => RULES[pattern].said.test(reason));
}

/** The User's reason is evidence too (SPEC 13.6). It is about the accepted gaps that it names, or about all of them. */
export function findingsIn(reason: string, gap: GapId, accepted: ReadonlySet<GapId>): PatternFinding[] {
  const named = gapsNamedIn(reason);
  const related = [...accepted].filter((id) => named.length === 0 || named.includes(id));
  const tradeOffs = /trade-?offs?/i.test(reason) ? [{ words: "### Trade-offs", line: 0 }] : [];
  return patternsIn(reason).map((pattern) => ({
    pattern,
    confidence: "MEDIUM",
    gap,
    message: "the reason for the rollback says so",
    count: 1,
    evidence: pattern === "MISSING_SECTIONS" ? tradeOffs : [],
    ...(pattern === "INCONSISTENT_WITH_ACCEPTED" && related.length > 0 ? { related } : {}),
  }));
}
