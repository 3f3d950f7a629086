import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors/whetstone-error.ts";
import { stateFolder } from "./user-folder.ts";

/** Refuses to run a file of code that the person has not confirmed as it is: any agent could have put it there. */
export async function requireConfirmed(file: string): Promise<void> {
  if (existsSync(await markOf(file))) return;
  throw new UsageError("the configuration is new or changed code that you have not confirmed, so it was not run", {
    target: file,
    fix: `Read it; if it is yours, run \`whetstone config --confirm --config ${JSON.stringify(file)}\` once. A .json file needs no confirmation.`,
  });
}

/** Lets the file be run from now on, as long as it stays as it is. */
export async function confirmCode(file: string): Promise<void> {
  const mark = await markOf(file);
  await mkdir(join(mark, ".."), { recursive: true, mode: 0o700 });
  await writeFile(mark, `${file}\n`, { mode: 0o600 });
}

/** Named by the sum of path and content, in the person's own folder, which no session and no repository holds. */
async function markOf(file: string): Promise<string> {
  const sum = createHash("sha256")
    .update(`${file}\0`)
    .update(await readFile(file))
    .digest("hex");
  return join(stateFolder(), "configurations", sum);
}
