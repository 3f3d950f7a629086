import type { ChildProcess } from "node:child_process";
import { closeSync, openSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import spawn from "cross-spawn";
import { errorCode } from "../../engine/files/file-errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Failure, failure } from "../outcomes.ts";
import type { Environment } from "../secrets.ts";

interface ProcessRequest extends WatchOptions {
  /** The program and its arguments, run without a shell; `.cmd` and `.bat` files work on Windows. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly environment: Environment;
  readonly input: string;
  readonly onStart?: (pid: number) => void;
  readonly onExit?: (exit: Exit) => void;
}

interface WatchOptions {
  readonly name: string;
  /** Output goes to files in this folder, so that the program can continue when this process dies. */
  readonly outputs: string;
  /** The program is killed when standard output exceeds this. */
  readonly outputBytes: number;
  readonly clock: Clock;
}

/** The output as it arrives, then the failure, if it ended badly. */
export type ProcessRun = AsyncGenerator<
  { readonly from: "output" | "errors"; readonly bytes: Uint8Array },
  Failure | undefined,
  void
>;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: string;
}

/** The time between SIGTERM and SIGKILL. */
const GRACE_MS = 1000;
const POLL_MS = 30;
const ERROR_TAIL_BYTES = 4096;

/** Runs a program to its end; on abort it is ended with everything it started. Never rejects. */
export async function* runProcess(request: ProcessRequest, signal: AbortSignal): ProcessRun {
  const child = start(request);
  if (typeof child === "string") return notStarted(request, child);
  const exited = exitOf(child).then((exit) => {
    request.onExit?.(exit);
    return exit;
  });
  if (child.pid === undefined) return notStarted(request, (await exited).error);
  request.onStart?.(child.pid);
  return yield* follow(child.pid, exited, request, signal);
}

const NOT_STARTED: Readonly<Record<string, string>> = {
  ENOENT: "was not found: it is not on PATH, or the path is wrong",
  EACCES: "cannot be run: it is not an executable file",
};

function notStarted({ name }: WatchOptions, code = "UNKNOWN") {
  const why = NOT_STARTED[code] ?? `could not be started (${code})`;
  return failure("not-found", `${name} ${why}.`);
}

/** Follows a running program, whoever started it, until it ends; without a pid, reads what an ended one left. */
export async function* follow(
  pid: number | undefined,
  exited: Promise<Exit>,
  { name, outputs, outputBytes, clock }: WatchOptions,
  signal: AbortSignal,
): ProcessRun {
  if (pid !== undefined) rememberTree(pid);
  const output = { handle: openSync(join(outputs, "output"), "r"), bytes: 0 };
  const errors = { handle: openSync(join(outputs, "errors"), "r"), bytes: 0 };
  let tail = Buffer.alloc(0);
  let exit: Exit | undefined;
  const ended = exited.then(async (how) => {
    if (pid !== undefined) await clearTree(pid);
    exit = how;
  });
  const stop = () => pid !== undefined && void endGently(pid, exited, clock);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    for (let isLast = false; !isLast; ) {
      isLast = exit !== undefined;
      for (const bytes of readGrowth(output)) {
        if (output.bytes <= outputBytes) yield { from: "output", bytes };
        else if (pid !== undefined) signalTree(pid, "SIGKILL");
      }
      for (const bytes of readGrowth(errors)) {
        tail = Buffer.concat([tail, bytes]).subarray(-ERROR_TAIL_BYTES);
        yield { from: "errors", bytes };
      }
      if (!isLast) await Promise.race([ended, delay(POLL_MS)]);
    }
    if (output.bytes > outputBytes) return failure("too-large", `${name} wrote more output than allowed.`);
    return exitFailure(name, exit, tail.toString().trim());
  } finally {
    // Reached early if the consumer stops: the signal has ended the program then.
    await ended;
    signal.removeEventListener("abort", stop);
    for (const { handle } of [output, errors]) closeSync(handle);
  }
}

const PIECE_BYTES = 1 << 16;

/** What another process has added to a file since the last read. */
function* readGrowth(file: { readonly handle: number; bytes: number }): Generator<Uint8Array> {
  for (;;) {
    const piece = Buffer.alloc(PIECE_BYTES);
    const count = readSync(file.handle, piece, 0, PIECE_BYTES, file.bytes);
    if (count === 0) return;
    file.bytes += count;
    yield piece.subarray(0, count);
  }
}

/** Exit codes with a common meaning: from sysexits.h, shells and `timeout`. */
const KNOWN_CODES: Readonly<Record<number, Failure["reason"]>> = {
  69: "network",
  75: "overloaded",
  77: "unauthorised",
  124: "timeout",
  126: "not-found",
  127: "not-found",
};

/** Includes the end of the error output: errors come last, but messages are cut at their end. */
function exitFailure(name: string, { code, signal }: Partial<Exit> = {}, printed: string): Failure | undefined {
  if (code === 0) return undefined;
  const isNumber = typeof code === "number";
  const how = isNumber ? `exited with code ${code}` : `was killed by ${signal ?? "a signal"}`;
  const last = printed.length > 500 ? printed.slice(-500).replace(/^.*\n/, "") : printed;
  const why = failure(KNOWN_CODES[code ?? 0] ?? "crashed", `${name} ${how}${last === "" ? "." : `: ${last}`}`);
  return isNumber ? { ...why, exitCode: code } : why;
}

/** Some failures to start are thrown (a null byte, too many arguments), others come as an event. */
function start({ argv: [program, ...words], cwd, environment, input, outputs }: ProcessRequest): ChildProcess | string {
  const handles: number[] = [];
  const opened = (name: string, flags: string) => {
    handles.push(openSync(join(outputs, name), flags, 0o600));
    return handles.at(-1);
  };
  try {
    // From a file, so that the prompt is complete even if this process dies.
    if (input !== "") writeFileSync(join(outputs, "input"), input, { mode: 0o600 });
    return spawn(program, words, {
      cwd,
      env: { ...environment },
      stdio: [input === "" ? "ignore" : opened("input", "r"), opened("output", "w"), opened("errors", "w")],
      ...OWN_GROUP,
    });
  } catch (error) {
    return errorCode(error);
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error) => resolve({ code: null, signal: null, error: errorCode(error) }));
  });
}

async function endGently(pid: number, exited: Promise<Exit>, clock: Clock): Promise<void> {
  signalTree(pid, "SIGTERM");
  const left = new AbortController();
  await Promise.race([exited.then(() => left.abort()), clock.sleep(GRACE_MS, left.signal)]);
  if (!left.signal.aborted) signalTree(pid, "SIGKILL");
}

const onWindows = process.platform === "win32";

/** Process groups that are running; they are killed if this process exits. */
const running = new Set<number>();
let watching = false;

/** On POSIX a program gets its own process group, so that one signal reaches everything it started. */
const OWN_GROUP = { detached: !onWindows, windowsHide: true } as const;

function rememberTree(pid: number): void {
  running.add(pid);
  if (watching) return;
  watching = true;
  process.once("exit", () => {
    for (const pid of running) signalTree(pid, "SIGKILL");
  });
}

/** Kills what is left of a process group whose leader has ended, and waits until it is gone. Windows has no groups. */
async function clearTree(pid: number): Promise<void> {
  if (!onWindows) {
    for (let tries = 0; tries < 15 && signalTree(pid, "SIGKILL"); tries += 1) await delay(20);
  }
  running.delete(pid);
}

function signalTree(pid: number, signal: "SIGTERM" | "SIGKILL"): boolean {
  if (onWindows) {
    // Windows has no gentle signal for processes without a window, so they are killed at once.
    spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true }).on("error", () => {});
    return true;
  }
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
