import type { GapFinding } from "../model/gap.ts";
import type { Severity } from "../model/severity.ts";

/** What can be wrong with a spec that its structure decides (SPEC 16.2); `vague` is the opt-in style profile. */
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

/** A stretch of the text. Lines and columns are 1-based; `endColumn` is the one behind the last character. */
export interface Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One place in a spec that an engineer should look at, with the words in question. */
export interface Finding extends Span {
  readonly rule: string;
  readonly type: FindingType;
  readonly severity: Severity;
  /** What it is about: the marker, the id, the name, the heading. Stays when lines move. */
  readonly subject: string;
  /** The other places that belong to it: the second definition, the list that lacks a value. */
  readonly related: readonly Span[];
  /** Why it is a gap, with the words that stand there. Nothing reads it but people. */
  readonly message: string;
  /** What would close it. */
  readonly fix: string;
  /** The title of the list that it is an item of: `whetstone check` tells those of one list as one. */
  readonly list?: string;
  /** The list of edge cases that it is a question of: `check` has one finding for it. */
  readonly cases?: EdgeCases;
  /** How many questions a list of edge cases has; the open ones are the related places. */
  readonly questions?: number;
}

/** A list of questions that a requirement may answer in other words: only of the list can be said that it is open. */
export interface EdgeCases {
  readonly title: string;
  /** Its heading. */
  readonly at: Span;
  /** How many it has, with those that are answered. */
  readonly questions: number;
}

const MOST_PLACES = 6;
const MOST_WORDS = 200;

/** What a finding is about, without its lines, which move: as a gap keeps it. */
export function aboutOf({ rule, type, subject, related, ...span }: Finding, lines: readonly string[]): GapFinding {
  return { rule, type, subject, words: [span, ...related].slice(0, MOST_PLACES).map((each) => wordsAt(lines, each)) };
}

/** The words that stand there; of several lines those of the first. */
function wordsAt(lines: readonly string[], { line, column, endLine, endColumn }: Span): string {
  const text = lines[line - 1] ?? "";
  return text.slice(column - 1, endLine === line ? endColumn - 1 : text.length).slice(0, MOST_WORDS);
}
