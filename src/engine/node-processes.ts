import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { orUndefined } from "../model/defined.ts";
import type { Processes, ProcessIdentity } from "../ports/processes.ts";
import { errorCode } from "./files/file-errors.ts";

/** The processes of this computer: identified exactly where `/proc` exists, elsewhere by number only. */
export const nodeProcesses: Processes = { self: () => identityOf(process.pid), liveness };

/** The identity of a process of ours that is running. */
export function identityOf(pid: number): ProcessIdentity {
  const started = statusOf(pid)?.started;
  const boot = orUndefined(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const namespace = orUndefined(() => readlinkSync("/proc/self/ns/pid"));
  return {
    pid,
    host: hostname(),
    ...(started && { started }),
    ...(boot && { boot }),
    ...(namespace && { namespace }),
  };
}

function liveness(identity: ProcessIdentity): ReturnType<Processes["liveness"]> {
  const here = identityOf(process.pid);
  // it ran before a reboot, or on another computer
  if (identity.boot !== here.boot) return identity.host === here.host ? "dead" : "unknown";
  if (identity.namespace !== here.namespace) return "unknown"; // in another container
  if (here.boot === undefined && identity.host !== here.host) return "unknown";
  const status = statusOf(identity.pid);
  if (status === undefined) return isPidFree(identity.pid) ? "dead" : "unknown"; // the number may be reused
  if (status.ended) return "dead";
  return status.started === identity.started ? "alive" : "dead";
}

/** From `/proc/PID/stat`: the state is the first field after the command's name, the start time the twentieth. */
function statusOf(pid: number): { readonly started: string; readonly ended: boolean } | undefined {
  const stat = orUndefined(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // the name may contain spaces and brackets
  const [state = "", started = ""] = [fields[0], fields[19]];
  return { started, ended: state === "Z" || state === "X" };
}

/** Signal 0 only tests whether the process exists. */
function isPidFree(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
}
