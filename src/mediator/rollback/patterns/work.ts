import type { Spec } from "../../../checks/spec/spec.ts";
import type { SectionPart } from "../../../documents/values.ts";
import type { IssueDigest } from "../../../model/digest.ts";
import type { GapId } from "../../../model/ids.ts";
import type { PatternFinding } from "../../../model/rollback.ts";

/** What one attempt at a round made of one gap. Lines count in the document at `path`. */
export interface Work {
  readonly gap: GapId;
  readonly path: string;
  /**
   * The resolution, with what its changes add as prose and without what they quote; the whole document where it resolves
   * nothing; empty where nothing came.
   */
  readonly text: string;
  /** Of the first line of the text. */
  readonly line: number;
  /** Whether there is a resolution of this gap. */
  readonly resolved: boolean;
  readonly sections: readonly string[];
  /** Sections of the form that are there, by whatever name (SPEC 5). */
  readonly parts: ReadonlySet<SectionPart>;
  readonly examples: number;
  readonly chars: number;
  /** Gaps that the same document resolves though they were not its work. */
  readonly others: readonly PlacedGap[];
  /** References to gaps that nobody knows. */
  readonly unknown: readonly PlacedGap[];
}

export interface PlacedGap {
  readonly gap: GapId;
  readonly line: number;
}

/** What a gap's work is held against. */
export interface PatternContext {
  readonly source: Spec;
  /** Texts that may define a term besides the source: what was accepted for other gaps. */
  readonly known: readonly string[];
  /** What the review of this attempt raised on the gap. */
  readonly issues: readonly Pick<IssueDigest, "id" | "text" | "title" | "line" | "quotations">[];
  readonly accepted: ReadonlySet<GapId>;
  /** The gap that wrote these words of the working spec. */
  readonly writer: (quotation: string) => GapId | undefined;
}

/** A pattern: a pure function of the words, with its evidence (SPEC 13.6). */
export type FindPattern = (work: Work, context: PatternContext) => PatternFinding | undefined;

const MOST_EVIDENCE = 12;
const MOST_WORDS = 80;

/** What is kept as evidence, bounded: the words are an agent's. */
export function bounded(evidence: PatternFinding["evidence"]): PatternFinding["evidence"] {
  return evidence.slice(0, MOST_EVIDENCE).map(({ words, line }) => ({ words: words.slice(0, MOST_WORDS), line }));
}
