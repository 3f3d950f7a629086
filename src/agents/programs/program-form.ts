import type { AgentTask } from "../../ports/agent.ts";
import type { Price } from "../model/prices.ts";
import type { ProgramProfile } from "../process/create-process-agent.ts";
import type { Scratch } from "../process/scratch.ts";
import type { Environment } from "../secrets.ts";
import type { Interpret } from "./envelope-reader.ts";

/**
 * One agent program: how to call it and read its events. `createProgramAgent` adds what all have in common. Its input is `task.prompt` if the
 * program takes `prefacePath` as its system prompt, else `wholePrompt`. It reports failures as events: standard error is shown, never read.
 */
export interface ProgramForm extends Pick<ProgramProfile, "input"> {
  /** Whose prices apply if the program reports tokens and no cost: a provider of `prices.json`; by default its own name. */
  readonly vendor?: string;
  /** The arguments before the model and the User's arguments; `lastWords` come after them. */
  words(scratch: Scratch): readonly string[];
  readonly lastWords?: readonly string[];
  /** Changes to the environment; undefined removes a variable. */
  variables?(task: AgentTask, scratch: Scratch, settings: ProgramSettings): Environment;
  /** Created for each run; gets its events in order. */
  interpreter(settings: ProgramSettings): Interpret;
}

export interface ProgramSettings {
  readonly model?: string;
  readonly environment: Environment;
  priceOf(model: string): Price | undefined;
}
