/** One arrow of a state machine, where it stands in the document. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  /** Lower case, one space between words; empty where none is written. */
  readonly trigger: string;
  /** What else is said of it. */
  readonly guard: string;
  readonly line: number;
  /** The first line of the table or diagram that it stands in. */
  readonly drawing: number;
}

/** A name that the document gives to a state, and where. */
export interface DeclaredState {
  readonly name: string;
  readonly line: number;
  /** It has a row or an item of its own, so that a remark about it belongs there. */
  readonly alone?: boolean;
}

/** A state machine as diagrams and tables draw it, with what the prose says about it. States go by their keys. */
export interface StateMachine {
  /** The title above it. */
  readonly title: string;
  readonly transitions: readonly Transition[];
  /** All its arrows are known: what is missing is missing in the document. */
  readonly isWhole: boolean;
  /** Every state, as first written. */
  readonly states: ReadonlyMap<string, DeclaredState>;
  /** Empty where the document lists the states nowhere: then nothing is undefined. */
  readonly declared: ReadonlyMap<string, DeclaredState>;
  readonly initial: ReadonlySet<string>;
  readonly terminal: ReadonlySet<string>;
}

/** One key for a state or a trigger however it is written: without markup, in lower case. */
export function stateKey(name: string): string {
  return name
    .replace(/[`*_"'“”\s-]+/g, " ")
    .replace(/[.;]+$/, "")
    .trim()
    .toLowerCase();
}
