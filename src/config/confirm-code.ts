import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors/whetstone-error.ts";
import { stateFolder } from "./user-folder.ts";

/** Throws unless the User has confirmed exactly this code, because any agent could have written the file. */
export async function requireConfirmed(file: string): Promise<void> {
  if (existsSync(await markOf(file))) return;
  throw new UsageError("the configuration is new or changed code that you have not confirmed, so it was not run", {
    target: file,
    fix: `Read it; if it is yours, run \`whetstone config --confirm --config ${JSON.stringify(file)}\` once. A .json file needs no confirmation.`,
  });
}

/** Allows the file to be run as long as its content stays the same. */
export async function confirmCode(file: string): Promise<void> {
  const mark = await markOf(file);
  await mkdir(join(mark, ".."), { recursive: true, mode: 0o700 });
  await writeFile(mark, `${file}\n`, { mode: 0o600 });
}

/** The path of the confirmation: named by a hash of path and content, outside of any session or repository. */
async function markOf(file: string): Promise<string> {
  const sum = createHash("sha256")
    .update(`${file}\0`)
    .update(await readFile(file))
    .digest("hex");
  return join(stateFolder(), "configurations", sum);
}
