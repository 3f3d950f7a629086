import { relative } from "node:path";
import { requireKnown } from "../../agents/require-agents.ts";
import { settingText } from "../../config/agent-setting.ts";
import { filePath, leaves } from "../../config/keys.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Origin, ResolvedConfig } from "../../config/resolve-config.ts";
import type { CliContext } from "../cli-context.ts";
import { type ConfigFlagOptions, configFlags } from "../config-flags.ts";
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
