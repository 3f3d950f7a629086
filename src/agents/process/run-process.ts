import type { ChildProcess } from "node:child_process";
import spawn from "cross-spawn";
import type { Clock } from "../../ports/clock.ts";
import type { Environment } from "../secrets.ts";
import { clearTree, endTree, OWN_GROUP, rememberTree } from "./process-tree.ts";
import { Tail } from "./tail.ts";

export interface ProcessRequest {
  /** The program and its arguments. No shell reads them; `.cmd` and `.bat` files run on Windows all the same. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly environment: Environment;
  /** Standard input. Always closed afterwards, so that no program waits for more. */
  readonly input: string;
  /** More than this on standard output ends the program. */
  readonly outputBytes: number;
  readonly clock: Clock;
  readonly onOutput?: (bytes: Uint8Array) => void;
  readonly onErrorOutput?: (bytes: Uint8Array) => void;
}

export type ProcessEnd =
  | { readonly type: "not-started"; readonly code: string }
  | { readonly type: "overflowed" }
  | {
      readonly type: "ended";
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
      readonly errorTail: string;
    };

/** Between being asked to end and being made to. */
const GRACE_MS = 1000;
/** Between a program's end and that of the output that something it left behind may still hold open. */
const DRAIN_MS = 1000;
const ERROR_TAIL_BYTES = 4096;

/** Runs a program to its end; when the signal aborts, ends it and all that it started first. Never rejects. */
export async function runProcess(request: ProcessRequest, signal: AbortSignal): Promise<ProcessEnd> {
  const child = start(request);
  if (typeof child === "string") return { type: "not-started", code: child };
  rememberTree(child);
  const tail = new Tail(ERROR_TAIL_BYTES);
  const ends = watchEnds(child);
  let overflowed = false;
  let received = 0;
  const stop = () => void endGently(child, ends.exited, request.clock);
  child.stdout?.on("data", (bytes: Uint8Array) => {
    received += bytes.length;
    if (received > request.outputBytes && !overflowed) {
      overflowed = true;
      stop();
    }
    if (!overflowed) request.onOutput?.(bytes);
  });
  child.stderr?.on("data", (bytes: Uint8Array) => {
    tail.push(bytes);
    request.onErrorOutput?.(bytes);
  });
  child.stdin?.on("error", () => {}); // a program need not read its input
  child.stdin?.end(request.input);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const exit = await ends.exited;
  await Promise.race([ends.closed, request.clock.sleep(DRAIN_MS, ends.closedSignal)]);
  await clearTree(child);
  signal.removeEventListener("abort", stop);
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (exit.error !== undefined) return { type: "not-started", code: exit.error };
  if (overflowed) return { type: "overflowed" };
  return { type: "ended", code: exit.code, signal: exit.signal, errorTail: tail.text() };
}

/** Some failures to start are thrown (a null byte, an argument list too long), others come as an event. */
function start(request: ProcessRequest): ChildProcess | string {
  const [program, ...words] = request.argv;
  try {
    return spawn(program, words, {
      cwd: request.cwd,
      env: { ...request.environment },
      stdio: ["pipe", "pipe", "pipe"],
      ...OWN_GROUP,
    });
  } catch (error) {
    return codeOf(error);
  }
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: string;
}

function watchEnds(child: ChildProcess): { exited: Promise<Exit>; closed: Promise<void>; closedSignal: AbortSignal } {
  const closing = new AbortController();
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error) => resolve({ code: null, signal: null, error: codeOf(error) }));
  });
  const closed = new Promise<void>((resolve) => {
    const close = () => {
      closing.abort();
      resolve();
    };
    child.once("close", close);
    child.once("error", close);
  });
  return { exited, closed, closedSignal: closing.signal };
}

async function endGently(child: ChildProcess, exited: Promise<Exit>, clock: Clock): Promise<void> {
  endTree(child, "ask");
  const left = new AbortController();
  await Promise.race([exited.then(() => left.abort()), clock.sleep(GRACE_MS, left.signal)]);
  if (!left.signal.aborted) endTree(child, "force");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "UNKNOWN";
}
