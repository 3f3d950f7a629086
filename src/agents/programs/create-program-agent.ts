import type { Argv } from "../../model/command-words.ts";
import type { Agent, AgentTask } from "../../ports/agent.ts";
import { createProcessAgent } from "../process/create-process-agent.ts";
import type { Scratch } from "../process/scratch.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { envelopeReader } from "./envelope-reader.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";
import type { Program, ProgramForm, ProgramOptions } from "./program-options.ts";

const FORMS: Readonly<Record<Program, (options: ProgramOptions) => ProgramForm>> = { claude, codex, gemini, opencode };

/** Events are many times longer than the text that they carry. */
const EVENT_BYTES_PER_BYTE = 100;

/** An installed agent program, called so that it only reads and answers. */
export function createProgramAgent(program: Program, options: ProgramOptions): Agent {
  const { model, command = [program], extra = [] } = options;
  const { words, lastWords = [], interpreter, ...form } = FORMS[program](options);
  const modelWords = model === undefined ? [] : ["--model", model];
  const profile = {
    ...form,
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
    reader: (task: AgentTask) => envelopeReader(task, interpreter()),
  };
  return createProcessAgent(profile, options);
}
