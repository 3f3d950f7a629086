import { Command, type CommanderError, type HelpConfiguration } from "commander";
import { UsageError } from "../errors/whetstone-error.ts";
import { capitalised, withFullStop } from "../model/in-words.ts";
import type { CliContext } from "./cli-context.ts";
import { addCommand, type CommandRow, examplesText } from "./commands/command-row.ts";
import {
  ARCHIVE_COMMANDS,
  FOLLOW_COMMANDS,
  REFINE_COMMANDS,
  RESULT_COMMANDS,
  ROLLBACK,
  TOOL_COMMANDS,
} from "./commands/commands.ts";
import { FLAG_COMMANDS, GAP_COMMANDS } from "./commands/correct-commands.ts";

const LOOK_CLOSER = "Look closer:";

/** The commands by the headings of the help, in order. Their code is imported when they run. */
export const COMMANDS: readonly (readonly [group: string, rows: readonly CommandRow[]])[] = [
  ["Refine a spec:", REFINE_COMMANDS],
  ["Follow a session:", FOLLOW_COMMANDS],
  ["See the result:", RESULT_COMMANDS],
  ["Correct a session:", [...GAP_COMMANDS, ...FLAG_COMMANDS, ROLLBACK, ...ARCHIVE_COMMANDS]],
  [LOOK_CLOSER, TOOL_COMMANDS],
];

/** Creates the parser. With `first`, the first word typed, only that command is added: adding all takes longer. */
export function createProgram(context: CliContext, first?: string): Command {
  const { output } = context;
  const program = new Command("whetstone")
    .description("Turns a partial specification into one that can be built.")
    .usage("COMMAND [options]")
    .version(context.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand(false)
    .option("--no-color", "no color (also: NO_COLOR=1)")
    .showSuggestionAfterError(true)
    .configureHelp(helpStyle(output.paint.bold))
    .configureOutput({
      writeOut: (text) => output.report(text.trimEnd()),
      writeErr: (text) => output.note(text.trimEnd()),
      // `reportError` prints all errors, with code and fix.
      outputError: () => undefined,
    })
    .exitOverride((error) => leaveParser(error, named.length === 0 ? undefined : first));
  const rows = COMMANDS.flatMap(([group, rows]) => rows.map((row) => [group, row] as const));
  const named = rows.filter(([, { usage }]) => usage.split(" ")[0] === first);
  for (const [group, row] of named.length > 0 ? named : rows) addCommand(program, row, group, context);
  for (const parent of program.commands)
    for (const below of parent.commands)
      below.exitOverride((error) => leaveParser(error, `${parent.name()} ${below.name()}`));
  const help = program.command("help").argument("[COMMAND...]", "the command, for example: help gap add");
  help
    .description("show help for a command")
    .helpGroup(LOOK_CLOSER)
    .action((words) => showHelp(program, words));
  const more = "`whetstone help COMMAND` describes one command in full.";
  const examples = ["refine specs/checkout.md", "status", "check specs"];
  return program.addHelpText("after", () => `${examplesText(examples, output.paint.bold)}\n\n${more}`);
}

/** Headings in bold, descriptions as sentences, and no `[options]` in the list of commands. */
function helpStyle(bold: (text: string) => string): HelpConfiguration {
  const sentence = (text: string) => withFullStop(capitalised(text));
  return {
    styleTitle: bold,
    commandDescription: (command) => sentence(command.description()),
    subcommandTerm: (command) =>
      `${command.name()} ${command
        .usage()
        .replace(/\[(?:options|command)\]/g, "")
        .trim()}`.trim(),
  };
}

function showHelp(program: Command, words: readonly string[]): never {
  let shown = program;
  for (const [index, word] of words.entries()) {
    const below = shown.commands.find((command) => command.name() === word);
    const list = ["whetstone", "help", ...words.slice(0, index)].join(" ");
    const fix = `Run \`${index === 0 ? "whetstone --help" : list}\` to see them.`;
    if (!below) throw new UsageError(`unknown command ${JSON.stringify(words.slice(0, index + 1).join(" "))}`, { fix });
    shown = below;
  }
  return shown.help();
}

/** Thrown to leave the argument parser after it has printed help. */
export class HelpShown extends Error {
  override readonly name = "HelpShown";
  /** Whether help was asked for, or shown because no command was named. */
  readonly asked: boolean;

  constructor(asked: boolean) {
    super("help was shown");
    this.asked = asked;
  }
}

/** The fix when `whetstone answer` gets bare text. */
const WORDS =
  'Say what the words are: --field edit="…", --field add="…" or --option keep. `whetstone answer QUESTION` alone asks in a terminal, and shows elsewhere which ones the question takes.';

/** Converts the parser's exits: help was shown, or the arguments were wrong. */
function leaveParser(error: CommanderError, command: string | undefined): never {
  if (error.code === "commander.version" || error.code === "commander.helpDisplayed") throw new HelpShown(true);
  if (error.code === "commander.help") throw new HelpShown(error.exitCode === 0);
  const [message, ...suggestion] = error.message.replace(/^error: /, "").split("\n");
  const isWords = command === "answer" && error.code === "commander.excessArguments";
  const suggested = isWords ? WORDS : suggestion.join(" ").replace(/^\(|\)$/g, "");
  throw new UsageError(message ?? error.message, {
    fix: suggested || `See \`whetstone ${command === undefined ? "--help" : `help ${command}`}\`.`,
    cause: error,
  });
}
