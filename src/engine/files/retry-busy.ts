import { errorCode } from "./file-errors.ts";

const BUSY = new Set(["EPERM", "EBUSY", "EACCES"]);
const WAITS = [10, 20, 40, 80, 160, 320, 640, 1280];

/**
 * Windows refuses to replace or remove a file for as long as a virus scanner or an indexer looks at it, so there
 * the same call is tried again for some two seconds; elsewhere such an error means what it says.
 */
export async function retryBusy<T>(platform: NodeJS.Platform, call: () => T, wait = sleep): Promise<T> {
  if (platform !== "win32") return call();
  for (const milliseconds of WAITS) {
    try {
      return call();
    } catch (error) {
      if (!BUSY.has(errorCode(error))) throw error;
      await wait(milliseconds);
    }
  }
  return call();
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
