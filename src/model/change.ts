import * as z from "zod";
import { decisionId, gapId, number, optional, type Shape, text } from "./shapes.ts";

/** A file of a spec, by its path from the spec's folder, with forward slashes; its text to the byte. */
const specFile = z.object({ path: text, text });

/** A spec: one file, or those of a layout in reading order. */
export const specSchema = z.array(specFile);

/** A place in the working spec as the User names it: a line, quoted words, or both. */
export interface SpecPlace {
  readonly quote?: string;
  readonly line?: number;
  readonly file?: string;
}

const changeKind = z.enum(["replace", "add-after", "add-at-end", "remove"]);

/** One exact edit of the working spec, as its author wrote it (SPEC 5, Spec Changes). */
export const changeSchema = z.object({
  /** Its number in its document, from 1. */
  number,
  kind: changeKind,
  /** The end of `File > Parent > Heading` as written; empty if no place was named. */
  place: text,
  /** The quoted words; empty for `add-at-end`. */
  old: text,
  /** The text that replaces them or is added; empty for `remove`. */
  new: text,
});

/** What the Engineer decided in a change although neither the spec nor the User says it. */
const choice = z.object({ change: number, text });

/** By the number of the change in its document. */
export const choicesMade = optional(z.array(choice));

/** The changes of one gap, or of the User's own edit, that went into the working spec. */
export const changeSetSchema = z.object({
  gap: optional(gapId),
  decision: optional(decisionId),
  changes: z.array(changeSchema),
  decided: choicesMade,
});

/** An accepted change and an edit of the author's that touch the same words (SPEC 12). */
export const overlapSchema = z.object({
  /** The batch, the set in it, and the change's number. */
  batch: number,
  set: number,
  change: number,
  file: text,
  /** The words before both edits, after the change, and after the author's edit. */
  base: text,
  ours: text,
  theirs: text,
});

/** Change sets that all refer to the same text, and were applied together. */
export const batchSchema = z.object({ round: number, sets: z.array(changeSetSchema) });

export interface SpecFile extends Shape<typeof specFile> {}
export type Spec = readonly SpecFile[];
export type ChangeKind = z.output<typeof changeKind>;
export interface ChoiceMade extends Shape<typeof choice> {}
export interface Change extends Shape<typeof changeSchema> {}
export interface ChangeSet extends Shape<typeof changeSetSchema> {}
export interface MergeOverlap extends Shape<typeof overlapSchema> {}
export interface ChangeBatch extends Shape<typeof batchSchema> {}
