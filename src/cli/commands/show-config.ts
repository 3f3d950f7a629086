import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { lackOf } from "../../agents/require-agents.ts";
import { formatAgentSetting } from "../../config/agent-setting.ts";
import { findConfigFile } from "../../config/config-file.ts";
import { confirmCode } from "../../config/confirmed-code.ts";
import { filePath, isPlain, leaves } from "../../config/keys.ts";
import { loadConfig } from "../../config/load-config.ts";
import { type Origin, type ResolvedConfig, sizeConfig } from "../../config/resolve-config.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { AgentSetting } from "../../model/config.ts";
import { type ConfigFlagOptions, configFlags } from "../config-flags.ts";
import type { CliContext } from "../context.ts";
import { surroundings } from "../session/make-agents.ts";
import { mustBePerson } from "../session/send-command.ts";
import { typedNumber } from "../typed-word.ts";
import { aligned } from "../wrap-line.ts";

interface ShownSetting extends Origin {
  readonly key: string;
  readonly value: unknown;
}

export interface ShowConfigOptions extends ConfigFlagOptions {
  readonly gaps?: string;
  readonly confirm?: true;
}

/** The person says that the code in the configuration is theirs. */
async function confirmConfig({ config }: ShowConfigOptions, { cwd, env, output }: CliContext): Promise<void> {
  mustBePerson({ env });
  const file = config === undefined ? findConfigFile(cwd) : resolve(cwd, config);
  if (file === undefined || !existsSync(file)) {
    throw new UsageError("no configuration file to confirm", { target: config ?? cwd });
  }
  await confirmCode(file);
  output.note(`Confirmed as it is now: ${relative(cwd, file)}.`);
}

export async function showConfig(options: ShowConfigOptions, context: CliContext): Promise<void> {
  if (options.confirm) return confirmConfig(options, context);
  const { cwd, output, json } = context;
  const { file, flags } = configFlags(options);
  const loaded = await loadConfig({ folder: cwd, file, flags });
  // One that does not exist is refused here as elsewhere; what it lacks is for `whetstone doctor` to say.
  for (const setting of Object.values(loaded.config.agents)) lackOf(setting, surroundings(context));
  const resolved =
    options.gaps === undefined ? loaded : sizeConfig(loaded, typedNumber(options.gaps, "--gaps", 0, 100_000));
  const settings = shownSettings(resolved);
  if (json) return output.json({ settings });
  for (const line of settingLines(usualFirst(settings), cwd, output.paint.dim)) output.result(line);
}

/** What people set comes first: who works, and what it may cost. */
function usualFirst(settings: readonly ShownSetting[]): ShownSetting[] {
  const rank = ({ key }: ShownSetting) => ["agents", "budgets"].indexOf(key.split(".")[0] ?? "");
  const usual = settings.filter((setting) => rank(setting) >= 0).toSorted((a, b) => rank(a) - rank(b));
  return [...usual, ...settings.filter((setting) => !usual.includes(setting))];
}

/** Every setting in the file's spelling, in the file's order. */
function shownSettings({ config, origins }: ResolvedConfig): ShownSetting[] {
  return leaves({ ...config }).map(([path, value]) => {
    return { key: filePath(path), value, from: "default", where: null, ...origins.get(path) };
  });
}

function settingLines(settings: readonly ShownSetting[], cwd: string, dim: (text: string) => string): string[] {
  const rows = settings.map(({ key, value, from, where }) => [
    key,
    isPlain(value) ? formatAgentSetting(value as unknown as AgentSetting) : String(value),
    where === null ? from : `${from}: ${from === "file" ? relative(cwd, where) : where}`,
  ]);
  return aligned(rows).map(([key, value, from = ""]) => `${key}  ${value}  ${from === "default" ? dim(from) : from}`);
}
