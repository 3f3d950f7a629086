import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import spawn from "cross-spawn";
import { parseCommand } from "../../model/command-words.ts";
import type { Environment } from "../secrets.ts";

/** Opens the file in an editor; resolves when it is closed, with the problem if it failed. Ends the editor on abort. */
export type OpenEditor = (path: string, signal: AbortSignal) => Promise<{ readonly problem?: string }>;

export function editorCommand(environment: Environment): string | undefined {
  return [environment.VISUAL, environment.EDITOR].find((value) => value !== undefined && value.trim() !== "");
}

export function editorFrom(environment: Environment): OpenEditor | undefined {
  const command = editorCommand(environment);
  return command === undefined ? undefined : openWith(command, environment);
}

/** Opens an editor without a shell. It uses the terminal, so it stays in our process group. */
export function openWith(command: string, environment: Environment): OpenEditor {
  return async (path, signal) => {
    const [program, ...words] = parseCommand(command);
    const child = spawn(program, [...words, path], { stdio: "inherit", env: { ...environment }, signal });
    return new Promise((resolve) => {
      child.once("error", (error) => {
        // A stopped editor saves its text first; the result comes with `close`.
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

/** Separates what a person writes from the instructions below. */
export const CUT = "<!-- whetstone: this line and everything below it is left out -->";

export type EditedFile = Awaited<ReturnType<typeof editFile>>;

/** Opens a new file in the person's editor, in a temporary folder that only they can read. */
export async function editFile(open: OpenEditor, name: string, text: string, signal: AbortSignal) {
  const folder = await mkdtemp(join(tmpdir(), "whetstone-"));
  const path = join(folder, name);
  /** Call once: removes the folder, or returns its path if the person's text in it was not used. */
  const leave = async (isTaken: boolean) => {
    if (!isTaken && (await hasWork(folder, name, text))) return path;
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

/** Whether the text was changed, or an editor that was stopped left a recovery file. */
async function hasWork(folder: string, name: string, text: string): Promise<boolean> {
  const names = await readdir(folder);
  if (names.length === 0) return false;
  return names.some((other) => other !== name) || (await readFile(join(folder, name), "utf8")) !== text;
}
