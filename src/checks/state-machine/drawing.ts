import type { Section } from "../spec/section.ts";
import type { DeclaredState, Transition } from "./state-machine.ts";

/** What one diagram or one table says by itself. */
export interface Drawing {
  readonly section: Section;
  readonly line: number;
  readonly endLine: number;
  readonly transitions: readonly Transition[];
  readonly declared: readonly DeclaredState[];
  /** Keys. */
  readonly initial: readonly string[];
  readonly terminal: readonly string[];
  readonly parents: ReadonlyMap<string, string>;
}
