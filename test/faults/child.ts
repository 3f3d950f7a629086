import { execFile } from "node:child_process";
import { writeSync } from "node:fs";
import type { Fault, FaultPoint } from "./faults.ts";
import { type Faults, faultAt, faults, NO_FAULT } from "./faults.ts";

/** What a child is told to do. A script takes the folder and whatever else it needs, and reaches points. */
export interface ChildTask {
  readonly folder: string;
  /** Without it the script runs undisturbed. */
  readonly at?: number;
  readonly fault?: Fault;
}

/** How a child ended. */
export interface ChildEnd {
  readonly killed: boolean;
  readonly code: number | null;
  /** Of one that was killed: the point where. */
  readonly stderr: string;
  /** The points it reached; empty for one that was killed. */
  readonly points: readonly FaultPoint[];
}

/** Runs a bundled script (see `runAsChild`) in a process of its own, to its end. */
export function runChild(script: string, task: ChildTask, as: { readonly uid?: number } = {}): Promise<ChildEnd> {
  return new Promise((resolve) => {
    const options = { maxBuffer: 64 * 1024 * 1024, ...as };
    const child = execFile(process.execPath, [script, JSON.stringify(task)], options, (_error, stdout, stderr) => {
      const points: FaultPoint[] = stdout === "" ? [] : JSON.parse(stdout);
      resolve({ killed: child.signalCode === "SIGKILL", code: child.exitCode, stderr, points });
    });
  });
}

/** The other side: the main function of a script that is run as a child. It tells its points when it lives to its end. */
export async function runAsChild(script: (task: ChildTask, points: Faults) => Promise<void>): Promise<void> {
  const task: ChildTask = JSON.parse(process.argv[2] ?? "{}");
  const plan = task.at === undefined ? () => NO_FAULT : faultAt(task.at, task.fault ?? { type: "kill" });
  const points: Faults = faults(plan, () => endHere(points.points.at(-1)));
  await script(task, points);
  process.stdout.write(JSON.stringify(points.points));
}

/** Says where, since parallel work does not pass its points in the same order each time. */
function endHere(point: FaultPoint | undefined): never {
  writeSync(2, JSON.stringify(point));
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until the system gets to it
}

/** Does `work` for each item, a few at a time. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
