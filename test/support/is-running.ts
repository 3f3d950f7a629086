import { existsSync, readFileSync } from "node:fs";

/** Ended, but not collected by its parent, counts as ended: so it is for orphans where nothing plays init. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
  return !/\) Z /.test(status);
}
