import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = lastingFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty folder that goes when the whole run ends (`places.ts`), for what several tests look at. */
export function lastingFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "whetstone-")));
}
