import type { KindOptions } from "../guarded.ts";
import type { Prices } from "../model/prices.ts";
import type { ProgramProfile } from "../process/process-agent.ts";
import type { Scratch } from "../process/scratch.ts";
import type { Interpret } from "./envelope-reader.ts";

export const PROGRAMS = ["claude", "codex", "gemini", "opencode"] as const;
export type Program = (typeof PROGRAMS)[number];

export interface ProgramOptions extends KindOptions {
  /** The model that the program is told to use; its own choice unless told. */
  readonly model?: string;
  /** How the program is called, where its name on PATH is not it. */
  readonly command?: readonly [string, ...string[]];
  /** Arguments of the person's own, after ours. */
  readonly extra?: readonly string[];
  /** For programs that tell tokens and not money. */
  readonly prices: Prices;
}

/** How one of the programs is called and understood; what all have in common `createProgramAgent` adds. */
export interface ProgramForm extends Pick<ProgramProfile, "input" | "variables"> {
  /** Arguments before the model's and the person's own, and those after them. */
  words(scratch: Scratch): readonly string[];
  readonly lastWords?: readonly string[];
  /** Made for each run, whose events it is given in order. */
  interpreter(): Interpret;
}
