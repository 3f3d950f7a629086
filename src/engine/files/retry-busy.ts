import { errorCode } from "./file-errors.ts";

const BUSY = new Set(["EPERM", "EBUSY", "EACCES"]);
const WAITS = [10, 20, 40, 80, 160, 320, 640];

/**
 * Windows refuses to replace or remove a file for as long as a virus scanner or an indexer looks at it, so there
 * the same call is tried again for a second; elsewhere such an error means what it says.
 */
export function retryBusy<T>(platform: NodeJS.Platform, call: () => T, wait = sleep): T {
  for (const milliseconds of platform === "win32" ? WAITS : []) {
    try {
      return call();
    } catch (error) {
      if (!BUSY.has(errorCode(error))) throw error;
      wait(milliseconds);
    }
  }
  return call();
}

/** Nothing else goes on meanwhile. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
