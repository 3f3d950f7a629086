import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenEditor } from "./editor.ts";

/** The line that parts what a person writes from what they are told. */
export const CUT = "<!-- whetstone: this line and everything below it is left out -->";

/** A file that a person had in their editor, in a folder of its own that only they can read. */
export interface EditedFile {
  readonly path: string;
  /** How the editor ended, when that was not well. */
  readonly problem?: string;
  /** To be called once: the folder goes, unless what was written there is not taken; then its path comes back. */
  leave(isTaken: boolean): Promise<string | undefined>;
}

export async function editFile(open: OpenEditor, name: string, text: string, signal: AbortSignal): Promise<EditedFile> {
  const folder = await mkdtemp(join(tmpdir(), "whetstone-"));
  const path = join(folder, name);
  const leave = async (isTaken: boolean) => {
    if (!isTaken && (await isWorkedOn(folder, name, text))) return path;
    await rm(folder, { recursive: true, force: true });
    return undefined;
  };
  try {
    await writeFile(path, text, { mode: 0o600 });
    return { path, leave, ...(await open(path, signal)) };
  } catch (error) {
    await leave(false);
    throw error;
  }
}

/** Another text, or a file of the editor's own: one that was ended leaves there what was not saved. */
async function isWorkedOn(folder: string, name: string, text: string): Promise<boolean> {
  const names = await readdir(folder);
  if (names.length === 0) return false;
  return names.some((other) => other !== name) || (await readFile(join(folder, name), "utf8")) !== text;
}
