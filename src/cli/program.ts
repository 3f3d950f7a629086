import { Command, type CommanderError } from "commander";
import { UsageError } from "../errors/whetstone-error.ts";
import { registerArchive } from "./commands/archive.ts";
import { registerCheck } from "./commands/check.ts";
import { registerConfig } from "./commands/config.ts";
import { registerDecisions } from "./commands/decisions.ts";
import { registerDemo } from "./commands/demo.ts";
import { registerDoctor } from "./commands/doctor.ts";
import { registerFlag } from "./commands/flag.ts";
import { registerGap } from "./commands/gap.ts";
import { registerInspect } from "./commands/inspect.ts";
import { registerRefine } from "./commands/refine.ts";
import { registerRollback } from "./commands/rollback.ts";
import { registerResults, registerSession } from "./commands/session.ts";
import { registerUi } from "./commands/ui.ts";
import type { CliContext } from "./context.ts";
import { COMMAND_HELP, dressHelp, HelpShown } from "./help.ts";

/** A command adds itself to the program. It must stay light: what it does is imported when it runs. */
export type Register = (program: Command, context: CliContext) => void;

/** In the order of the help page. */
const COMMANDS: readonly Register[] = [
  registerRefine,
  registerCheck,
  registerSession,
  registerResults,
  registerGap,
  registerFlag,
  registerRollback,
  registerDecisions,
  registerArchive,
  registerUi,
  registerInspect,
  registerDemo,
  registerDoctor,
  registerConfig,
];

/** The words that the program understands. */
export function createProgram(context: CliContext, commands: readonly Register[] = COMMANDS): Command {
  const program = new Command("whetstone")
    .description("Turns a partial specification into one that can be built.")
    .usage("COMMAND [options]")
    .version(context.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .option("--no-color", "no colour (also: NO_COLOR=1)")
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: (text) => context.output.result(text.trimEnd()),
      writeErr: (text) => context.output.note(text.trimEnd()),
      // Reported where all errors are, with its code and its fix.
      outputError: () => undefined,
    })
    .exitOverride(leaveParser);
  if (commands.length > 0) {
    const help = new Command("help").argument("[COMMAND]").description("show help for a command").helpOption(false);
    program.addHelpCommand(help.helpGroup(COMMAND_HELP.help?.[0] ?? ""));
    program.on("beforeAllHelp", () => refuseUnknownTopic(program));
  }
  for (const register of commands) register(program, context);
  dressHelp(program, context);
  return program;
}

/** `help bogus` would show the help of the program, as if there were such a command. */
function refuseUnknownTopic(program: Command): void {
  const [word, topic] = program.args;
  if (word !== "help" || topic === undefined || topic === "help") return;
  if (program.commands.some((command) => command.name() === topic)) return;
  throw new UsageError(`there is no command ${JSON.stringify(topic)}`, { fix: "`whetstone --help` lists them." });
}

/** The parser's own ways out, in our terms: help was shown, or the words were wrong. */
function leaveParser(error: CommanderError): never {
  if (error.code === "commander.version" || error.code === "commander.helpDisplayed") throw new HelpShown(true);
  if (error.code === "commander.help") throw new HelpShown(error.exitCode === 0);
  const [message, ...suggestion] = error.message.replace(/^error: /, "").split("\n");
  throw new UsageError(message ?? error.message, {
    fix: suggestion.join(" ").replace(/^\(|\)$/g, "") || "See `whetstone --help`, or `whetstone help COMMAND`.",
    cause: error,
  });
}
