import type { Block } from "../../documents/markdown/block.ts";
import type { Section } from "../spec/section.ts";

/** One arrow of a state machine, where it stands in the document. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  /** Lower case, one space between words; empty where none is written. */
  readonly trigger: string;
  readonly guard: string;
  readonly line: number;
}

/** A name that the document gives to a state, and where. */
export interface DeclaredState {
  readonly name: string;
  readonly line: number;
  /** It has a row or an item of its own, so that a remark about it belongs there. */
  readonly alone?: boolean;
}

/** What one diagram or one table says by itself; initial and terminal states by their keys. */
export interface Drawing {
  readonly section: Section;
  /** The first and the last line. */
  readonly lines: readonly [number, number];
  /** Every arrow leads from a state to one other that it names: no "any", no "same", no event beside the name. */
  isPlain: boolean;
  readonly transitions: Transition[];
  readonly declared: DeclaredState[];
  readonly initial: string[];
  readonly terminal: string[];
}

export function emptyDrawing(section: Section, { line, endLine }: Block): Drawing {
  const lines = [line, endLine] as const;
  return { section, lines, isPlain: true, transitions: [], declared: [], initial: [], terminal: [] };
}

/** A state machine as diagrams and tables draw it, with what the prose says about it. */
export interface StateMachine extends Pick<Drawing, "transitions"> {
  /** The title above it. */
  readonly title: string;
  /** The arrows of each drawing by itself. */
  readonly inDrawings: readonly (readonly Transition[])[];
  /** All its arrows are known: what is missing is missing in the document. */
  readonly isWhole: boolean;
  /** Every state, by its key, as first written. */
  readonly states: ReadonlyMap<string, DeclaredState>;
  /** Empty where the document lists the states nowhere: then nothing is undefined. */
  readonly declared: ReadonlyMap<string, DeclaredState>;
  readonly initial: ReadonlySet<string>;
  readonly terminal: ReadonlySet<string>;
}

/** One key for a state however it is written: without markup, in lower case. */
export function stateKey(name: string): string {
  return name
    .replace(/[`*_"'“”\s-]+/g, " ")
    .trim()
    .toLowerCase();
}

export function normalTrigger(text: string): string {
  return text
    .replace(/[`*_"“”]/g, "")
    .replace(/\s+/g, " ")
    .replace(/[.;]+$/, "")
    .trim()
    .toLowerCase();
}
