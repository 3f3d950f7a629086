import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { orUndefined } from "../model/defined.ts";
import type { Processes, ProcessIdentity } from "../ports/processes.ts";
import { errorCode } from "./files/file-errors.ts";

/** The processes of this computer: exact where there is `/proc`, elsewhere by their number alone. */
export const nodeProcesses: Processes = { self: () => identityOf(process.pid), liveness };

/** Of a process of ours that runs now. */
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
  if (identity.boot !== here.boot) return identity.host === here.host ? "dead" : "unknown"; // a reboot, or elsewhere
  if (identity.namespace !== here.namespace) return "unknown"; // in another container
  if (here.boot === undefined && identity.host !== here.host) return "unknown";
  const status = statusOf(identity.pid);
  if (status === undefined) return isNumberFree(identity.pid) ? "dead" : "unknown"; // the number may be reused
  if (status.ended) return "dead";
  return status.started === identity.started ? "alive" : "dead";
}

/** From `/proc/PID/stat`: the state is the first field after the command's name, the start the twentieth. */
function statusOf(pid: number): { readonly started: string; readonly ended: boolean } | undefined {
  const stat = orUndefined(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // a name may hold blanks and brackets
  const [state = "", started = ""] = [fields[0], fields[19]];
  return { started, ended: state === "Z" || state === "X" };
}

/** Signal 0 is not sent; it only asks. */
function isNumberFree(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
}
