import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import spawn from "cross-spawn";
import { parseCommand } from "../../model/command-words.ts";
import type { Environment } from "../secrets.ts";

/** Lets the person work on the file; says how it ended when that was not well. Ends the editor at an abort. */
export type OpenEditor = (path: string, signal: AbortSignal) => Promise<{ readonly problem?: string }>;

/** The person's editor as they set it, `$VISUAL` before `$EDITOR`; undefined where neither is set. */
export function editorCommand(environment: Environment): string | undefined {
  return [environment.VISUAL, environment.EDITOR].find((value) => value !== undefined && value.trim() !== "");
}

export function editorFrom(environment: Environment): OpenEditor | undefined {
  const command = editorCommand(environment);
  return command === undefined ? undefined : openWith(command, environment);
}

/** An editor by its command, which no shell reads. It gets the terminal, so it stays in our process group. */
export function openWith(command: string, environment: Environment): OpenEditor {
  return async (path, signal) => {
    const [program, ...words] = parseCommand(command);
    const child = spawn(program, [...words, path], { stdio: "inherit", env: { ...environment }, signal });
    return new Promise((resolve) => {
      child.once("error", (error) => {
        // One that is stopped keeps what is not saved, and ends then.
        const isStopped = child.pid !== undefined;
        if (!isStopped) resolve({ problem: `The editor ${program} could not be started: ${error.message}` });
      });
      child.once("close", (code) => {
        const problem = `The editor ${program} exited with ${code ?? "a signal"}; its text was not used.`;
        resolve(code === 0 ? {} : { problem });
      });
    });
  };
}

/** The line that parts what a person writes from what they are told. */
export const CUT = "<!-- whetstone: this line and everything below it is left out -->";

export type EditedFile = Awaited<ReturnType<typeof editFile>>;

/** A file that a person had in their editor, in a folder of its own that only they can read; how that ended, if not well. */
export async function editFile(open: OpenEditor, name: string, text: string, signal: AbortSignal) {
  const folder = await mkdtemp(join(tmpdir(), "whetstone-"));
  const path = join(folder, name);
  /** To be called once: the folder goes, unless what was written there is not taken; then its path comes back. */
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
