import type { GapFinding } from "../model/gap.ts";
import type { Severity } from "../model/severity.ts";

/** What the checks find by structure (SPEC 16.2); `vague` is the opt-in style profile, `survey` comes from an agent. */
export const FINDING_TYPES = [
  "explicit-marker",
  "open-question",
  "undecided",
  "empty-section",
  "dangling-ref",
  "duplicate-definition",
  "contradiction",
  "enumeration",
  "undefined-term",
  "incomplete-scenario",
  "missing-unit",
  "state-unreachable",
  "state-no-exit",
  "state-nondeterministic",
  "state-undefined",
  "vague",
  "survey",
] as const;

export type FindingType = (typeof FINDING_TYPES)[number];

/** A range of the text. Lines and columns are 1-based; `endColumn` is exclusive. */
export interface Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One place in a spec that an engineer should look at. */
export interface Finding extends Span {
  readonly rule: string;
  readonly type: FindingType;
  readonly severity: Severity;
  /** What it is about: the marker, the id, the name, the heading. Does not change when lines move. */
  readonly subject: string;
  /** The other places that belong to it: the second definition, the list that lacks a value. */
  readonly related: readonly Span[];
  /** Why it is a gap, with the words in question. Only people read it. */
  readonly message: string;
  /** What would close it. */
  readonly fix: string;
  /** The title of the list that it belongs to: `whetstone check` joins those of one list. */
  readonly list?: string;
  /** The list of edge cases that it belongs to: `check` joins those of one list. */
  readonly cases?: EdgeCases;
  /** How many questions a list of edge cases has; the open ones are the related places. */
  readonly questions?: number;
}

/** A list of edge cases, reported as a whole, because a requirement may answer its questions in other words. */
export interface EdgeCases {
  readonly title: string;
  /** The place of its heading. */
  readonly at: Span;
  /** How many questions it has, answered or not. */
  readonly questions: number;
}

const MOST_PLACES = 6;
const MOST_WORDS = 200;

/** A finding as a gap keeps it: without lines, which move. */
export function gapFindingOf({ rule, type, subject, related, ...span }: Finding, lines: readonly string[]): GapFinding {
  return { rule, type, subject, words: [span, ...related].slice(0, MOST_PLACES).map((place) => wordsAt(lines, place)) };
}

/** The words of a span; only the first line of several. */
function wordsAt(lines: readonly string[], { line, column, endLine, endColumn }: Span): string {
  const text = lines[line - 1] ?? "";
  return text.slice(column - 1, endLine === line ? endColumn - 1 : text.length).slice(0, MOST_WORDS);
}
