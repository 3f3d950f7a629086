import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The built program: `npm test` builds it first. */
export const CLI = resolve(dirname(fileURLToPath(import.meta.url)), "../../dist/cli/main.js");

export interface CliRun {
  readonly stdout: string;
  readonly stderr: string;
  /** As a shell reports it: 128 and the signal's number where a signal ended the process. */
  readonly code: number;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the process, for tests that interrupt it. */
  readonly onStart?: (signal: (name: NodeJS.Signals) => void) => void;
  readonly milliseconds?: number;
  /** Another user of the system; only root can choose. */
  readonly as?: { readonly uid: number; readonly gid: number };
}

/** Runs `whetstone ARGS` as a person's shell would, without their environment's settings. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: options.cwd ?? process.cwd(),
    env: { ...cleanEnvironment(), ...options.env },
    timeout: options.milliseconds ?? 20_000,
    killSignal: "SIGKILL",
    ...options.as,
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.stdin ?? "");
  options.onStart?.((name) => child.kill(name));
  const code = await new Promise<number>((done, fail) => {
    child.on("error", fail);
    child.on("close", (status, signal) => done(status ?? 128 + signalNumber(signal)));
  });
  return { stdout: Buffer.concat(out).toString("utf8"), stderr: Buffer.concat(err).toString("utf8"), code };
}

/** A folder of its own with these files in it, removed after the work. */
export async function inTempFolder<T>(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "whetstone-e2e-"));
  try {
    await writeFiles(folder, files);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** With the folders that they need. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** All of a run's processes have one: they talk to each other by what is kept there. */
const STATE = join(tmpdir(), "whetstone-e2e-state");

/** What a process needs to start, and nothing that changes how Whetstone behaves (keys, colours, an editor, prompts). */
function cleanEnvironment(): Record<string, string> {
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR", "PATHEXT", "LANG"];
  const nowhere = join(tmpdir(), "whetstone-no-settings");
  return {
    ...Object.fromEntries(kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    HOME: STATE,
    USERPROFILE: STATE,
    XDG_CONFIG_HOME: nowhere,
    APPDATA: nowhere,
    XDG_STATE_HOME: STATE,
    LOCALAPPDATA: STATE,
  };
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal as "SIGINT"] ?? 0;
}
