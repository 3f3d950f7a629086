import { glossaryOf } from "../../checks/reading/glossary.ts";
import { readSpec, type Spec } from "../../checks/reading/spec.ts";
import { normalName } from "../../checks/reading/words.ts";
import type { Resolution, SectionPart } from "../../documents/agent-document.ts";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import type { FailureType } from "../../model/gate-result.ts";
import { groupBy } from "../../model/group-by.ts";
import type { GapId } from "../../model/ids.ts";
import {
  CONFIDENCES,
  PATTERNS,
  type Pattern,
  type PatternConfidence,
  type PatternFinding,
} from "../../model/rollback.ts";
import type { State } from "../state.ts";

export interface Work {
  readonly gap: GapId;
  /** The text of the resolution, or the whole document if it has none for this gap. */
  readonly prose: Spec;
  readonly resolution: Resolution | undefined;
  /** Sections of the form that the resolution has (SPEC 5). */
  readonly parts: ReadonlySet<SectionPart>;
  readonly chars: number;
  /** Gaps that the document resolves although they were not assigned to its run. */
  readonly others: readonly GapId[];
  readonly unknown: readonly GapId[];
}

export function bySureness(a: { confidence: PatternConfidence }, b: { confidence: PatternConfidence }): number {
  return CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence);
}

interface Found extends Pick<PatternFinding, "confidence" | "message"> {
  readonly words?: readonly string[];
}

const MOST_EVIDENCE = 12;
const LONGEST_EVIDENCE = 80;

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

/** More vague words than this are a pattern (SPEC 13.6), and a sure one from one vague word in every 40. */
const MOST_VAGUE = 5;
const WORDS_PER_VAGUE = 40;

function abstractOutput({ prose }: Work): Found | undefined {
  const vague = vagueWords(prose);
  if (vague.length <= MOST_VAGUE) return undefined;
  const all = prose.units.reduce((sum, { plain }) => sum + (plain.match(/\p{L}+/gu)?.length ?? 0), 0);
  const confidence = vague.length * WORDS_PER_VAGUE >= all ? "HIGH" : "MEDIUM";
  return { confidence, message: `the proposal is vague (${vague.length} vague words out of ${all})`, words: vague };
}

/** The sections of a resolution besides its solution, with what they hold (SPEC 5, the Engineer's form). */
export const REQUIRED_SECTIONS: readonly (readonly [SectionPart, heading: string, holds: string])[] = [
  ["changes", "### Spec Changes", "exact edits of the spec, each with the words it is about"],
  ["examples", "### Examples", "at least 2, with specific values"],
  ["trade-offs", "### Trade-offs", "at least 2 advantages and 2 disadvantages"],
  ["new-gaps", "### New Gaps Introduced", "each with its severity, or None"],
];

/** A missing section is certain; if only the one for new gaps is missing, there may simply be none. */
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

/** Only MEDIUM, so that it undoes no round by itself: the agent may not know enough for more examples. */
function narrowExamples({ resolution }: Work): Found | undefined {
  if (!resolution || resolution.examples >= 2) return undefined;
  return { confidence: "MEDIUM", message: resolution.examples === 0 ? "no example" : "only one example" };
}

function inconsistentRefs({ unknown }: Work): Found | undefined {
  if (unknown.length === 0) return undefined;
  const words = [...new Set(unknown)];
  return { confidence: "HIGH", message: `it refers to gaps that do not exist: ${words.join(" or ")}`, words };
}

/** A single undefined term may be a slip; from the second number on the pattern is sure. */
const LEAST_TERMS = 2;
const MANY_TERMS = 5;

function domainConfusion({ prose }: Work, known: string): Found | undefined {
  const words = undefinedTerms(prose, known);
  if (words.length < LEAST_TERMS) return undefined;
  const message = `${words.length} terms are used as if defined, but nothing defines them`;
  return { confidence: words.length >= MANY_TERMS ? "HIGH" : "MEDIUM", message, words };
}

/** Sure if the document resolves other gaps instead of its own; less so if it resolves them besides. */
function scopeDrift({ gap, resolution, others }: Work): Found | undefined {
  if (others.length === 0) return undefined;
  const message = `it resolves ${others.join(", ")} ${resolution ? "besides" : "instead of"} ${gap}`;
  return { confidence: resolution ? "MEDIUM" : "HIGH", message, words: others };
}

export function patternsIn(reason: string): Pattern[] {
  return PATTERNS.filter((pattern) => RULES[pattern].said.test(reason));
}

export function findingsIn(reason: string, gap: GapId): PatternFinding[] {
  const message = "the reason for the rollback says so";
  return patternsIn(reason).map((pattern) => ({ pattern, confidence: "MEDIUM", gap, message, evidence: [] }));
}

/** The vague words of SPEC 13.6 and others like them; "as required by" says what is required and is not vague. */
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

/** The vague words of a text, without code, quotations, headings, and the capitals of RFC 2119. */
export function vagueWords(prose: Spec): string[] {
  return matchesIn(prose, VAGUE).filter((words) => words !== words.toUpperCase());
}

const QUOTED = /"[^"\n]{1,300}"|“[^”\n]{1,300}”/g;

function matchesIn({ units }: Spec, pattern: RegExp): string[] {
  const prose = units.filter(({ kind }) => kind !== "heading" && kind !== "quote");
  return prose.flatMap(({ plain }) =>
    [...plain.replace(QUOTED, " ").matchAll(pattern)].map(([whole, name, term]) => {
      return (name ?? term ?? whole).replace(/\s+/g, " ");
    }),
  );
}

/** Names that look like defined terms: "the Settlement Ledger" (capitalized, after an article) and `Dock_Oracle`. */
const NAME =
  /\b(?:[Tt]he|[Aa]n?|[Ee]ach|[Ee]very|[Ii]ts|[Tt]heir|[Tt]his|[Tt]hat|[Aa]ny|[Oo]ne|[Pp]er)\s+((?:[A-Z][a-z][\w-]*)(?:\s[A-Z][a-z][\w-]*)+)|(?<![\w/.])([A-Z][a-z]+(?:_[A-Z][a-z]+)+)(?![\w/])/g;

/** Terms that the text introduces itself: headings, bold words, first cells of rows. */
const INTRODUCED = /(?:\*\*|__)([^*_\n]{2,60})(?:\*\*|__)|^#{1,6}[ \t]+(\S[^\n]*)|^\|[ \t]*([^|\n]{2,60})\|/gm;

/** Capitalized names that neither this text nor `known` introduces (SPEC 13.6). */
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

/** A text that is added to the retry's prompt, because of a pattern, a failure or the User's words (SPEC 13.6). */
export interface Adjustment {
  readonly source: Pattern | FailureType | "reason" | "the User";
  readonly gaps: readonly GapId[];
  readonly text: string;
  readonly confidence: PatternConfidence;
}

/** The last failure of a gap none of whose documents passed the gate. */
export interface GateFailure {
  readonly gap: GapId;
  readonly failure: FailureType;
  readonly message: string;
}

/** One adjustment for each pattern and each kind of failure at the gate, the surest first. */
export function recommendAdjustments(
  state: State,
  patterns: readonly PatternFinding[],
  failures: readonly GateFailure[],
): Adjustment[] {
  const found = groupBy(patterns.toSorted(bySureness), ({ pattern }) => pattern);
  const cures = [...found].map(([source, findings]): Adjustment => {
    const gaps = [...new Set(findings.map(({ gap }) => gap))];
    return { source, gaps, confidence: findings[0]?.confidence ?? "LOW", text: CURES[source](state, gaps) };
  });
  const covered = new Set<string>([...found.keys(), "EXECUTION_ERROR"]);
  return [...cures, ...failures.filter(({ failure }) => !covered.has(failure)).map(forFailure)].sort(bySureness);
}

/** The adjustment for a gap without a document that passed the gate, and so without patterns (SPEC 7, AUTO_RETRY). */
function forFailure({ gap, failure, message }: GateFailure): Adjustment {
  const text = `No earlier attempt was taken (${failure}): ${message} Begin your document with \`## Gap Resolution: ${gap}\` and give every section of the form; where you are unsure, write what you can with \`**Confidence:** LOW\` and say what is missing.`;
  return { source: failure, gaps: [gap], text, confidence: "MEDIUM" };
}

const SECTIONS = REQUIRED_SECTIONS.map(([, heading, holds]) => `- \`${heading}\`: ${holds}`).join("\n");

type Cure = (state: State, gaps: readonly GapId[]) => string;

const CURES: Readonly<Record<Pattern, Cure>> = {
  ABSTRACT_OUTPUT: () =>
    'Replace vague terms by specific values: instead of "an appropriate threshold" write "a threshold of 5 attempts". Give at least 3 concrete examples with specific values. Abstract descriptions are not enough.',
  MISSING_SECTIONS: () => `Your document MUST have these sections, some of which the last one lacked:\n${SECTIONS}`,
  NARROW_EXAMPLES: () => "Include at least 2 examples with specific values: one success case, one edge case.",
  INCONSISTENT_REFS: ({ gaps }) =>
    `Refer only to gaps that exist; declare a new one under \`### New Gaps Introduced\` before you refer to it. The gaps of this session:\n${gapList(gaps)}`,
  DOMAIN_CONFUSION: ({ spec }) =>
    `Use the terms of the source as it defines them, and define every other term where it first stands.${glossary(spec)}`,
  SCOPE_DRIFT: (_state, gaps) =>
    `Your task is ${gaps.join(", ")} and nothing else. Begin your document with \`## Gap Resolution: ${gaps[0]}\`. What you notice about other gaps is no part of it.`,
  INCONSISTENT_WITH_ACCEPTED: ({ spec }, gaps) =>
    `Agree with what is accepted already; where you cannot, declare a new gap instead of deciding otherwise.${accepted(spec, gaps)}`,
};

const MOST_GAPS = 100;
const MOST_TERMS = 30;
const MOST_ACCEPTED = 4_000;

function gapList(gaps: State["gaps"]): string {
  const lines = [...gaps].slice(0, MOST_GAPS).map(({ id, title }) => `- ${id}: ${title.slice(0, 80)}`);
  return [...lines, ...(gaps.size > MOST_GAPS ? [`- and ${gaps.size - MOST_GAPS} more`] : [])].join("\n");
}

function glossary({ source }: State["spec"]): string {
  const lines = glossaryOf(readSpec(joinFiles(source)))
    .slice(0, MOST_TERMS)
    .map(({ name, meaning }) => `- ${name}: ${meaning.replace(/\s+/g, " ").slice(0, 160)}`);
  return lines.length === 0 ? "" : ` Its glossary:\n${lines.join("\n")}`;
}

function accepted({ batches }: State["spec"], gaps: readonly GapId[]): string {
  const sets = batches.flatMap((batch) => batch.sets).filter(({ gap }) => gap && !gaps.includes(gap));
  const texts = sets.toReversed().flatMap(({ gap, changes }) => changes.map((change) => `${gap}: ${change.new}`));
  return texts.length === 0 ? "" : ` What is accepted:\n\n${texts.join("\n\n").slice(0, MOST_ACCEPTED)}`;
}
