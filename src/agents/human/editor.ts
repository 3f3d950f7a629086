import spawn from "cross-spawn";
import { parseCommand } from "../../model/command-words.ts";
import type { Environment } from "../secrets.ts";

/** Lets the person work on the file; says how it ended when that was not well. Ends the editor at an abort. */
export type OpenEditor = (path: string, signal: AbortSignal) => Promise<{ readonly problem?: string }>;

/** The person's own editor, `$VISUAL` before `$EDITOR`; undefined where neither is set. */
export function editorFrom(environment: Environment): OpenEditor | undefined {
  const command = [environment.VISUAL, environment.EDITOR].find((value) => value !== undefined && value.trim() !== "");
  if (command === undefined) return undefined;
  return (path, signal) => runEditor(command, path, environment, signal);
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
    const stop = () => child.kill("SIGKILL");
    const end = (problem?: string) => {
      signal.removeEventListener("abort", stop);
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
