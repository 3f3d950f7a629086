import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { runCli as BuiltCli } from "../../src/cli/run-cli.ts";

const BUILT = resolve(dirname(fileURLToPath(import.meta.url)), "../../dist/cli");
/** The built program: `npm test` builds it first. */
export const CLI = join(BUILT, "main.js");

/** The folders are the test run's own (`support/places.ts`). */
const KEPT = [
  ...["PATH", "PATHEXT", "SystemRoot", "LANG"],
  ...["TMPDIR", "TEMP", "TMP", "HOME", "USERPROFILE", "XDG_STATE_HOME", "LOCALAPPDATA"],
];

/** For agents that play by a script and would take the survey of every model (SPEC 16.1) for another run. */
export const NO_SURVEY: readonly string[] = ["--set", "inventory.survey=false"];

export interface CliRun {
  readonly stdout: string;
  readonly stderr: string;
  /** As a shell reports it: 128 and the signal's number where a signal ended the process. */
  readonly code: number;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Where the program asks its own process (the folder of a person's state, the temporary folder) it needs `spawnCli`. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface SpawnOptions extends RunOptions {
  readonly stdin?: string;
  /** Called with the process, for tests that interrupt it. */
  readonly onStart?: (signal: (name: NodeJS.Signals) => void) => void;
  /** Another user of the system; only root can choose. */
  readonly as?: { readonly uid: number; readonly gid: number };
}

/**
 * Runs `whetstone ARGS` of the built program within this process, without the environment's settings: starting a process
 * takes longer than most commands.
 */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  const { runCli: run }: { runCli: typeof BuiltCli } = await import(join(BUILT, "run-cli.js"));
  const host = new CliHost(options);
  await run(args, "0.0.0", host as unknown as NodeJS.Process);
  return { stdout: host.stdout.text, stderr: host.stderr.text, code: host.exitCode ?? 0 };
}

/** Runs `whetstone ARGS` as a person's shell would: for tests of signals, kills, streams and what a process owns. */
export async function spawnCli(args: readonly string[], options: SpawnOptions = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: options.cwd ?? process.cwd(),
    env: { ...cleanEnvironment(), ...options.env },
    timeout: 150_000,
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

/** What the program sees of its process: neither a terminal nor a signal. */
class CliHost extends EventEmitter {
  exitCode: number | undefined;
  readonly stdin = { isTTY: false };
  readonly stdout = new TextSink();
  readonly stderr = new TextSink();
  readonly env: Readonly<Record<string, string>>;
  readonly #cwd: string;

  constructor({ cwd = process.cwd(), env = {} }: RunOptions) {
    super();
    this.#cwd = cwd;
    this.env = { ...cleanEnvironment(), ...env };
  }

  cwd(): string {
    return this.#cwd;
  }

  exit(): never {
    throw new Error("the program ended its process");
  }
}

class TextSink extends EventEmitter {
  text = "";

  write(text: string): boolean {
    this.text += text;
    return true;
  }
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

/** What the program needs, and nothing that changes how it behaves (keys, colours, an editor, prompts). */
function cleanEnvironment(): Record<string, string> {
  const nowhere = join(tmpdir(), "no-settings");
  return {
    ...Object.fromEntries(KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    XDG_CONFIG_HOME: nowhere,
    APPDATA: nowhere,
    WHETSTONE_LOCAL_SERVERS: "",
  };
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal as "SIGINT"] ?? 0;
}
