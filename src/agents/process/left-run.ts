import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { identityOf, nodeProcesses } from "../../engine/node-processes.ts";
import type { AgentTask } from "../../ports/agent.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ProcessIdentity } from "../../ports/processes.ts";
import type { Exit } from "./run-process.ts";
import { isScratch } from "./scratch.ts";

/** What is known of a run besides this process: which process it is, and the folder that it works in. */
export interface LeftRun {
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

export function noteRun(task: AgentTask, pid: number, folder: string): void {
  folders.set(task.documentPath, folder);
  try {
    mkdirSync(dirname(task.documentPath), { recursive: true });
    writeFileSync(notePath(task), JSON.stringify({ identity: identityOf(pid), folder }), { mode: 0o600 });
  } catch {
    // the run itself needs no note: without one it is started again after a crash
  }
}

/** The run that a process which died had started, where that can be told for sure. */
export function leftRun(task: AgentTask): LeftRun | undefined {
  try {
    if (!lstatSync(notePath(task)).isFile()) return undefined;
    const { identity, folder } = JSON.parse(readFileSync(notePath(task), "utf8")) as LeftRun;
    const isWhole = Number.isInteger(identity.pid) && identity.pid > 0 && isScratch(dirname(folder), basename(folder));
    // A number that may belong to another process by now is nothing to wait for, and to signal even less.
    const liveness = isWhole ? nodeProcesses.liveness(identity) : "unknown";
    return liveness === "unknown" ? undefined : { identity, folder, isAlive: liveness === "alive" };
  } catch {
    return undefined;
  }
}

/** Resolves when the process has ended. How it did nobody can tell. */
export async function endOf({ identity }: LeftRun, clock: Clock): Promise<Exit> {
  while (nodeProcesses.liveness(identity) === "alive") await clock.sleep(POLL_MS);
  return { code: 0, signal: null };
}

/** The outcome is kept elsewhere, or nobody wants it. */
export async function removeRun(task: AgentTask, known?: string): Promise<void> {
  const folder = known ?? folders.get(task.documentPath) ?? leftRun(task)?.folder;
  folders.delete(task.documentPath);
  if (folder !== undefined) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
  }
  rmSync(notePath(task), { force: true });
}
