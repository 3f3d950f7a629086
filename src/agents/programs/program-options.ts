import type { KindOptions } from "../guarded.ts";
import type { Prices } from "../model/prices.ts";
import type { ProgramProfile } from "../process/create-process-agent.ts";
import type { Scratch } from "../process/scratch.ts";
import type { Interpret } from "./envelope-reader.ts";

export const PROGRAMS = ["claude", "codex", "gemini", "opencode"] as const;
export type Program = (typeof PROGRAMS)[number];

export interface ProgramOptions extends KindOptions {
  /** The model; by default the program chooses. */
  readonly model?: string;
  /** The command, if it is not the program's name on PATH. */
  readonly command?: readonly [string, ...string[]];
  /** The User's arguments, after ours. */
  readonly extra?: readonly string[];
  /** For programs that report tokens but no cost. */
  readonly prices: Prices;
}

/** How to call one of the programs and read its events; `createProgramAgent` adds what all have in common. */
export interface ProgramForm extends Pick<ProgramProfile, "input" | "variables"> {
  /** The arguments before the model and the User's arguments; `lastWords` come after them. */
  words(scratch: Scratch): readonly string[];
  readonly lastWords?: readonly string[];
  /** Created for each run; gets its events in order. */
  interpreter(): Interpret;
}
