import { camelKey } from "../config/keys.ts";
import type { FlagValue } from "../config/resolve-config.ts";
import { UsageError } from "../errors/whetstone-error.ts";
import { parseCommand } from "../model/command-words.ts";
import { orUndefined } from "../model/defined.ts";
import { type CommandRow, collect, type OptionRow } from "./commands/command-row.ts";

type Texts = "config" | "maxRounds" | "parallelGaps" | "budget" | "sessionFolder" | "codebase";
type AgentTexts = "engineer" | "reviewer" | "engineerCmd" | "reviewerCmd";

/** The options that override the configuration file (SPEC 18). */
export interface ConfigFlagOptions extends Readonly<Partial<Record<Texts | AgentTexts, string>>> {
  readonly set?: readonly string[];
  readonly survey?: boolean;
  readonly approve?: boolean;
  readonly inPlace?: boolean;
}

/** A flag, the setting that it changes, and how its text is parsed; `--set` reaches every setting. */
type ConfigRow = readonly [flags: string, text: string, path: string, read?: (text: string) => unknown];

const AGENTS: readonly ConfigRow[] = [
  ["--engineer <AGENT>", "the Engineer: interview, claude, openai:MODEL, replay:FOLDER …", "agents.engineer"],
  ["--reviewer <AGENT>", "the Reviewer", "agents.reviewer"],
  ["--engineer-cmd <COMMAND>", "a program as Engineer: prompt in, document out", "agents.engineer", readCommand],
  ["--reviewer-cmd <COMMAND>", "a program as Reviewer", "agents.reviewer", readCommand],
  ["--codebase <DIR>", "a folder that agents may read and cite", "codebase"],
];
const LIMITS: readonly ConfigRow[] = [
  ["--budget <USD>", "the most the session may spend", "budgets.usd", readValue],
  ["--max-rounds <N>", "stop and ask after N rounds", "maxRounds", readValue],
  ["--parallel-gaps <N>", "gaps to work on at once", "parallelGaps", readValue],
];
const IN_PLACE: ConfigRow = ["--in-place", "write the finished spec into your own files", "inPlace"];
const START_ONLY: readonly ConfigRow[] = [
  ["--survey", "have the Reviewer and the checks look for gaps before round 1", "inventory.survey"],
  ["--no-approve", "do not ask for approval of the gaps before round 1", "inventory.approve"],
  ["--session-folder <DIR>", "where sessions are kept, relative to the spec's folder", "sessionFolder"],
];
const ROWS = [...AGENTS, ...LIMITS, IN_PLACE, ...START_ONLY];

type Options = NonNullable<CommandRow["options"]>;

/** The options that also apply to an existing session. */
export const LATER_CONFIG_OPTIONS: Options = [
  "Agents:",
  ...AGENTS.map(optionOf),
  "Limits:",
  ...LIMITS.map(optionOf),
  "Settings:",
  optionOf(IN_PLACE),
  ["--set <KEY=VALUE>", "change any setting, e.g. --set rollback.mode=STRICT (repeatable)", collect],
];

export const CONFIG_OPTIONS: Options = [
  ...LATER_CONFIG_OPTIONS,
  ...START_ONLY.map(optionOf),
  ["--config <FILE>", "use this configuration file"],
];

function optionOf([flags, text]: ConfigRow): OptionRow {
  return [flags, text];
}

/** Converts parsed options to what `loadConfig` takes. */
export function configFlags(options: ConfigFlagOptions): { file: string | undefined; flags: FlagValue[] } {
  const given = new Map<string, unknown>(Object.entries(options));
  const named = ROWS.flatMap(([flags, , path, read = (text) => text]): FlagValue[] => {
    const [flag = ""] = flags.split(" ");
    const isNo = flag.startsWith("--no-");
    const value = given.get(camelKey(flag.replace(/^--(?:no-)?/, "").replaceAll("-", "_")));
    if (typeof value === "string") return [{ flag, path, value: read(value) }];
    return value === !isNo ? [{ flag, path, value }] : [];
  });
  return { file: options.config, flags: [...(options.set ?? []).map(readSetting), ...named] };
}

/** Parses `rollback.mode=STRICT`; keys in either spelling, values as JSON if they are JSON. */
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
  return orUndefined(() => JSON.parse(text)) ?? text;
}

function readCommand(text: string): unknown {
  return { kind: "command", command: parseCommand(text) };
}
