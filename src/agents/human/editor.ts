import spawn from "cross-spawn";
import { parseCommand } from "../../model/command-words.ts";
import type { Environment } from "../secrets.ts";

/** Lets the person work on the file; says how it ended when that was not well. Ends the editor at an abort. */
export type OpenEditor = (path: string, signal: AbortSignal) => Promise<{ readonly problem?: string }>;

/** Between asking an editor to end, so that it can keep what is not saved, and making it. */
const GRACE_MS = 1000;

/** The person's editor as they set it, `$VISUAL` before `$EDITOR`; undefined where neither is set. */
export function editorCommand(environment: Environment): string | undefined {
  return [environment.VISUAL, environment.EDITOR].find((value) => value !== undefined && value.trim() !== "");
}

export function editorFrom(environment: Environment): OpenEditor | undefined {
  const command = editorCommand(environment);
  return command === undefined ? undefined : openWith(command, environment);
}

/** An editor by its command, which no shell reads. */
export function openWith(command: string, environment: Environment): OpenEditor {
  return async (path, signal) => runEditor(command, path, environment, signal);
}

/** It gets the terminal, so it stays in our process group. */
function runEditor(
  command: string,
  path: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<{ readonly problem?: string }> {
  const [program, ...words] = parseCommand(command);
  return new Promise((resolve) => {
    const child = spawn(program, [...words, path], { stdio: "inherit", env: { ...environment } });
    let forcing: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill("SIGTERM");
      forcing = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
    };
    const end = (problem?: string) => {
      signal.removeEventListener("abort", stop);
      clearTimeout(forcing);
      resolve(problem === undefined ? {} : { problem });
    };
    signal.addEventListener("abort", stop, { once: true });
    child.once("error", (error) => end(`The editor ${program} could not be started: ${error.message}`));
    child.once("close", (code) => {
      end(code === 0 ? undefined : `The editor ${program} ended with ${code ?? "a signal"}: its text is not taken.`);
    });
    if (signal.aborted) stop();
  });
}
