import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { identityOf, nodeProcesses } from "../../engine/node-processes.ts";
import { defined, orUndefined } from "../../model/defined.ts";
import type { Agent, AgentOutcome, AgentTask } from "../../ports/agent.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ProcessIdentity } from "../../ports/processes.ts";
import { type AgentKind, guarded, type KindOptions, type KindRun } from "../guarded.ts";
import { aborted, failed, returned, type Spent, tooLarge } from "../outcomes.ts";
import type { Environment } from "../secrets.ts";
import { lineNotes, type OutputReader } from "./output-reader.ts";
import { type Exit, follow, type ProcessRun, runProcess } from "./run-process.ts";
import { DOCUMENT, isScratch, openScratch, RUN_VARIABLE, readDocumentFile, type Scratch, WORK } from "./scratch.ts";

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
    readsOnly: profile.readsOnly ?? false,
    run: (task, signal) => runProgram(profile, options, task, signal),
    leftRun: (task) => adoptProgram(profile, options, task),
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
  await removeRun(task); // of a try that failed for a moment
  const scratch = await openScratch(task);
  noteRun(task, { folder: scratch.root });
  const request = {
    ...watchOptions(profile, options, task, scratch.root),
    argv: profile.argv(task, scratch),
    cwd: scratch.folder,
    environment: { ...options.environment, [RUN_VARIABLE]: task.id, ...profile.variables?.(task, scratch) },
    input: profile.input(task),
    onStart: (pid: number) => noteRun(task, { identity: identityOf(pid) }),
    // Of a program that was told to stop, nobody knows how it would have ended.
    onExit: (exit: Exit) => signal.aborted || noteRun(task, { exit }),
  };
  return yield* followRun(runProcess(request, signal), profile, task, scratch.root, signal);
}

/** Continues the run of a process that died: waits for its program, and reads the output from the beginning. */
function adoptProgram(profile: ProgramProfile, options: KindOptions, task: AgentTask) {
  const left = findLeftRun(task);
  if (left === undefined) return undefined;
  const { identity, folder, isAlive, exit } = left;
  return async function* (signal: AbortSignal): KindRun {
    const pid = isAlive ? identity.pid : undefined;
    const run = follow(pid, endOf(left, options.clock), watchOptions(profile, options, task, folder), signal);
    const outcome = yield* followRun(run, profile, task, folder, signal);
    return exit === undefined ? { ...outcome, unsure: true } : outcome;
  };
}

function watchOptions(
  { name, outputPerByte }: ProgramProfile,
  { clock }: KindOptions,
  task: AgentTask,
  outputs: string,
) {
  return { name, outputs, outputBytes: task.budget.outputBytes * outputPerByte, clock };
}

/** Passes on a program's output. Its folder stays until the outcome is saved, unless the run is to be repeated. */
async function* followRun(
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
    if (wrong) outcome = signal.aborted ? aborted(usage) : failed(wrong, usage);
    else outcome = yield* conclude(document, task, root, usage);
    return outcome;
  } finally {
    await run.return(undefined);
    if (outcome === undefined || (outcome.type === "failed" && (outcome.transient || signal.aborted)))
      await removeRun(task, root);
  }
}

/** A written document takes precedence over standard output. */
async function* conclude(printed: Uint8Array | undefined, task: AgentTask, root: string, usage: Spent): KindRun {
  const { bytes, failure } = await readDocumentFile(join(root, WORK, DOCUMENT), task.budget.outputBytes);
  if (failure) return failed(failure, usage);
  if (bytes === undefined) return returned(printed, task, usage);
  yield { type: "restarted", message: "The document was written to a file." };
  yield { type: "text", text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
  return returned(bytes, task, usage);
}

/** A run as noted on disk: its process, and the folder it works in. */
interface LeftRun {
  readonly identity: ProcessIdentity;
  readonly folder: string;
  /** Whether the process still runs; if not, its number may belong to another. */
  readonly isAlive: boolean;
  /** How it ended, if the process that had started it saw that. */
  readonly exit?: Exit;
}

const POLL_MS = 100;

/** In the session's scratch folder, where the next process finds it. */
function notePath(task: AgentTask): string {
  return join(dirname(task.documentPath), "run.json");
}

type RunNote = Omit<LeftRun, "isAlive">;

/** The notes of this process's runs, by document path. */
const notes = new Map<string, Partial<RunNote>>();

function noteRun(task: AgentTask, more: Partial<RunNote>): void {
  const note = { ...notes.get(task.documentPath), ...more };
  notes.set(task.documentPath, note);
  // Failing to write the note does no harm: after a crash the run is started again.
  orUndefined(() => {
    mkdirSync(dirname(task.documentPath), { recursive: true });
    writeFileSync(notePath(task), JSON.stringify(note), { mode: 0o600 });
  });
}

/** The run that a process had started before it died, if it can be identified for certain. */
function findLeftRun(task: AgentTask): LeftRun | undefined {
  return orUndefined(() => {
    if (!lstatSync(notePath(task)).isFile()) return undefined;
    const { identity, folder, exit } = JSON.parse(readFileSync(notePath(task), "utf8")) as RunNote;
    const isWhole = Number.isInteger(identity.pid) && identity.pid > 0 && isScratch(dirname(folder), basename(folder));
    // A number that may belong to another process must not be waited for, and certainly not killed.
    const liveness = isWhole ? nodeProcesses.liveness(identity) : "unknown";
    return liveness === "unknown"
      ? undefined
      : { identity, folder, isAlive: liveness === "alive", ...defined({ exit }) };
  });
}

/** Resolves when the process has ended. If nobody saw how, it counts as ended well. */
async function endOf({ identity, exit }: LeftRun, clock: Clock): Promise<Exit> {
  if (exit) return exit;
  while (nodeProcesses.liveness(identity) === "alive") await clock.sleep(POLL_MS);
  return { code: 0, signal: null };
}

/** Removes the folder and the note once the outcome is stored or not wanted. */
async function removeRun(task: AgentTask, known?: string): Promise<void> {
  const folder = known ?? notes.get(task.documentPath)?.folder ?? findLeftRun(task)?.folder;
  notes.delete(task.documentPath);
  if (folder !== undefined) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
  }
  rmSync(notePath(task), { force: true });
}
