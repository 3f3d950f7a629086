import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "whetstone-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * An empty folder that is gone with the computer's memory, where there is such a place: what a kill leaves does not hang
 * on the disk, and hundreds of sessions that sync are many times faster there. The caller removes it.
 */
export function memoryFolder(): string {
  const base = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  return realpathSync(mkdtempSync(join(base, "whetstone-")));
}
