import type { Processes, ProcessIdentity } from "../ports/processes.ts";

/** Processes for a test, alive until they are ended. */
export interface ScriptedProcesses {
  as(pid: number): Processes;
  end(pid: number): void;
  isEnded(pid: number): boolean;
  /** From now on it is unknown whether the process is alive. */
  hide(pid: number): void;
}

export function scriptedProcesses(): ScriptedProcesses {
  const ended = new Set<number>();
  const hidden = new Set<number>();
  const liveness = ({ pid }: ProcessIdentity) => {
    if (hidden.has(pid)) return "unknown";
    return ended.has(pid) ? "dead" : "alive";
  };
  return {
    as: (pid) => ({ self: () => ({ pid, host: "test", started: `start-${pid}` }), liveness }),
    end: (pid) => void ended.add(pid),
    isEnded: (pid) => ended.has(pid),
    hide: (pid) => void hidden.add(pid),
  };
}
