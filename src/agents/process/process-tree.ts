import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

const onWindows = process.platform === "win32";

/** Groups that run now, so that none outlives this process when it ends in the midst of a run. */
const running = new Set<number>();
let watching = false;

/** On POSIX a program gets a process group of its own: then one signal reaches whatever it has started. */
export const OWN_GROUP = { detached: !onWindows, windowsHide: true } as const;

export function rememberTree(pid: number): void {
  running.add(pid);
  if (watching) return;
  watching = true;
  process.once("exit", () => {
    for (const pid of running) signalTree(pid, "SIGKILL");
  });
}

export function endTree(pid: number, how: "ask" | "force"): void {
  signalTree(pid, how === "ask" ? "SIGTERM" : "SIGKILL");
}

/** Ends what is left of a tree whose leader has ended, and waits until it is gone. Windows has no groups for it. */
export async function clearTree(pid: number): Promise<void> {
  if (!onWindows) {
    for (let tries = 0; tries < 15 && signalTree(pid, "SIGKILL"); tries += 1) await delay(20);
  }
  running.delete(pid);
}

function signalTree(pid: number, signal: "SIGTERM" | "SIGKILL"): boolean {
  if (onWindows) {
    // Windows has no gentle signal for a tree without a window; /F at once.
    spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true }).on("error", () => {});
    return true;
  }
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
