import type { Command } from "commander";
import { camelKey } from "../config/keys.ts";
import type { FlagValue } from "../config/resolve-config.ts";
import { UsageError } from "../errors/whetstone-error.ts";
import { parseCommand } from "../model/command-words.ts";

/** The options that `addConfigFlags` adds, as the parser gives them. */
export interface ConfigFlagOptions {
  readonly config?: string;
  readonly set?: readonly string[];
  readonly maxRounds?: string;
  readonly parallelGaps?: string;
  readonly budget?: string;
  readonly sessionFolder?: string;
  readonly codebase?: string;
  readonly engineer?: string;
  readonly reviewer?: string;
  readonly engineerCmd?: string;
  readonly reviewerCmd?: string;
  readonly survey?: boolean;
  readonly approve?: boolean;
  readonly inPlace?: boolean;
}

/** Flags with a name of their own; `--set` reaches every setting. */
const NAMED: readonly (readonly [
  option: keyof ConfigFlagOptions,
  flag: string,
  path: string,
  read: (text: string) => unknown,
])[] = [
  ["maxRounds", "--max-rounds", "maxRounds", readValue],
  ["parallelGaps", "--parallel-gaps", "parallelGaps", readValue],
  ["budget", "--budget", "budgets.usd", readDollars],
  ["codebase", "--codebase", "codebase", (text) => text],
  ["sessionFolder", "--session-folder", "sessionFolder", (text) => text],
  ["engineer", "--engineer", "agents.engineer", readAgent],
  ["reviewer", "--reviewer", "agents.reviewer", readAgent],
  ["engineerCmd", "--engineer-cmd", "agents.engineer", readCommand],
  ["reviewerCmd", "--reviewer-cmd", "agents.reviewer", readCommand],
];

/** Adds the flags that win over the configuration file (SPEC 18) to a command that reads the configuration. */
export function addConfigFlags(command: Command): Command {
  return addLaterConfigFlags(command)
    .option("--survey", "let the Reviewer and the checks look for gaps before round 1")
    .option("--no-approve", "do not ask for approval of the gaps before round 1")
    .option("--session-folder <DIR>", "where sessions are kept, relative to the spec's folder")
    .option("--config <FILE>", "use this configuration file");
}

/** Adds those that a session which exists can still be given. */
export function addLaterConfigFlags(command: Command): Command {
  return command
    .optionsGroup("Agents:")
    .option("--engineer <AGENT>", "who plays the Engineer: interview, claude, codex, openai:MODEL, replay:FOLDER …")
    .option("--reviewer <AGENT>", "who plays the Reviewer")
    .option("--engineer-cmd <COMMAND>", "a program as Engineer: prompt on its standard input, document on its output")
    .option("--reviewer-cmd <COMMAND>", "a program as Reviewer")
    .option("--codebase <DIR>", "a folder that agents may read and cite, and nothing else")
    .optionsGroup("Limits:")
    .option("--budget <USD>", "money that the session may spend in all")
    .option("--max-rounds <N>", "stop and ask after N rounds")
    .option("--parallel-gaps <N>", "gaps that are worked on at once")
    .optionsGroup("Settings:")
    .option("--in-place", "write the finished spec into your own files, unless you have changed them meanwhile")
    .option("--set <KEY=VALUE>", "change any setting, e.g. --set rollback.mode=STRICT (repeatable)", collect);
}

/** What `loadConfig` takes, from the options that the parser read. */
export function configFlags(options: ConfigFlagOptions): { file: string | undefined; flags: FlagValue[] } {
  const named = NAMED.flatMap(([option, flag, path, read]): FlagValue[] => {
    const text = options[option];
    return typeof text === "string" ? [{ flag, path, value: read(text) }] : [];
  });
  const switches: FlagValue[] = [
    ...(options.survey === true ? [{ flag: "--survey", path: "inventory.survey", value: true }] : []),
    ...(options.approve === false ? [{ flag: "--no-approve", path: "inventory.approve", value: false }] : []),
    ...(options.inPlace === true ? [{ flag: "--in-place", path: "inPlace", value: true }] : []),
  ];
  return { file: options.config, flags: [...(options.set ?? []).map(readSetting), ...named, ...switches] };
}

/** `rollback.mode=STRICT`, keys in either spelling, values as JSON where they are JSON. */
function readSetting(text: string): FlagValue {
  const equals = text.indexOf("=");
  const key = equals === -1 ? text : text.slice(0, equals);
  if (equals === -1 || key.trim() === "") {
    throw new UsageError(`--set takes KEY=VALUE, not ${JSON.stringify(text)}`, { fix: "Write --set max_rounds=12." });
  }
  const path = key.trim().split(".").map(camelKey).join(".");
  return { flag: `--set ${key.trim()}`, path, value: readValue(text.slice(equals + 1)) };
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readDollars(text: string): unknown {
  if (Number.isNaN(Number(text)) || text.trim() === "") {
    const message = `--budget takes an amount in dollars, not ${JSON.stringify(text)}`;
    throw new UsageError(message, { fix: "Write --budget 3." });
  }
  return readValue(text);
}

function readAgent(text: string): string {
  const [, kind] = /^([a-z][a-z0-9-]{0,31}):\s*$/.exec(text) ?? [];
  if (kind === undefined) return text;
  const what = { command: "a program", replay: "a folder" }[kind];
  const fix = what === undefined ? `Name a model after ${text}, or write ${kind}.` : `Name ${what} after ${text}.`;
  throw new UsageError(`${JSON.stringify(text)} is not whole`, { fix });
}

function readCommand(text: string): unknown {
  return { kind: "command", command: parseCommand(text) };
}

/** The parser of an option that may be given several times. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
