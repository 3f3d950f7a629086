import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { identityOf, nodeProcesses } from "../../engine/node-processes.ts";
import { orUndefined } from "../../model/defined.ts";
import type { Agent, AgentOutcome, AgentTask } from "../../ports/agent.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ProcessIdentity } from "../../ports/processes.ts";
import { type AgentKind, guarded, type KindOptions, type KindRun } from "../guarded.ts";
import { aborted, failed, returned, type Spent, tooLarge } from "../outcomes.ts";
import type { Environment } from "../secrets.ts";
import { lineNotes, type OutputReader } from "./output-reader.ts";
import { attend, type Exit, type ProcessRun, runProcess } from "./run-process.ts";
import { DOCUMENT, isScratch, openScratch, RUN_VARIABLE, readDocumentFile, type Scratch, WORK } from "./scratch.ts";

/** How one kind of program is called and understood. */
export interface ProgramProfile {
  readonly name: string;
  readonly paid: boolean;
  readonly readsOnly?: boolean;
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
    readsOnly: profile.readsOnly ?? false,
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
    const end = next.value;
    const wrong = end?.reason === "too-large" ? tooLarge(task.budget.outputBytes) : (failure ?? end);
    // Who was told to stop and ends well had answered: that is paid for (SPEC 4).
    if (wrong) outcome = signal.aborted ? aborted(usage) : failed(wrong, usage);
    else outcome = yield* concluded(document, task, root, usage);
    return outcome;
  } finally {
    await run.return(undefined);
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

/** What is known of a run besides this process: which process it is, and the folder that it works in. */
interface LeftRun {
  readonly identity: ProcessIdentity;
  readonly folder: string;
  /** The process is still there; otherwise its number may be another's. */
  readonly isAlive: boolean;
}

const POLL_MS = 100;

/** Beside the document: whoever goes on with the session finds the run there. */
function notePath(task: AgentTask): string {
  return join(dirname(task.documentPath), "run.json");
}

/** Of the runs of this process, which need no note. */
const folders = new Map<string, string>();

function noteRun(task: AgentTask, pid: number, folder: string): void {
  folders.set(task.documentPath, folder);
  // The run itself needs no note: without one it is started again after a crash.
  orUndefined(() => {
    mkdirSync(dirname(task.documentPath), { recursive: true });
    writeFileSync(notePath(task), JSON.stringify({ identity: identityOf(pid), folder }), { mode: 0o600 });
  });
}

/** The run that a process which died had started, where that can be told for sure. */
function leftRun(task: AgentTask): LeftRun | undefined {
  return orUndefined(() => {
    if (!lstatSync(notePath(task)).isFile()) return undefined;
    const { identity, folder } = JSON.parse(readFileSync(notePath(task), "utf8")) as LeftRun;
    const isWhole = Number.isInteger(identity.pid) && identity.pid > 0 && isScratch(dirname(folder), basename(folder));
    // A number that may belong to another process by now is nothing to wait for, and to signal even less.
    const liveness = isWhole ? nodeProcesses.liveness(identity) : "unknown";
    return liveness === "unknown" ? undefined : { identity, folder, isAlive: liveness === "alive" };
  });
}

/** Resolves when the process has ended. How it did nobody can tell. */
async function endOf({ identity }: LeftRun, clock: Clock): Promise<Exit> {
  while (nodeProcesses.liveness(identity) === "alive") await clock.sleep(POLL_MS);
  return { code: 0, signal: null };
}

/** The outcome is kept elsewhere, or nobody wants it. */
async function removeRun(task: AgentTask, known?: string): Promise<void> {
  const folder = known ?? folders.get(task.documentPath) ?? leftRun(task)?.folder;
  folders.delete(task.documentPath);
  if (folder !== undefined) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
  }
  rmSync(notePath(task), { force: true });
}
