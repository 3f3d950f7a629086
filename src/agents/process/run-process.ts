import type { ChildProcess } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import spawn from "cross-spawn";
import type { Clock } from "../../ports/clock.ts";
import type { Environment } from "../secrets.ts";
import { GrowingFile } from "./growing-file.ts";
import { clearTree, endTree, OWN_GROUP, rememberTree } from "./process-tree.ts";

export interface ProcessRequest {
  /** The program and its arguments. No shell reads them; `.cmd` and `.bat` files run on Windows all the same. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly environment: Environment;
  /** Standard input; a program that reads on after it finds its end. */
  readonly input: string;
  readonly outputs: OutputFiles;
  readonly onStart?: (pid: number) => void;
}

/** Where a program's words go: to files, so that it goes on, and its words are kept, when this process dies. */
export interface OutputFiles {
  /** The folder for them: a program's own, or one that is removed at once. */
  readonly folder: string;
  /** More than this on standard output ends the program. */
  readonly outputBytes: number;
  readonly clock: Clock;
}

/** What it says, as it comes, then how it ended. */
export type ProcessRun = AsyncGenerator<
  { readonly from: "output" | "errors"; readonly bytes: Uint8Array },
  ProcessEnd,
  void
>;

export type ProcessEnd =
  | { readonly type: "not-started"; readonly code: string }
  | { readonly type: "overflowed" }
  | {
      readonly type: "ended";
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
      readonly errorTail: string;
    };

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: string;
}

/** Between being asked to end and being made to. */
const GRACE_MS = 1000;
const POLL_MS = 30;
const ERROR_TAIL_BYTES = 4096;

/** Runs a program to its end; when the signal aborts, ends it and all that it started first. Never rejects. */
export async function* runProcess(request: ProcessRequest, signal: AbortSignal): ProcessRun {
  const child = start(request);
  if (typeof child === "string") return { type: "not-started", code: child };
  const exited = exitOf(child);
  if (child.pid === undefined) return { type: "not-started", code: (await exited).error ?? "UNKNOWN" };
  request.onStart?.(child.pid);
  return yield* attend(child.pid, exited, request.outputs, signal);
}

/** Follows a program that runs, whoever started it, until it has ended; without a number, what is left of one that has. */
export async function* attend(
  pid: number | undefined,
  exited: Promise<Exit>,
  { folder, outputBytes, clock }: OutputFiles,
  signal: AbortSignal,
): ProcessRun {
  if (pid !== undefined) rememberTree(pid);
  const output = new GrowingFile(join(folder, "output"));
  const errors = new GrowingFile(join(folder, "errors"));
  let exit: Exit | undefined;
  const gone = exited.then(async (how) => {
    if (pid !== undefined) await clearTree(pid);
    exit = how;
  });
  const stop = () => pid !== undefined && void endGently(pid, exited, clock);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    for (let isLast = false; !isLast; ) {
      isLast = exit !== undefined;
      for (const bytes of output.read()) {
        if (output.bytes <= outputBytes) yield { from: "output", bytes };
        else if (pid !== undefined) endTree(pid, "force");
      }
      for (const bytes of errors.read()) yield { from: "errors", bytes };
      if (!isLast) await Promise.race([gone, delay(POLL_MS)]);
    }
    if (output.bytes > outputBytes) return { type: "overflowed" };
    const { code = null, signal = null } = exit ?? {};
    return { type: "ended", code, signal, errorTail: errors.tail(ERROR_TAIL_BYTES) };
  } finally {
    // Reached early when nobody listens any more: the signal has ended the program then.
    await gone;
    signal.removeEventListener("abort", stop);
    for (const file of [output, errors]) file.close();
  }
}

/** Some failures to start are thrown (a null byte, an argument list too long), others come as an event. */
function start({ argv: [program, ...words], cwd, environment, input, outputs }: ProcessRequest): ChildProcess | string {
  const handles: number[] = [];
  const opened = (name: string, flags: string) => {
    handles.push(openSync(join(outputs.folder, name), flags, 0o600));
    return handles.at(-1);
  };
  try {
    // From a file, so that this process may die without cutting the prompt short.
    if (input !== "") writeFileSync(join(outputs.folder, "input"), input, { mode: 0o600 });
    return spawn(program, words, {
      cwd,
      env: { ...environment },
      stdio: [input === "" ? "ignore" : opened("input", "r"), opened("output", "w"), opened("errors", "w")],
      ...OWN_GROUP,
    });
  } catch (error) {
    return codeOf(error);
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error) => resolve({ code: null, signal: null, error: codeOf(error) }));
  });
}

async function endGently(pid: number, exited: Promise<Exit>, clock: Clock): Promise<void> {
  endTree(pid, "ask");
  const left = new AbortController();
  await Promise.race([exited.then(() => left.abort()), clock.sleep(GRACE_MS, left.signal)]);
  if (!left.signal.aborted) endTree(pid, "force");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "UNKNOWN";
}
