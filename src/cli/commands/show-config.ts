import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { requireKnown } from "../../agents/choose-agents.ts";
import { settingText } from "../../config/agent-setting.ts";
import { findConfigFile } from "../../config/config-file.ts";
import { confirmCode } from "../../config/confirm-code.ts";
import { filePath, leaves } from "../../config/keys.ts";
import { loadConfig, type Origin, type ResolvedConfig } from "../../config/resolve-config.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { CliContext } from "../cli-context.ts";
import { type ConfigFlagOptions, configFlags } from "../config-flags.ts";
import { mustBePerson } from "../session/send-command.ts";
import { aligned } from "../wrap-line.ts";

interface ShownSetting extends Origin {
  readonly key: string;
  readonly value: unknown;
}

export async function showConfig(options: ConfigFlagOptions, context: CliContext): Promise<void> {
  const { cwd, output, json } = context;
  const { file, flags } = configFlags(options);
  const loaded = await loadConfig({ folder: cwd, file, flags });
  // An unknown agent is refused; what an agent lacks is reported by `whetstone doctor`.
  for (const setting of Object.values(loaded.config.agents)) requireKnown(setting);
  const settings = shownSettings(loaded);
  if (json) return output.json({ settings });
  for (const line of settingLines(settings, cwd, output.paint.dim)) output.result(line);
}

/** Every setting with its name and order in the configuration file. */
function shownSettings({ config, origins }: ResolvedConfig): ShownSetting[] {
  return leaves({ ...config }).map(([path, value]) => {
    return { key: filePath(path), value, from: "default", where: null, ...origins.get(path) };
  });
}

function settingLines(settings: readonly ShownSetting[], cwd: string, dim: (text: string) => string): string[] {
  const rows = settings.map(({ key, value, from, where }) => [
    key,
    settingText(value),
    where === null ? from : `${from}: ${from === "file" ? relative(cwd, where) : where}`,
  ]);
  return aligned(rows).map(([key, value, from = ""]) => `${key}  ${value}  ${from === "default" ? dim(from) : from}`);
}

/** Records that the User trusts the code in the configuration file. */
export async function confirmConfig(
  { config }: Pick<ConfigFlagOptions, "config">,
  { cwd, env, output }: CliContext,
): Promise<void> {
  mustBePerson({ env });
  const file = config === undefined ? findConfigFile(cwd) : resolve(cwd, config);
  if (file === undefined || !existsSync(file)) {
    throw new UsageError("no configuration file to confirm", { target: config ?? cwd });
  }
  await confirmCode(file);
  output.note(`Confirmed as it is now: ${relative(cwd, file)}.`);
}
