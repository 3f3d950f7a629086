import { statSync } from "node:fs";
import { extname, isAbsolute, resolve } from "node:path";
import type { Argv } from "../../model/command-words.ts";
import type { Agent, AgentTask } from "../../ports/agent.ts";
import type { KindOptions } from "../guarded.ts";
import { createProcessAgent } from "../process/create-process-agent.ts";
import { documentReader, notesReader } from "../process/output-reader.ts";
import { type Scratch, wholePrompt } from "../process/scratch.ts";

interface CommandOptions extends KindOptions {
  /**
   * The program and its arguments. In an argument, `{prompt_file}` becomes the path of a file with the prompt (standard
   * input is then empty), `{document}` the path of the file to write (standard output is then not the document),
   * `{role}` the role, `{read}` the folder that the run may read.
   */
  readonly command: Argv;
  /** Relative files in the command are relative to this folder, the User's working directory. */
  readonly base: string;
}

export function createCommandAgent(options: CommandOptions): Agent {
  const command = absoluteFiles(options.command, options.base);
  const uses = (placeholder: string) => command.some((word) => word.includes(placeholder));
  const profile = {
    name: "command",
    paid: false,
    input: uses("{prompt_file}") ? () => "" : wholePrompt,
    outputPerByte: 1,
    argv: (task: AgentTask, scratch: Scratch) => fillIn(command, task, scratch),
    variables,
    reader: uses("{document}") ? notesReader : documentReader,
  };
  return createProcessAgent(profile, options);
}

function variables(task: AgentTask, scratch: Scratch): Readonly<Record<string, string>> {
  return {
    WHETSTONE_DOCUMENT: scratch.documentPath,
    WHETSTONE_PROMPT_FILE: scratch.promptPath,
    WHETSTONE_ROLE: task.role,
    WHETSTONE_ROUND: String(task.label.round),
    WHETSTONE_ATTEMPT: String(task.label.attempt),
    WHETSTONE_GAPS: task.label.gaps.join(" "),
  };
}

/** In one pass, so that inserted text is never replaced again. */
function fillIn([program, ...words]: Argv, task: AgentTask, scratch: Scratch): Argv {
  const values: Readonly<Record<string, string>> = {
    prompt_file: scratch.promptPath,
    document: scratch.documentPath,
    role: task.role,
    read: scratch.codebase ?? scratch.folder,
  };
  const fill = (word: string) => word.replace(/\{([a-z_]{1,20})\}/g, (whole, name: string) => values[name] ?? whole);
  return [fill(program), ...words.map(fill)];
}

/** The program runs in its own folder, so `./agent.mjs` in `node ./agent.mjs` must become absolute. */
function absoluteFiles([program, ...words]: Argv, base: string): Argv {
  const absolute = (word: string) => (looksLikeFile(word) && isFile(resolve(base, word)) ? resolve(base, word) : word);
  return [/[\\/]/.test(program) ? resolve(base, program) : program, ...words.map(absolute)];
}

function looksLikeFile(word: string): boolean {
  return !word.startsWith("-") && !isAbsolute(word) && (/[\\/]/.test(word) || extname(word) !== "");
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
