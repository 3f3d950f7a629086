import { type Command, Option } from "commander";
import type { CliContext } from "../cli-context.ts";

/** Called for each use of a repeatable option, with the value so far. */
type Reader = (text: string, earlier?: never) => unknown;

/** The flags, their description, and a default, a parser, or `true` for a required option. */
export type OptionRow = readonly [flags: string, text: string, more?: string | true | Reader];

/** A command: its usage, its description, and the code that is loaded when it runs. */
export interface CommandRow {
  /** Arguments for the examples in its help. */
  readonly examples?: readonly string[];
  /** The names of the command, then its arguments: `gap add <TITLE>`. */
  readonly usage: string;
  readonly text: string;
  /** Descriptions of arguments that only this command has. */
  readonly args?: Readonly<Record<string, string>>;
  /** A string begins a group of options in the help. */
  readonly options?: readonly (OptionRow | string)[];
  /** The usage in the help, if it differs from what the parser needs. */
  readonly shown?: string;
  readonly after?: string;
  /** Loads the function that gets the arguments, the options and the context. */
  load(options: never): Promise<(...given: never[]) => void | Promise<void>>;
}

const SESSION_FLAG = ["--session <SESSION>", "a session folder, or its spec"] as const;
export const SESSION_OPTION: OptionRow = SESSION_FLAG;
export const JSON_OPTION: OptionRow = ["--json", "print one JSON document"];
export const SESSION = [SESSION_OPTION, JSON_OPTION];
export const EVENTS: OptionRow = ["--json", "events as NDJSON on standard output"];
export const VERBOSE: OptionRow = ["--verbose", "show everything: attempts, repairs and the figures of each round"];

/** Options for answering questions when nobody is at the terminal (SPEC 14). */
export const ASKING: NonNullable<CommandRow["options"]> = [
  "Questions:",
  ["--answers <FILE>", "prepared answers, YAML or JSON"],
  ["--policy <NAME>", "what to do with other questions: pause, recommended", "pause"],
  ["-y, --yes", "the same as --policy recommended"],
];

const ARGUMENTS: Readonly<Record<string, string>> = {
  "[SESSION]": "a session folder, or its spec",
  "<SPEC>": "a markdown file, or a folder of specs (Spec Kit, OpenSpec, Kiro or your own)",
  "[SPEC]": "a spec that has a session, its result, or its session folder",
  "<ARCHIVE>": "its name",
  "<GAPS...>": "ids, ranges (GAP-PAY-001..004) and severities (LOW, HIGH+)",
  "<SEVERITY>": "CRITICAL, HIGH, MEDIUM or LOW",
};

/** Commands that only group subcommands, with examples. */
export const PARENTS: Readonly<Record<string, readonly [text: string, ...examples: string[]]>> = {
  gap: [
    "add, defer, park, take up, merge, close, rank or split gaps",
    'add "What happens to a refund" --severity HIGH',
    'park LOW --reason "after the launch"',
    'severity GAP-PAY-001..004 HIGH --reason "money"',
  ],
  flag: [
    "act on a flag, issue or note listed in a summary, or raise an issue",
    "ask FLAG-R3-001",
    'explain ISSUE-R3-002 --text "The limit is in section 4."',
    'waive ISSUE-R3-002 --reason "no such device"',
  ],
  archive: [
    "list, keep or prune archives of undone rounds",
    "list",
    "keep round_004_rolled_back_1.tar.gz",
    "prune --dry-run",
  ],
};

export function addCommand(program: Command, row: CommandRow, group: string, context: CliContext): void {
  const words = row.usage.split(" ");
  const names = words.filter((word) => /^[a-z]/.test(word));
  const [name = "", below] = names;
  const parent = below === undefined ? program : parentNamed(name, program, group, context);
  const command = parent.command(below ?? name).description(row.text);
  if (below === undefined) addHelp(command, group, row.examples, context);
  for (const word of words.slice(names.length)) command.argument(word, row.args?.[word] ?? ARGUMENTS[word] ?? "");
  for (const option of row.options ?? []) addOption(command, option);
  // Other commands take the session as an option, so it is accepted here as well.
  const isNamed = words.some((word) => word === "[SESSION]" || word === "[SPEC]");
  const isGiven = command.options.some(({ long }) => long === "--session");
  if (isNamed && !isGiven) command.addOption(new Option(...SESSION_FLAG).hideHelp());
  if (row.shown !== undefined) command.usage(row.shown);
  if (row.after !== undefined) command.addHelpText("after", row.after);
  command.action(async (...given: unknown[]) => {
    // Includes options of the parent: commander gives it an option that both have.
    const options = command.optsWithGlobals<{ session?: string }>();
    const [first, ...rest] = given.slice(0, -2);
    const args = isNamed ? [first ?? options.session, ...rest] : given.slice(0, -2);
    const run = (await row.load(options as never)) as (...given: unknown[]) => void | Promise<void>;
    // Its other properties may change, so they are not copied.
    const own: CliContext = isNamed ? Object.create(context, { sessionFlag: { value: "" } }) : context;
    await run(...args, options, own);
  });
}

function parentNamed(name: string, program: Command, group: string, context: CliContext): Command {
  const found = program.commands.find((command) => command.name() === name);
  if (found) return found;
  const [text = "", ...examples] = PARENTS[name] ?? [];
  return addHelp(program.command(name).description(text), group, examples, context);
}

function addHelp(command: Command, group: string, examples: readonly string[] = [], { output }: CliContext): Command {
  const all = examples.map((example) => `${command.name()} ${example}`);
  return command
    .helpGroup(group)
    .helpCommand(false)
    .addHelpText("after", () => examplesText(all, output.paint.bold));
}

export function examplesText(examples: readonly string[], bold: (text: string) => string): string {
  return ["", bold("Examples:"), ...examples.map((example) => `  whetstone ${example}`.trimEnd())].join("\n");
}

function addOption(command: Command, row: OptionRow | string): void {
  if (typeof row === "string") return void command.optionsGroup(row);
  const [flags, text, more] = row;
  const option = new Option(flags, more === true ? `${text} (required)` : text);
  if (typeof more === "function") option.argParser(more as (text: string, earlier: unknown) => unknown);
  command.addOption(typeof more === "string" ? option.default(more) : option.makeOptionMandatory(more === true));
}

export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
