import type { Argv } from "../../model/command-words.ts";
import type { Agent, AgentTask } from "../../ports/agent.ts";
import type { KindOptions } from "../guarded.ts";
import { type Prices, priceOf } from "../model/prices.ts";
import { createProcessAgent } from "../process/create-process-agent.ts";
import type { Scratch } from "../process/scratch.ts";
import { envelopeReader } from "./envelope-reader.ts";
import type { ProgramSettings } from "./program-form.ts";
import { PROGRAM_FORMS, type Program } from "./programs.ts";

interface ProgramOptions extends KindOptions, Pick<ProgramSettings, "model"> {
  /** The command, if it is not the program's name on PATH. */
  readonly command?: readonly [string, ...string[]];
  readonly extra?: readonly string[];
  /** For programs that report tokens but no cost. */
  readonly prices: Prices;
}

/** Events are many times longer than the text that they carry. */
const EVENT_BYTES_PER_BYTE = 100;

/** An installed agent program, called so that it only reads and answers. */
export function createProgramAgent(program: Program, options: ProgramOptions): Agent {
  const { model, command = [program], extra = [], prices } = options;
  const { vendor = program, words, lastWords = [], ...form } = PROGRAM_FORMS[program];
  const settings = { ...options, priceOf: (name: string) => priceOf(`${vendor}:${name}`, prices) };
  const modelWords = model === undefined ? [] : ["--model", model];
  const profile = {
    input: form.input,
    variables: (task: AgentTask, scratch: Scratch) => form.variables?.(task, scratch, settings) ?? {},
    name: model === undefined ? program : `${program}:${model}`,
    paid: true,
    readsOnly: extra.length === 0,
    outputPerByte: EVENT_BYTES_PER_BYTE,
    argv: (_: AgentTask, scratch: Scratch): Argv => [
      ...command,
      ...words(scratch),
      ...modelWords,
      ...extra,
      ...lastWords,
    ],
    reader: (task: AgentTask) => envelopeReader(task, form.interpreter(settings)),
  };
  return createProcessAgent(profile, options);
}
