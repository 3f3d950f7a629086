import { Command, type CommanderError } from "commander";
import { UsageError } from "../errors/whetstone-error.ts";
import { addCommand } from "./commands/command-row.ts";
import { FLAG_COMMANDS, GAP_COMMANDS } from "./commands/correct-commands.ts";
import { REFINE_COMMANDS } from "./commands/refine-commands.ts";
import { ARCHIVE_COMMANDS, ROLLBACK } from "./commands/rollback-commands.ts";
import { FOLLOW_COMMANDS, RESULT_COMMANDS, TOOL_COMMANDS } from "./commands/session-commands.ts";
import type { CliContext } from "./context.ts";
import { dressHelp, HelpShown, helpStyle } from "./help.ts";

/** In the order of the help page. What a command does is imported when it runs. */
const CORRECT_COMMANDS = [...GAP_COMMANDS, ...FLAG_COMMANDS, ROLLBACK, ...ARCHIVE_COMMANDS];
const COMMANDS = [...REFINE_COMMANDS, ...FOLLOW_COMMANDS, ...RESULT_COMMANDS, ...CORRECT_COMMANDS, ...TOOL_COMMANDS];

/** With `first`, the first word of the command line, only what it names: to build all takes longer than to run many of them. */
export function createProgram(context: CliContext, first?: string): Command {
  const program = new Command("whetstone")
    .description("Turns a partial specification into one that can be built.")
    .usage("COMMAND [options]")
    .version(context.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .option("--no-color", "no color (also: NO_COLOR=1)")
    .showSuggestionAfterError(true)
    .configureHelp(helpStyle(context.output))
    .configureOutput({
      writeOut: (text) => context.output.result(text.trimEnd()),
      writeErr: (text) => context.output.note(text.trimEnd()),
      // Reported where all errors are, with its code and its fix.
      outputError: () => undefined,
    })
    .exitOverride(leaveParser);
  const help = new Command("help").argument("[COMMAND]").description("show help for a command").helpOption(false);
  program.addHelpCommand(help.helpGroup("Look closer:"));
  program.on("beforeAllHelp", () => refuseUnknownTopic(program));
  const named = COMMANDS.filter(({ usage }) => usage.split(" ")[0] === first);
  for (const row of named.length > 0 ? named : COMMANDS) addCommand(program, row, context);
  dressHelp(program, context);
  return program;
}

/** `help bogus` would show the help of the program, as if there were such a command. */
function refuseUnknownTopic(program: Command): void {
  const [word, topic, below] = program.args;
  if (word !== "help" || topic === undefined || topic === "help") return;
  const named = program.commands.find((command) => command.name() === topic);
  if (named && (below === undefined || named.commands.length === 0)) return;
  const words = named ? `${topic} ${below}` : topic;
  const list = named ? `whetstone help ${topic}` : "whetstone --help";
  throw new UsageError(`there is no command ${JSON.stringify(words)}`, { fix: `\`${list}\` lists them.` });
}

/** Options of other tools, and what is here in their place. */
const FOREIGN: Readonly<Record<string, string>> = {
  "--format": "`--json` and `--sarif` (of `check`) choose the form.",
  "--output": "Results go to standard output: add `> FILE` to the command.",
  "--quiet": "To hide progress, add `2> /dev/null` to the command.",
  "--model": "Name it with the agent: `--engineer openai:MODEL`, `--agent openai:MODEL`.",
  "--severity": "`--fail-on SEVERITY` (of `check`) says what fails.",
};

/** The parser's own ways out, in our terms: help was shown, or the words were wrong. */
function leaveParser(error: CommanderError): never {
  if (error.code === "commander.version" || error.code === "commander.helpDisplayed") throw new HelpShown(true);
  if (error.code === "commander.help") throw new HelpShown(error.exitCode === 0);
  const [message, ...suggestion] = error.message.replace(/^error: /, "").split("\n");
  const [, foreign = ""] = /'(--[a-z-]{1,20})/.exec(message ?? "") ?? [];
  const suggested = FOREIGN[foreign] ?? suggestion.join(" ").replace(/^\(|\)$/g, "");
  throw new UsageError(message ?? error.message, {
    fix: suggested || "See `whetstone --help`, or `whetstone help COMMAND`.",
    cause: error,
  });
}
