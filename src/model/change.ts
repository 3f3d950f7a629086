import * as z from "zod";
import { decisionId, gapId, number, optional, type Shape, text } from "./shapes.ts";

/** A file of a spec, by its path from the spec's folder, with forward slashes; its text to the byte. */
const specFile = z.object({ path: text, text });

/** A spec as it stands: one file, or those of a layout in the order in which they are read. */
export const specSchema = z.array(specFile);

/** A place in the working spec, as a person names it: a line, words that stand there, or both. */
export interface SpecPlace {
  readonly quote?: string;
  readonly line?: number;
  readonly file?: string;
}

const changeKind = z.enum(["replace", "add-after", "add-at-end", "remove"]);

/** One exact edit of the working spec, in the words of whoever wrote it (SPEC 5, Spec Changes). */
export const changeSchema = z.object({
  /** Runs through the document that it stands in, from 1. */
  number,
  kind: changeKind,
  /** As much of `File > Parent > Heading` as was written; empty where no place was named. */
  place: text,
  /** The quoted words; empty for `add-at-end`. */
  old: text,
  /** The text in their place, or what is added; empty for `remove`. */
  new: text,
});

/** The changes of one gap, or of the User's own hand, that went into the working spec. */
export const changeSetSchema = z.object({
  gap: optional(gapId),
  decision: optional(decisionId),
  changes: z.array(changeSchema),
});

/** A change that was accepted, and an edit of the author's, that touch the same words (SPEC 12). */
export const overlapSchema = z.object({
  /** Where the change stands: its batch, its set there, its number. */
  batch: number,
  set: number,
  change: number,
  file: text,
  /** The words before both, as the change left them, and as the author left them. */
  base: text,
  ours: text,
  theirs: text,
});

/** Change sets that all refer to the same text, and were applied together. */
export const batchSchema = z.object({ round: number, sets: z.array(changeSetSchema) });

export interface SpecFile extends Shape<typeof specFile> {}
export type Spec = readonly SpecFile[];
export type ChangeKind = z.output<typeof changeKind>;
export interface Change extends Shape<typeof changeSchema> {}
export interface ChangeSet extends Shape<typeof changeSetSchema> {}
export interface MergeOverlap extends Shape<typeof overlapSchema> {}
export interface ChangeBatch extends Shape<typeof batchSchema> {}
