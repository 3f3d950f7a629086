/** One arrow of a state machine. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  /** In lower case with single spaces; empty if there is none. */
  readonly trigger: string;
  /** The condition, or the text of all other columns. */
  readonly guard: string;
  readonly line: number;
  /** The first line of its table or diagram. */
  readonly drawing: number;
}

/** A state and the line that names it. */
export interface DeclaredState {
  readonly name: string;
  readonly line: number;
  /** It has its own row or item: findings about it are reported there. */
  readonly alone?: boolean;
}

/** A state machine of a diagram or table, with what the prose says about it. States are identified by `stateKey`. */
export interface StateMachine {
  /** The title of its section. */
  readonly title: string;
  readonly transitions: readonly Transition[];
  /** All its arrows are in this drawing, so that a missing one is missing in the document. */
  readonly isWhole: boolean;
  /** Every state with its first spelling. */
  readonly states: ReadonlyMap<string, DeclaredState>;
  /** Empty if the document lists the states nowhere: then none is undefined. */
  readonly declared: ReadonlyMap<string, DeclaredState>;
  readonly initial: ReadonlySet<string>;
  readonly terminal: ReadonlySet<string>;
}

/** A state or trigger without markup and in lower case, for comparison. */
export function stateKey(name: string): string {
  return name
    .replace(/[`*_"'“”\s-]+/g, " ")
    .replace(/[.;]+$/, "")
    .trim()
    .toLowerCase();
}
