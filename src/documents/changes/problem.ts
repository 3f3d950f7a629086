/** A passage of the spec, verbatim. */
export interface Passage {
  readonly file: string;
  /** The path of the headings that it stands under. */
  readonly heading: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

export type ChangeProblemReason = "not-found" | "ambiguous" | "no-such-place" | "overlap" | "form-syntax" | "nothing";

/** Why a change does not apply, in words for the agent's next prompt and for a person (SPEC 6). */
export interface ChangeProblem {
  readonly change: number;
  readonly reason: ChangeProblemReason;
  readonly message: string;
  /** What comes closest to the quoted words. */
  readonly nearest?: Passage;
}
