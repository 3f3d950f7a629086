import type { CliContext } from "../../src/cli/cli-context.ts";
import { createOutput, type OutputOptions, type Sink } from "../../src/cli/output.ts";
import { EXIT_CODES, type ExitCode } from "../../src/errors/exit-codes.ts";

/** No test hangs on what listens on the computer. */
const NO_SERVERS = { WHETSTONE_LOCAL_SERVERS: "" };

/** What a test may choose about the world around a command. */
export interface RecordedOptions {
  readonly cwd?: string;
  readonly env?: OutputOptions["env"];
  readonly json?: boolean;
  /** Both streams are terminals, and a person can be asked. */
  readonly terminal?: boolean;
  readonly noColour?: boolean;
}

/** A context for tests of commands: what they print is kept, and nothing reaches the process. */
export function recordedContext(options: RecordedOptions = {}) {
  const written = { stdout: "", stderr: "" };
  const env = { ...NO_SERVERS, ...options.env };
  const terminal = options.terminal ?? false;
  const sink = (name: keyof typeof written): Sink => ({
    write: (text) => {
      written[name] += text;
    },
    isTTY: terminal,
    columns: 100,
  });
  let exitCode: ExitCode = EXIT_CODES.done;
  const controller = new AbortController();
  const context: CliContext = {
    version: "0.0.0",
    cwd: options.cwd ?? "/",
    env,
    output: createOutput({ stdout: sink("stdout"), stderr: sink("stderr"), env, noColour: options.noColour ?? false }),
    sessionFlag: "--session ",
    json: options.json ?? false,
    interactive: terminal,
    get exitCode() {
      return exitCode;
    },
    exitWith: (code) => {
      exitCode = code;
    },
    interruption: () => controller.signal,
    close: () => undefined,
  };
  return { context, output: context.output, written, interrupt: () => controller.abort() };
}
