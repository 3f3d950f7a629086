import { rm } from "node:fs/promises";
import type { Agent, AgentTask } from "../../ports/agent.ts";
import { type AgentKind, guarded, type KindOptions, type KindRun } from "../guarded.ts";
import { aborted, failed, returned, type Spent, tooLarge } from "../outcomes.ts";
import type { Environment } from "../secrets.ts";
import { lineNotes, type OutputReader } from "./output-reader.ts";
import { runProcess } from "./run-process.ts";
import { openScratch, RUN_VARIABLE, readDocumentFile, type Scratch } from "./scratch.ts";

export interface ProgramProfile {
  readonly name: string;
  readonly paid: boolean;
  readonly readsOnly?: boolean;
  argv(task: AgentTask, scratch: Scratch): readonly [string, ...string[]];
  /** Standard input: the prompt, unless the arguments name files with it. */
  input(task: AgentTask): string;
  /** Changes to the environment; undefined removes a variable. */
  variables?(task: AgentTask, scratch: Scratch): Environment;
  reader(task: AgentTask): OutputReader;
  /** The bytes of output allowed per byte of document: more than 1 if the document comes inside events. */
  readonly outputPerByte: number;
}

/** A program as an agent: a new process in its own folder, with a time limit, and nothing left running afterwards. */
export function createProcessAgent(profile: ProgramProfile, options: KindOptions): Agent {
  const agent: AgentKind = {
    name: profile.name,
    paid: profile.paid,
    touchesFiles: true,
    writesNoFile: true,
    readsOnly: profile.readsOnly ?? false,
    run: (task, signal) => runProgram(profile, options, task, signal),
  };
  return guarded(agent, options);
}

async function* runProgram(
  profile: ProgramProfile,
  { clock, environment }: KindOptions,
  task: AgentTask,
  signal: AbortSignal,
): KindRun {
  const scratch = await openScratch(task);
  const reader = profile.reader(task);
  const errorNotes = lineNotes();
  const request = {
    name: profile.name,
    argv: profile.argv(task, scratch),
    cwd: scratch.folder,
    environment: { ...environment, [RUN_VARIABLE]: task.id, ...profile.variables?.(task, scratch) },
    input: profile.input(task),
    outputBytes: task.budget.outputBytes * profile.outputPerByte,
    clock,
  };
  const run = runProcess(request, signal);
  try {
    let next = await run.next();
    for (; !next.done; next = await run.next()) {
      const { from, bytes } = next.value;
      yield* from === "output" ? reader.push(bytes) : errorNotes(bytes);
    }
    const { progress = [], usage = {}, document, failure } = reader.end();
    yield* progress;
    const end = next.value;
    const wrong = end?.reason === "too-large" ? tooLarge(task.budget.outputBytes) : (failure ?? end);
    // A program that was told to stop but ended well has answered, and that is paid for (SPEC 4).
    if (wrong) return signal.aborted ? aborted(usage) : failed(wrong, usage);
    return yield* conclude(document, task, scratch, usage);
  } finally {
    await run.return(undefined);
    await rm(scratch.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
  }
}

/** A written document takes precedence over standard output. */
async function* conclude(
  printed: Uint8Array | undefined,
  task: AgentTask,
  { documentPath }: Scratch,
  usage: Spent,
): KindRun {
  const { bytes, failure } = await readDocumentFile(documentPath, task.budget.outputBytes);
  if (failure) return failed(failure, usage);
  if (bytes === undefined) return returned(printed, task, usage);
  yield { type: "restarted", message: "The document was written to a file." };
  yield { type: "text", text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
  return returned(bytes, task, usage);
}
