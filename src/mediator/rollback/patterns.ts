import type { Spec } from "../../checks/spec/spec.ts";
import { spanOf } from "../../checks/spec/unit.ts";
import { normalName } from "../../checks/spec/words.ts";
import type { SectionPart } from "../../documents/values.ts";
import type { IssueDigest } from "../../model/digest.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import { CONFIDENCES, PATTERNS, type Pattern, type PatternFinding } from "../../model/rollback.ts";
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

const MOST_EVIDENCE = 12;
const LONGEST_EVIDENCE = 80;

/** Every pattern in one gap's work, with bounded evidence, the surest first (SPEC 13.6). */
export function findPatterns(work: Work, context: PatternContext): PatternFinding[] {
  const found = PATTERNS.flatMap((pattern): PatternFinding[] => {
    const { evidence = [], ...facts } = DETECTORS[pattern](work, context) ?? {};
    if (!("message" in facts)) return [];
    const bounded = evidence.slice(0, MOST_EVIDENCE).map(({ words, line }) => {
      return { words: words.slice(0, LONGEST_EVIDENCE), line };
    });
    return [{ pattern, gap: work.gap, count: evidence.length, ...facts, evidence: bounded }];
  });
  return found.sort((a, b) => CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence));
}

const DETECTORS: Readonly<Record<Pattern, (work: Work, context: PatternContext) => Found | undefined>> = {
  ABSTRACT_OUTPUT: abstractOutput,
  MISSING_SECTIONS: missingSections,
  NARROW_EXAMPLES: narrowExamples,
  INCONSISTENT_REFS: inconsistentRefs,
  DOMAIN_CONFUSION: domainConfusion,
  SCOPE_DRIFT: scopeDrift,
  INCONSISTENT_WITH_ACCEPTED: inconsistentWithAccepted,
};

/** SPEC 13.6: more than this many; so dense that nobody is in doubt, it is sure. */
const MOST_VAGUE = 5;
const WORDS_PER_VAGUE = 40;

function abstractOutput({ spec, line }: Work): Found | undefined {
  const evidence = vagueWords(spec, line);
  if (evidence.length <= MOST_VAGUE) return undefined;
  const words = spec.units.reduce((sum, unit) => sum + (unit.plain.match(/\p{L}+/gu)?.length ?? 0), 0);
  const confidence = evidence.length * WORDS_PER_VAGUE >= words ? "HIGH" : "MEDIUM";
  return { confidence, message: `${evidence.length} vague words or phrases in ${words} words`, evidence };
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

/** Every vague word of a text, in order: not those in code, quotations or headings, nor RFC 2119's capitals. */
export function vagueWords(spec: Spec, firstLine = 1): PatternFinding["evidence"] {
  return inProse(spec, firstLine, (text) =>
    [...text.replace(/"[^"\n]{1,300}"|“[^”\n]{1,300}”/g, blank).matchAll(VAGUE)]
      .filter(([words]) => words !== words.toUpperCase())
      .map((match) => ({ words: match[0].toLowerCase(), at: match.index })),
  );
}

function blank(words: string): string {
  return " ".repeat(words.length);
}

function inProse(
  { units }: Spec,
  firstLine: number,
  find: (text: string) => readonly { readonly words: string; readonly at: number }[],
): PatternFinding["evidence"] {
  return units
    .filter(({ kind }) => kind !== "heading" && kind !== "quote")
    .flatMap((unit) =>
      find(unit.plain).map(({ words, at }) => ({ words, line: spanOf(unit, at).line + firstLine - 1 })),
    );
}

/** What a resolution has to have besides its solution (SPEC 5, the Engineer's form). */
export const REQUIRED_SECTIONS: readonly (readonly [SectionPart, string])[] = [
  ["changes", "### Spec Changes"],
  ["examples", "### Examples"],
  ["trade-offs", "### Trade-offs"],
  ["new-gaps", "### New Gaps Introduced"],
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
  const gaps = namesOf(unknown);
  if (gaps === "") return undefined;
  return { confidence: "HIGH", message: `it refers to ${gaps}, not known here`, evidence: unknown.map(placed) };
}

function placed({ gap, line }: PlacedGap) {
  return { words: gap, line };
}

function namesOf(gaps: readonly PlacedGap[]): string {
  return [...new Set(gaps.map(({ gap }) => gap))].join(", ");
}

/** One slip is none; so many leave nobody in doubt. */
const LEAST_TERMS = 2;
const MANY_TERMS = 5;

function domainConfusion(work: Work, context: PatternContext): Found | undefined {
  const evidence = undefinedTerms(work, context);
  if (evidence.length < LEAST_TERMS) return undefined;
  const terms = evidence.slice(0, 8).map(({ words }) => `"${words}"`);
  return {
    confidence: evidence.length >= MANY_TERMS ? "HIGH" : "MEDIUM",
    message: `used as defined, and defined nowhere: ${terms.join(", ")}`,
    evidence,
  };
}

/** "the Settlement Ledger": two or more words in capitals within a sentence, after an article; and `Dock_Oracle`. */
const NAME =
  /\b(?:[Tt]he|[Aa]n?|[Ee]ach|[Ee]very|[Ii]ts|[Tt]heir|[Tt]his|[Tt]hat|[Aa]ny|[Oo]ne|[Pp]er)\s+((?:[A-Z][a-z][\w-]*)(?:\s[A-Z][a-z][\w-]*)+)|(?<![\w/.])([A-Z][a-z]+(?:_[A-Z][a-z]+)+)(?![\w/])/g;

/** What a text introduces itself: headings, what it sets in bold, names of rows. */
const INTRODUCED = /(?:\*\*|__)([^*_\n]{2,60})(?:\*\*|__)|^#{1,6}[ \t]+(\S[^\n]*)|^\|[ \t]*([^|\n]{2,60})\|/gm;

/** Names in capitals that mean nothing to whoever has the source and what was accepted for other gaps (SPEC 13.6). */
export function undefinedTerms({ spec, line }: Work, { known }: PatternContext): PatternFinding["evidence"] {
  const introduced = [...spec.markdown.text.matchAll(INTRODUCED)];
  const own = new Set(introduced.map(([, bold, heading, cell]) => normalName(bold ?? heading ?? cell ?? "")));
  const elsewhere = normalName(known);
  const terms = inProse(spec, line, (text) =>
    [...text.matchAll(NAME)].map((match) => {
      const words = match[1] ?? match[2] ?? "";
      return { words: words.replace(/\s+/g, " "), at: match.index + match[0].indexOf(words) };
    }),
  );
  const unknown = terms.filter(({ words }) => !own.has(normalName(words)) && !elsewhere.includes(normalName(words)));
  return [...new Map(unknown.toReversed().map((term) => [normalName(term.words), term])).values()].toReversed();
}

/** Beside the gap's own resolution it is a digression, instead of it a miss. */
function scopeDrift({ gap, resolution, others }: Work): Found | undefined {
  const gaps = namesOf(others);
  if (gaps === "") return undefined;
  return {
    confidence: resolution ? "MEDIUM" : "HIGH",
    message: `it resolves ${gaps} ${resolution ? "besides" : "instead of"} ${gap}`,
    evidence: others.map(placed),
  };
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

/** What people say of a pattern. */
const SAID: Readonly<Record<Pattern, RegExp>> = {
  ABSTRACT_OUTPUT: /\b(?:abstract|vague|generic|hand-?wav\w*|concrete|specifics?|superficial|shallow)\b/i,
  NARROW_EXAMPLES: /\bexamples?\b/i,
  MISSING_SECTIONS: /\btrade-?offs?\b|\bsections?\b/i,
  DOMAIN_CONFUSION: /\b(?:undefined|terms?|terminology|glossary|jargon)\b/i,
  SCOPE_DRIFT: /\b(?:wrong gap|other gap|another gap|off[ -]topic|out of scope)\b/i,
  INCONSISTENT_REFS: /\b(?:unknown|wrong|dangling) (?:gaps?|references?|ids?)\b/i,
  INCONSISTENT_WITH_ACCEPTED: /\b(?:inconsistent|contradict\w*|conflicts? with|against)\b/i,
};

/** The patterns that a reason names. */
export function patternsIn(reason: string): Pattern[] {
  return PATTERNS.filter((pattern) => SAID[pattern].test(reason));
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
