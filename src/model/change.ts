import type { DecisionId, GapId } from "./ids.ts";

/** A file of a spec, by its path from the spec's folder, with forward slashes; its text to the byte. */
export interface SpecFile {
  readonly path: string;
  readonly text: string;
}

/** A spec as it stands: one file, or those of a layout in the order in which they are read. */
export type Spec = readonly SpecFile[];

/** A place in the working spec, as a person names it: a line, words that stand there, or both. */
export interface SpecPlace {
  readonly quote?: string;
  /** From 1. */
  readonly line?: number;
  /** Where the spec has several. */
  readonly file?: string;
}

export const CHANGE_KINDS = ["replace", "add-after", "add-at-end", "remove"] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One exact edit of the working spec, in the words of whoever wrote it (SPEC 5, Spec Changes). */
export interface Change {
  /** Runs through the document that it stands in, from 1. */
  readonly number: number;
  readonly kind: ChangeKind;
  /** As much of `File > Parent > Heading` as was written; empty where no place was named. */
  readonly place: string;
  /** The quoted words; empty for `add-at-end`. */
  readonly old: string;
  /** What stands there afterwards, or is added; empty for `remove`. */
  readonly new: string;
}

/** The changes of one gap, or of the User's own hand, that went into the working spec. */
export interface ChangeSet {
  /** Absent for what the User changed by hand. */
  readonly gap?: GapId;
  readonly decision?: DecisionId;
  readonly changes: readonly Change[];
}

/** A change that was accepted, and an edit of the author's, that touch the same words (SPEC 12). */
export interface MergeOverlap {
  /** Where the change stands: its batch, its set there, its number. */
  readonly batch: number;
  readonly set: number;
  readonly change: number;
  readonly file: string;
  /** The words before both, as the change left them, and as the author left them. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Change sets that all refer to the same text, and were applied together. */
export interface ChangeBatch {
  readonly round: number;
  readonly sets: readonly ChangeSet[];
}
