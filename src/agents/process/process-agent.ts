import { join } from "node:path";
import type { Agent, AgentOutcome, AgentProgress, AgentTask, Usage } from "../../ports/agent.ts";
import type { Clock } from "../../ports/clock.ts";
import { guarded } from "../guarded.ts";
import { aborted, failed, failure, startWatch, timedOut, tooLarge } from "../outcomes.ts";
import { type Environment, secretsOf } from "../secrets.ts";
import { limitTime, type TimeLimit } from "../time-limit.ts";
import { type DocumentFile, readDocumentFile } from "./document-file.ts";
import { exitFailure } from "./exit-class.ts";
import { endOf, leftRun, noteRun, removeRun } from "./left-run.ts";
import { LineNotes, type OutputRead, type OutputReader } from "./output-reader.ts";
import { ProgressQueue } from "./progress-queue.ts";
import { attend, type OutputFiles, type ProcessEnd, runProcess } from "./run-process.ts";
import { RUN_VARIABLE } from "./run-variable.ts";
import { DOCUMENT, openScratch, type Scratch, WORK } from "./scratch.ts";

/** How one kind of program is called and understood. */
export interface ProgramProfile {
  /** The agent's name, as the port wants it. */
  readonly name: string;
  readonly paid: boolean;
  argv(task: AgentTask, scratch: Scratch): readonly [string, ...string[]];
  /** What goes to standard input: the prompt, unless the arguments name files that hold it. */
  input(task: AgentTask): string;
  /** Files that the program needs besides the prompt's. */
  prepare?(task: AgentTask, scratch: Scratch): Promise<void>;
  /** Variables on top of the environment; undefined takes one away. */
  variables?(task: AgentTask, scratch: Scratch): Environment;
  reader(task: AgentTask): OutputReader;
  /** How many bytes of output may come for each byte of the document: more than 1 where it comes in an envelope. */
  readonly outputPerByte: number;
}

export interface ProcessOptions {
  readonly clock: Clock;
  /** Given to the program as it is: it needs its own keys. What looks like a secret in it never comes out. */
  readonly environment: Environment;
}

/**
 * An agent that is a program: fresh process, own folder, time limit, and nothing left running afterwards; on Windows
 * only when it is ended by us (`clearTree`).
 */
export function createProcessAgent(profile: ProgramProfile, options: ProcessOptions): Agent {
  const agent: Agent = {
    name: profile.name,
    paid: profile.paid,
    touchesFiles: true,
    run: (task, signal) => runProgram(profile, options, task, signal),
    adopt: (task, signal) => adoptProgram(profile, options, task, signal),
    settle: (task) => removeRun(task),
  };
  return guarded(agent, secretsOf(options.environment), options.clock);
}

async function* runProgram(
  profile: ProgramProfile,
  options: ProcessOptions,
  task: AgentTask,
  signal: AbortSignal,
): AsyncGenerator<AgentProgress, AgentOutcome, void> {
  const limit = limitTime(signal, task.budget.seconds, options.clock);
  const scratch = await openScratch(task);
  const launch = async (outputs: OutputFiles) => {
    await profile.prepare?.(task, scratch);
    const request = {
      argv: profile.argv(task, scratch),
      cwd: scratch.folder,
      environment: { ...options.environment, [RUN_VARIABLE]: task.id, ...profile.variables?.(task, scratch) },
      input: profile.input(task),
      outputs,
      onStart: (pid: number) => noteRun(task, pid, scratch.root),
    };
    return runProcess(request, limit.signal);
  };
  return yield* attendRun({ profile, options, task, limit, root: scratch.root }, launch);
}

/** The run of a process that died: what still works is waited for, what was said is read from the beginning. */
function adoptProgram(
  profile: ProgramProfile,
  options: ProcessOptions,
  task: AgentTask,
  signal: AbortSignal,
): AsyncGenerator<AgentProgress, AgentOutcome, void> | undefined {
  const left = leftRun(task);
  if (left === undefined) return undefined;
  const limit = limitTime(signal, task.budget.seconds, options.clock);
  const follow = (outputs: OutputFiles) =>
    attend(left.isAlive ? left.identity.pid : undefined, endOf(left, options.clock), outputs, limit.signal);
  return attendRun({ profile, options, task, limit, root: left.folder }, follow);
}

interface Attended {
  readonly profile: ProgramProfile;
  readonly options: ProcessOptions;
  readonly task: AgentTask;
  readonly limit: TimeLimit;
  readonly root: string;
}

/** Passes on what a program says. Its folder stays where it left a document, until that is kept elsewhere. */
async function* attendRun(
  { profile, options, task, limit, root }: Attended,
  work: (outputs: OutputFiles) => Promise<ProcessEnd>,
): AsyncGenerator<AgentProgress, AgentOutcome, void> {
  const watch = startWatch(options.clock);
  const reader = profile.reader(task);
  const queue = new ProgressQueue();
  const errorNotes = new LineNotes();
  let ending: Promise<ProcessEnd> | undefined;
  let outcome: AgentOutcome | undefined;
  try {
    yield { type: "started" };
    ending = work({
      folder: root,
      outputBytes: task.budget.outputBytes * profile.outputPerByte,
      clock: options.clock,
      onOutput: (bytes) => queue.push(...reader.push(bytes)),
      onErrorOutput: (bytes) => queue.push(...errorNotes.push(bytes)),
    }).finally(() => queue.close());
    ending.catch(() => {}); // told where it is waited for
    yield* queue.drain();
    const end = await ending;
    outcome = yield* conclude({ profile, task, root, limit, end, read: reader.end(), usage: watch() });
    return outcome;
  } finally {
    // Reached early when nobody listens any more; the program must not go on without a listener.
    limit.release();
    await ending?.catch(() => undefined);
    if (outcome?.type !== "document") await removeRun(task, root);
  }
}

interface Conclusion {
  readonly profile: ProgramProfile;
  readonly task: AgentTask;
  /** The program's scratch folder is in it. */
  readonly root: string;
  readonly limit: TimeLimit;
  readonly end: ProcessEnd;
  readonly read: OutputRead;
  readonly usage: Usage;
}

async function* conclude(run: Conclusion): AsyncGenerator<AgentProgress, AgentOutcome, void> {
  const { task, read } = run;
  yield* read.progress ?? [];
  const usage = { ...read.usage, ...run.usage };
  if (run.limit.reached() === "aborted") return aborted(usage);
  if (run.limit.reached() === "timeout") return timedOut(task.budget.seconds, usage);
  if (run.end.type === "overflowed") return tooLarge(task.budget.outputBytes, usage);
  const wrong = read.failure ?? exitFailure(run.profile.name, run.end);
  if (wrong) return failed(wrong, usage);
  const file = await writtenDocument(run);
  switch (file.type) {
    case "too-large":
      return tooLarge(task.budget.outputBytes, usage);
    case "refused":
      return failed(
        failure("crashed", `${run.profile.name} left something that is not a plain file as its document.`),
        usage,
      );
    case "found":
      yield { type: "restarted", message: "The document was written to a file." };
      yield { type: "text", text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.bytes) };
      return { type: "document", bytes: file.bytes, usage };
    case "none":
      return read.document ? returned(read.document, task, usage) : { type: "missing", usage };
  }
}

function returned(bytes: Uint8Array, task: AgentTask, usage: Usage): AgentOutcome {
  return bytes.length > task.budget.outputBytes
    ? tooLarge(task.budget.outputBytes, usage)
    : { type: "document", bytes, usage };
}

function writtenDocument({ task, root }: Conclusion): Promise<DocumentFile> {
  return readDocumentFile(join(root, WORK, DOCUMENT), task.budget.outputBytes);
}
