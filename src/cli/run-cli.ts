import { EXIT_CODES } from "../errors/exit-codes.ts";
import { createContext } from "./cli-context.ts";
import { createProgram, HelpShown } from "./create-program.ts";
import { asWhetstoneError, reportError } from "./report-error.ts";

/** Runs a command. The process ends by itself when everything is written; only an uncaught error ends it at once. */
export async function runCli(argv: readonly string[], version: string, host: NodeJS.Process = process): Promise<void> {
  const context = createContext(argv, version, host);
  const fail = (thrown: unknown): void => {
    host.exitCode = reportError(asWhetstoneError(thrown), context);
  };
  const end = (thrown: unknown): never => {
    fail(thrown);
    host.exit();
  };
  host.on("uncaughtException", end);
  host.on("unhandledRejection", end);
  try {
    const program = createProgram(context, argv[0]);
    await program.parseAsync([...argv], { from: "user" });
    host.exitCode ??= context.exitCode;
  } catch (thrown) {
    if (thrown instanceof HelpShown) host.exitCode = thrown.asked ? EXIT_CODES.done : EXIT_CODES.usage;
    else fail(thrown);
  } finally {
    context.close();
  }
}
