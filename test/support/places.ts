import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM = 2 ** 30;

/**
 * The temporary folder and the home folder of the whole run: nobody's own settings and records are read or written, no
 * model server of theirs is asked, and whatever tests and killed programs leave behind goes at the end.
 */
export function setup(): void {
  const folder = realpathSync(mkdtempSync(join(isRoomy(MEMORY) ? MEMORY : tmpdir(), "whetstone-test-")));
  // As `/tmp` has it: some tests run a program as another user.
  chmodSync(folder, 0o1777);
  const home = join(folder, "home");
  mkdirSync(home);
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  for (const name of ["HOME", "USERPROFILE", "XDG_STATE_HOME", "LOCALAPPDATA"]) process.env[name] = home;
  process.env.WHETSTONE_LOCAL_SERVERS = "";
}

export function teardown(): void {
  // A browser may still write while it ends.
  rmSync(tmpdir(), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Sessions that sync are many times faster in memory; in a container that may be 64 MB, which is too small. */
function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ROOM;
}
