import { resolve } from "node:path";
import * as z from "zod";
import { UsageError } from "../errors/whetstone-error.ts";
import { type AgentSetting, agentSetting, type Config, storedConfig } from "../model/config.ts";
import { DEFAULT_CONFIG } from "../model/default-config.ts";
import { orUndefined } from "../model/defined.ts";
import { nearWord } from "../model/near-word.ts";
import { SEVERITIES } from "../model/severity.ts";
import { parseAgentSetting } from "./agent-setting.ts";
import { type ConfigFileValues, findConfigFile, readConfigFile } from "./config-file.ts";
import { camelKeys, filePath, leaves, type Plain, valueAt, withValueAt } from "./keys.ts";

export interface Origin {
  readonly from: "default" | "file" | "flag";
  readonly where: string | null;
}

const DEFAULT: Origin = { from: "default", where: null };

/** A value from the command line; its path is dotted and in camelCase. */
export interface FlagValue {
  readonly flag: string;
  readonly path: string;
  readonly value: unknown;
}

/** The configuration in force, and where each of its values (`rollback.mode`) comes from. */
export interface ResolvedConfig {
  readonly config: Config;
  readonly origins: ReadonlyMap<string, Origin>;
}

/** Lays the file over the base, and the flags over both (SPEC 18: flags win); throws at the first wrong layer. */
export function resolveConfig(
  file: ConfigFileValues | undefined,
  flags: readonly FlagValue[],
  base: Config = DEFAULT_CONFIG,
): ResolvedConfig {
  let config: Plain = { ...base };
  const origins = new Map<string, Origin>(leaves(config).map(([path]) => [path, DEFAULT]));
  const lay = (values: Plain, origin: Origin): void => {
    for (const [path, value] of leaves(values)) {
      config = withValueAt(config, path.split("."), value);
      origins.set(path, origin);
    }
  };
  if (file !== undefined) lay(checkFile(file), { from: "file", where: file.file });
  for (const { flag, path, value } of flags) {
    lay(check(withValueAt({}, path.split("."), value), flag), { from: "flag", where: flag });
  }
  const resolved = { config: config as unknown as Config, origins };
  checkTogether(resolved);
  return resolved;
}

function checkFile({ file, values }: ConfigFileValues): Plain {
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    throw new UsageError("the configuration must be an object", { target: file, fix: 'Write { "max_rounds": 12 }.' });
  }
  const { $schema: _, ...rest } = values as Plain;
  return check(camelKeys(rest), file);
}

function check(values: unknown, target: string): Plain {
  const parsed = configSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => problemLines(issue, values));
  throw wrongValues(problems, target);
}

/** The path, the value, and what is allowed (SPEC 18). */
function problemLines(issue: z.core.$ZodIssue, values: unknown): string[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    // Some settings have no default.
    const settings = path.length === 0 ? storedConfig.shape : (valueAt(DEFAULT_CONFIG, path) ?? {});
    const allowed = Object.keys(settings).map(filePath);
    return issue.keys.map((key) => {
      const meant = nearWord(filePath(key), allowed);
      const name = filePath([...path, key].join("."));
      return `${name} is not a setting; ${meant === undefined ? "" : `did you mean ${meant}? `}allowed here: ${allowed.join(", ")}`;
    });
  }
  return [`${filePath(path.join("."))} is ${show(valueAt(values, path))}; allowed: ${issue.message}`];
}

/** Checks rules that connect several values, whichever layers these come from. */
function checkTogether({ config, origins }: ResolvedConfig): void {
  const problems: string[] = [];
  if (config.maxRounds !== "auto" && config.maxRounds > config.hardLimit) {
    problems.push(`max_rounds is ${config.maxRounds}; allowed: at most hard_limit, which is ${config.hardLimit}`);
  }
  const weights = SEVERITIES.map((severity) => config.severityWeights[severity]);
  if (weights.some((weight, index) => index > 0 && weight > (weights[index - 1] ?? 0))) {
    problems.push(`severity_weights are ${weights.join(", ")}; allowed: none above the weight of a worse severity`);
  }
  if (problems.length === 0) return;
  const sources = [...origins.values()].flatMap(({ where }) => where ?? []);
  throw wrongValues(problems, [...new Set(sources)].join(", "));
}

function wrongValues(problems: readonly string[], target: string): UsageError {
  const [first = "a value is wrong"] = problems;
  const message = problems.length === 1 ? first : `${problems.length} settings are wrong:\n  ${problems.join("\n  ")}`;
  return new UsageError(message, {
    target,
    fix: "Correct it there. `whetstone config` shows every setting.",
  });
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

const shortForm = z.string().transform((text, context): AgentSetting => {
  const setting = orUndefined(() => parseAgentSetting(text));
  if (setting !== undefined) return setting;
  context.addIssue({ code: "custom", message: "not an agent", input: text });
  return z.NEVER;
});

const agent = z.union([shortForm, agentSetting], {
  error:
    'the name of an agent ("auto", "replay:FOLDER", "command:PROGRAM ARGUMENTS"), or an object with kind and command, folder or model (base_url, key_variable, price, extra)',
});

/** The schema of a configuration file (SPEC 18), in camelCase: keys are optional; agents may have the short form. */
export const configSchema = partial({
  ...storedConfig.shape,
  agents: z.object({ engineer: agent, reviewer: agent }),
});

function partial(shape: Readonly<Record<string, z.ZodType>>): z.ZodObject {
  const optional = Object.entries(shape).map(([key, leaf]) => {
    const bare = leaf instanceof z.ZodExactOptional || leaf instanceof z.ZodDefault ? leaf.unwrap() : leaf;
    return [key, z.exactOptional(bare instanceof z.ZodObject ? partial(bare.shape) : bare)];
  });
  return z.strictObject(Object.fromEntries(optional), { error: "an object" });
}

interface LoadConfigOptions {
  /** The folder where the search for a file begins, and which `file` is relative to. */
  readonly folder: string;
  /** The file given with `--config`; no other is searched for. */
  readonly file?: string | undefined;
  readonly flags?: readonly FlagValue[];
}

/** Loads the configuration for a folder; throws a `UsageError` that names a wrong value (SPEC 18). */
export async function loadConfig({ folder, file, flags = [] }: LoadConfigOptions): Promise<ResolvedConfig> {
  const path = file === undefined ? findConfigFile(folder) : resolve(folder, file);
  return resolveConfig(path === undefined ? undefined : await readConfigFile(path), flags);
}
