import { EXIT_CODES, type ExitCode } from "../errors/exit-codes.ts";
import { createOutput, type Output } from "./output.ts";

/** What every command gets: the environment of the process, so that a test can replace it. */
export interface CliContext {
  readonly version: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** `--json` was given: errors are JSON documents as well. */
  readonly json: boolean;
  /** A person can be asked, because standard input and standard error are terminals. */
  readonly interactive: boolean;
  readonly exitCode: ExitCode;
  /** What comes before a session that a command names: nothing where it is an argument. */
  readonly sessionFlag: "--session " | "";
  /** Sets the exit code. The process ends by itself when its work is done. */
  exitWith(code: ExitCode): void;
  /** Aborts on the first Ctrl-C; the second ends the process at once. Before this is called, the first does. */
  interruption(): AbortSignal;
  close(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function createContext(argv: readonly string[], version: string, host: NodeJS.Process): CliContext {
  const words = beforeDoubleDash(argv);
  const controller = new AbortController();
  let exitCode: ExitCode = EXIT_CODES.done;
  let listening = false;
  const onSignal = (): void => {
    if (controller.signal.aborted) host.exit(EXIT_CODES.interrupted);
    controller.abort();
  };
  return {
    version,
    cwd: host.cwd(),
    env: host.env,
    output: createOutput({
      stdout: quietOnClosedPipe(host.stdout),
      stderr: quietOnClosedPipe(host.stderr),
      env: host.env,
      noColour: words.includes("--no-color"),
    }),
    json: words.includes("--json"),
    sessionFlag: "--session ",
    get interactive() {
      return host.stdin.isTTY === true && host.stderr.isTTY === true;
    },
    get exitCode() {
      return exitCode;
    },
    exitWith: (code) => {
      exitCode = code;
    },
    interruption: () => {
      if (!listening) for (const signal of SIGNALS) host.on(signal, onSignal);
      listening = true;
      return controller.signal;
    },
    close: () => {
      for (const signal of SIGNALS) host.off(signal, onSignal);
    },
  };
}

function beforeDoubleDash(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end === -1 ? argv : argv.slice(0, end);
}

/** After a closed pipe, as in `whetstone resume | head -3`, the work goes on unread and ends with its own exit code. */
function quietOnClosedPipe(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return stream;
}
