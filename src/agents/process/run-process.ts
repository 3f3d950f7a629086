import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import spawn from "cross-spawn";
import { errorCode } from "../../engine/files/file-errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Failure, failure } from "../outcomes.ts";
import type { Environment } from "../secrets.ts";

interface ProcessRequest {
  readonly name: string;
  /** The program and its arguments, run without a shell; `.cmd` and `.bat` files work on Windows. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly environment: Environment;
  readonly input: string;
  /** The program is killed when standard output exceeds this. */
  readonly outputBytes: number;
  readonly clock: Clock;
}

interface Piece {
  readonly from: "output" | "errors";
  readonly bytes: Uint8Array;
}

/** The output as it arrives, then the failure, if it ended badly. */
type ProcessRun = AsyncGenerator<Piece, Failure | undefined, void>;

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The time between SIGTERM and SIGKILL, and the longest wait for output after the end. */
const GRACE_MS = 1000;
const ERROR_TAIL_BYTES = 4096;

/** Runs a program to its end; on abort it is ended with everything it started. Never rejects. */
export async function* runProcess(request: ProcessRequest, signal: AbortSignal): ProcessRun {
  const { name, outputBytes, clock } = request;
  const child = await start(request);
  if (typeof child === "string") return notStarted(name, child);
  const { pid } = child;
  rememberTree(pid);
  const pieces: Piece[] = [];
  let bytesLeft = outputBytes;
  let tail = Buffer.alloc(0);
  let exit: Exit | undefined;
  let wake = () => {};
  child.stdout?.on("data", (bytes: Buffer) => {
    bytesLeft -= bytes.length;
    if (bytesLeft < 0) signalTree(pid, "SIGKILL");
    else pieces.push({ from: "output", bytes });
    wake();
  });
  child.stderr?.on("data", (bytes: Buffer) => {
    tail = Buffer.concat([tail, bytes]).subarray(-ERROR_TAIL_BYTES);
    pieces.push({ from: "errors", bytes });
    wake();
  });
  const ended = endOf(child, pid).then((how) => {
    exit = how;
    wake();
  });
  const stop = () => void endGently(pid, ended, clock);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    while (exit === undefined || pieces.length > 0) {
      const piece = pieces.shift();
      if (piece !== undefined) yield piece;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    if (bytesLeft < 0) return failure("too-large", `${name} wrote more output than allowed.`);
    return exitFailure(name, exit, tail.toString().trim());
  } finally {
    // Reached early if the consumer stops: the signal has ended the program then.
    await ended;
    signal.removeEventListener("abort", stop);
  }
}

type Started = ChildProcess & { readonly pid: number };

/** The program, or why it could not be started: some failures are thrown (a null byte), others come as an event. */
async function start({
  argv: [program, ...words],
  cwd,
  environment,
  input,
}: ProcessRequest): Promise<Started | string> {
  try {
    const child = spawn(program, words, { cwd, env: { ...environment }, stdio: "pipe", ...OWN_GROUP });
    child.stdin?.on("error", () => {}).end(input); // a program need not read its prompt
    if (child.pid !== undefined) return child.on("error", () => {}) as Started;
    return await new Promise((resolve) => child.once("error", (error) => resolve(errorCode(error))));
  } catch (error) {
    return errorCode(error);
  }
}

const NOT_STARTED: Readonly<Record<string, string>> = {
  ENOENT: "was not found: it is not on PATH, or the path is wrong",
  EACCES: "cannot be run: it is not an executable file",
};

function notStarted(name: string, code: string): Failure {
  return failure("not-found", `${name} ${NOT_STARTED[code] ?? `could not be started (${code || "UNKNOWN"})`}.`);
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

/** Resolves when the program, everything in its process group, and its output have ended. */
async function endOf(child: ChildProcess, pid: number): Promise<Exit> {
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const exit = await new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  await clearTree(pid);
  // What left the group may keep the pipes open for as long as it likes.
  await Promise.race([closed, delay(GRACE_MS, undefined, { ref: false })]);
  for (const pipe of [child.stdout, child.stderr]) pipe?.destroy();
  return exit;
}

async function endGently(pid: number, ended: Promise<void>, clock: Clock): Promise<void> {
  signalTree(pid, "SIGTERM");
  const left = new AbortController();
  await Promise.race([ended.then(() => left.abort()), clock.sleep(GRACE_MS, left.signal)]);
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
