import { fileError } from "../../src/engine/files/file-errors.ts";

/** One moment of a run at which it can be stopped. */
export interface FaultPoint {
  /** From 1, in the order of the run: the same for the same script. */
  readonly index: number;
  readonly phase: "before" | "after";
  /** `append`, `sync`, `write`, `replace`, `rename`, `agent-start` and their like, or a label of the caller's. */
  readonly operation: string;
  /** What it is done to: a path, the events' types, a task. */
  readonly subject: string;
}

export type SystemFault = "ENOSPC" | "EIO" | "EROFS" | "EACCES";

/**
 * What happens there: nothing, the end of the process, or an error as the disk would give it. `tear` first lets that
 * share of a write through (0 to 1); it counts only before a write.
 */
export type Fault =
  | { readonly type: "none" }
  | { readonly type: "kill"; readonly tear?: number }
  | { readonly type: "fail"; readonly error: SystemFault; readonly tear?: number };

export type FaultPlan = (point: FaultPoint) => Fault;

/** Counts points and carries out the plan. */
export interface Faults {
  readonly points: readonly FaultPoint[];
  /** The fault at the next point, for those who can tear a write; the others call `reach`. */
  next(phase: FaultPoint["phase"], operation: string, subject: string): Fault;
  /** Lets it happen: returns, throws, or never comes back. */
  strike(fault: Fault, subject: string): void;
  reach(phase: FaultPoint["phase"], operation: string, subject: string): void;
  /** Both sides of a call. */
  around<T>(operation: string, subject: string, call: () => Promise<T>): Promise<T>;
}

export const NO_FAULT: Fault = { type: "none" };

/** Points are counted from the first use. `kill` is what ends the process; it must not return. */
export function faults(plan: FaultPlan, kill: () => never = killThisProcess): Faults {
  const points: FaultPoint[] = [];
  const next: Faults["next"] = (phase, operation, subject) => {
    const point = { index: points.length + 1, phase, operation, subject };
    points.push(point);
    return plan(point);
  };
  const strike: Faults["strike"] = (fault, subject) => {
    if (fault.type === "kill") kill();
    if (fault.type === "fail") throw fileError("Writing", subject, systemError(fault.error));
  };
  const reach: Faults["reach"] = (phase, operation, subject) => strike(next(phase, operation, subject), subject);
  return {
    points,
    next,
    strike,
    reach,
    async around(operation, subject, call) {
      reach("before", operation, subject);
      const result = await call();
      reach("after", operation, subject);
      return result;
    },
  };
}

/** Does `fault` at point `index` and nothing elsewhere. */
export function faultAt(index: number, fault: Fault): FaultPlan {
  return (point) => (point.index === index ? fault : NO_FAULT);
}

/** At once: no handler runs, no buffer is written, nothing is tidied up. */
function killThisProcess(): never {
  process.kill(process.pid, "SIGKILL");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until the system gets to it
  throw new Error("This process was not killed.");
}

function systemError(code: SystemFault): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}
