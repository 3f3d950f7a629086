import type { LineEdit } from "../../documents/values.ts";
import type { Subject } from "./subject.ts";

/** An answer that the interview offers. */
export interface Choice {
  /** Short: what the person picks, and what the record says that they picked. */
  readonly label: string;
  /** Why one would. */
  readonly why: string;
  /** There is a defensible default, and this is it. */
  readonly recommended?: boolean;
  /** The lines of the spec that change with it. */
  write(): readonly LineEdit[];
}

/** One precise question about a gap, and what becomes of each answer. */
export interface Inquiry {
  readonly question: string;
  readonly choices: readonly Choice[];
  /** What an answer in the person's own words should name: "a number and its unit". */
  readonly wanted: string;
  /** The lines that change with such an answer. */
  free(answer: string): readonly LineEdit[];
}

/** What a good analyst would ask about one kind of gap; `undefined` where the text gives this kind nothing to hold on to. */
export type Topic = (subject: Subject) => Inquiry | undefined;
