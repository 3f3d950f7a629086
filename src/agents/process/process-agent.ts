import { join } from "node:path";
import type { Agent, AgentTask } from "../../ports/agent.ts";
import { type AgentKind, guarded, type KindOptions, type KindRun } from "../guarded.ts";
import { aborted, failed, failure, type KindOutcome, type Spent, tooLarge } from "../outcomes.ts";
import type { Environment } from "../secrets.ts";
import { type DocumentFile, readDocumentFile } from "./document-file.ts";
import { exitFailure } from "./exit-class.ts";
import { endOf, leftRun, noteRun, removeRun } from "./left-run.ts";
import { LineNotes, type OutputRead, type OutputReader } from "./output-reader.ts";
import { attend, type ProcessEnd, type ProcessRun, runProcess } from "./run-process.ts";
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
  { clock, environment }: KindOptions,
  task: AgentTask,
  signal: AbortSignal,
): KindRun {
  const scratch = await openScratch(task);
  const request = {
    argv: profile.argv(task, scratch),
    cwd: scratch.folder,
    environment: { ...environment, [RUN_VARIABLE]: task.id, ...profile.variables?.(task, scratch) },
    input: profile.input(task),
    outputs: { folder: scratch.root, outputBytes: mostOutput(profile, task), clock },
    onStart: (pid: number) => noteRun(task, pid, scratch.root),
  };
  return yield* attendRun({ profile, task, signal, root: scratch.root }, runProcess(request, signal));
}

/** The run of a process that died: what still works is waited for, what was said is read from the beginning. */
function leftProgram(profile: ProgramProfile, { clock }: KindOptions, task: AgentTask) {
  const left = leftRun(task);
  if (left === undefined) return undefined;
  return (signal: AbortSignal): KindRun => {
    const pid = left.isAlive ? left.identity.pid : undefined;
    const outputs = { folder: left.folder, outputBytes: mostOutput(profile, task), clock };
    const run = attend(pid, endOf(left, clock), outputs, signal);
    return attendRun({ profile, task, signal, root: left.folder }, run);
  };
}

function mostOutput({ outputPerByte }: ProgramProfile, { budget }: AgentTask): number {
  return budget.outputBytes * outputPerByte;
}

interface Attended {
  readonly profile: ProgramProfile;
  readonly task: AgentTask;
  readonly signal: AbortSignal;
  /** The program's scratch folder is in it. */
  readonly root: string;
}

/** Passes on what a program says. Its folder stays where it left a document, until that is kept elsewhere. */
async function* attendRun(attended: Attended, run: ProcessRun): KindRun {
  const { profile, task, root } = attended;
  const reader = profile.reader(task);
  const errorNotes = new LineNotes();
  let outcome: KindOutcome | undefined;
  try {
    yield { type: "started" };
    let next = await run.next();
    for (; !next.done; next = await run.next()) {
      const { from, bytes } = next.value;
      yield* from === "output" ? reader.push(bytes) : errorNotes.push(bytes);
    }
    outcome = yield* conclude(attended, next.value, reader.end());
    return outcome;
  } finally {
    await run.return({ type: "overflowed" });
    if (outcome?.type !== "document") await removeRun(task, root);
  }
}

async function* conclude(run: Attended, end: ProcessEnd, read: OutputRead): KindRun {
  const { task, profile, signal } = run;
  yield* read.progress ?? [];
  const { usage = {} } = read;
  if (signal.aborted) return aborted(usage);
  if (end.type === "overflowed") return tooLarge(task.budget.outputBytes, usage);
  const wrong = read.failure ?? exitFailure(profile.name, end);
  if (wrong) return failed(wrong, usage);
  const file = await writtenDocument(run);
  switch (file.type) {
    case "too-large":
      return tooLarge(task.budget.outputBytes, usage);
    case "refused":
      return failed(
        failure("crashed", `${profile.name} left something that is not a plain file as its document.`),
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

function returned(bytes: Uint8Array, task: AgentTask, usage: Spent): KindOutcome {
  return bytes.length > task.budget.outputBytes
    ? tooLarge(task.budget.outputBytes, usage)
    : { type: "document", bytes, usage };
}

function writtenDocument({ task, root }: Attended): Promise<DocumentFile> {
  return readDocumentFile(join(root, WORK, DOCUMENT), task.budget.outputBytes);
}
