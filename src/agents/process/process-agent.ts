import { join } from "node:path";
import type { Agent, AgentOutcome, AgentTask } from "../../ports/agent.ts";
import { type AgentKind, guarded, type KindOptions, type KindRun } from "../guarded.ts";
import { aborted, failed, returned, type Spent, tooLarge } from "../outcomes.ts";
import type { Environment } from "../secrets.ts";
import { readDocumentFile } from "./document-file.ts";
import { endOf, leftRun, noteRun, removeRun } from "./left-run.ts";
import { lineNotes, type OutputReader } from "./output-reader.ts";
import { attend, type ProcessRun, runProcess } from "./run-process.ts";
import { RUN_VARIABLE } from "./run-variable.ts";
import { DOCUMENT, openScratch, type Scratch, WORK } from "./scratch.ts";

/** How one kind of program is called and understood. */
export interface ProgramProfile {
  readonly name: string;
  readonly paid: boolean;
  argv(task: AgentTask, scratch: Scratch): readonly [string, ...string[]];
  /** What goes to standard input: the prompt, unless the arguments name files that hold it. */
  input(task: AgentTask): string;
  /** Variables on top of the environment; undefined takes one away. */
  variables?(task: AgentTask, scratch: Scratch): Environment;
  reader(task: AgentTask): OutputReader;
  /** How many bytes of output may come for each byte of the document: more than 1 where it comes in an envelope. */
  readonly outputPerByte: number;
}

/** An agent that is a program: fresh process, own folder, time limit, and nothing left running afterwards. */
export function createProcessAgent(profile: ProgramProfile, options: KindOptions): Agent {
  const agent: AgentKind = {
    name: profile.name,
    paid: profile.paid,
    touchesFiles: true,
    run: (task, signal) => runProgram(profile, options, task, signal),
    leftRun: (task) => leftProgram(profile, options, task),
    settle: (task) => removeRun(task),
  };
  return guarded(agent, options);
}

async function* runProgram(
  profile: ProgramProfile,
  options: KindOptions,
  task: AgentTask,
  signal: AbortSignal,
): KindRun {
  const scratch = await openScratch(task);
  const request = {
    ...watched(profile, options, task, scratch.root),
    argv: profile.argv(task, scratch),
    cwd: scratch.folder,
    environment: { ...options.environment, [RUN_VARIABLE]: task.id, ...profile.variables?.(task, scratch) },
    input: profile.input(task),
    onStart: (pid: number) => noteRun(task, pid, scratch.root),
  };
  return yield* attended(runProcess(request, signal), profile, task, scratch.root, signal);
}

/** The run of a process that died: what still works is waited for, what was said is read from the beginning. */
function leftProgram(profile: ProgramProfile, options: KindOptions, task: AgentTask) {
  const left = leftRun(task);
  if (left === undefined) return undefined;
  const { identity, folder, isAlive } = left;
  return (signal: AbortSignal): KindRun => {
    const pid = isAlive ? identity.pid : undefined;
    const run = attend(pid, endOf(left, options.clock), watched(profile, options, task, folder), signal);
    return attended(run, profile, task, folder, signal);
  };
}

function watched({ name, outputPerByte }: ProgramProfile, { clock }: KindOptions, task: AgentTask, outputs: string) {
  return { name, outputs, outputBytes: task.budget.outputBytes * outputPerByte, clock };
}

/** Passes on what a program says. Its folder stays where it left a document, until that is kept elsewhere. */
async function* attended(
  run: ProcessRun,
  { reader: readerFor }: ProgramProfile,
  task: AgentTask,
  root: string,
  signal: AbortSignal,
): KindRun {
  const reader = readerFor(task);
  const errorNotes = lineNotes();
  let outcome: AgentOutcome | undefined;
  try {
    yield { type: "started" };
    let next = await run.next();
    for (; !next.done; next = await run.next()) {
      const { from, bytes } = next.value;
      yield* from === "output" ? reader.push(bytes) : errorNotes(bytes);
    }
    const { progress = [], usage = {}, document, failure } = reader.end();
    yield* progress;
    const { failure: end } = next.value;
    const wrong = end?.reason === "too-large" ? tooLarge(task.budget.outputBytes) : (failure ?? end);
    if (signal.aborted) outcome = aborted(usage);
    else outcome = wrong ? failed(wrong, usage) : yield* concluded(document, task, root, usage);
    return outcome;
  } finally {
    await run.return({ errors: "" });
    if (outcome?.type !== "document") await removeRun(task, root);
  }
}

/** A document that was written counts, else what was said. */
async function* concluded(said: Uint8Array | undefined, task: AgentTask, root: string, usage: Spent): KindRun {
  const { bytes, failure } = await readDocumentFile(join(root, WORK, DOCUMENT), task.budget.outputBytes);
  if (failure) return failed(failure, usage);
  if (bytes === undefined) return returned(said, task, usage);
  yield { type: "restarted", message: "The document was written to a file." };
  yield { type: "text", text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
  return returned(bytes, task, usage);
}
