import { statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { requireAgents } from "../../agents/require-agents.ts";
import { formatAgentSetting, settingText } from "../../config/agent-setting.ts";
import { filePath, leaves } from "../../config/keys.ts";
import { type ResolvedConfig, resolveConfig } from "../../config/resolve-config.ts";
import { slashed } from "../../engine/files/slashed.ts";
import type { SessionStore } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { changeConfig } from "../../mediator/commands/moot-questions.ts";
import { currentRound } from "../../mediator/queries.ts";
import type { State } from "../../mediator/state.ts";
import type { Config } from "../../model/config.ts";
import type { SessionEvent } from "../../model/events.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { type ConfigFlagOptions, configFlags } from "../config-flags.ts";
import type { CliContext } from "../context.ts";
import { surroundings } from "./make-agents.ts";
import { specFolderOf } from "./session-parts.ts";

/** Where the session is kept, and how its gaps were found: done with when it begins. */
const SETTLED = /^(?:sessionFolder$|inventory\.)/;

/** Settings that are named for a session that exists hold from now on (SPEC 18: flags win); what changes is said. */
export async function changeSettings(
  store: SessionStore,
  options: ConfigFlagOptions & { readonly dryRun?: true },
  { cwd, env, output }: CliContext,
): Promise<void> {
  const { file, flags } = configFlags(options);
  const before = store.state.config;
  const own = new Map(leaves({ ...before }));
  const settled = flags.filter(({ path, value }) => SETTLED.test(path) && own.get(path) !== value);
  const leftOut = [...(file === undefined ? [] : ["--config"]), ...settled.map(({ flag }) => flag)];
  if (leftOut.length > 0) output.note(`Ignored, because it applies only to new sessions: ${leftOut.join(", ")}.`);

  const resolved = resolveConfig(
    undefined,
    flags.filter(({ path }) => !SETTLED.test(path)),
    before,
  );
  const specFolder = specFolderOf(store.files.root, store.state.session.specPath);
  const config = options.codebase === undefined ? resolved.config : withCodebase(resolved, specFolder, cwd);
  const changed = leaves({ ...config }).filter(([path, value]) => !isSame(own.get(path), value));
  if (changed.length === 0) return;
  refuseTooFew(store.state, config);
  if (!isSame(before.agents, config.agents)) requireAgents(config.agents, surroundings({ cwd, env }));
  const named = flags.filter(({ path }) => changed.some(([leaf]) => leaf === path)).map(({ flag }) => flag);
  const why = `${named.join(", ")} ${named.length === 1 ? "was" : "were"} given`;
  await store.record([...changeConfig(store.state, config, why), ...agentsSet(before, config)], { sync: true });
  const shown = changed.map(([path, value]) => `${filePath(path)} ${visibleLine(settingText(value), 200)}`);
  output.note(`${options.dryRun ? "For this dry run" : "From now on"}: ${shown.join(", ")}`);
}

/** Rounds that were run are not taken back by a limit. */
function refuseTooFew(state: State, { maxRounds }: Config): void {
  const round = currentRound(state);
  if (maxRounds === state.config.maxRounds || maxRounds === "auto" || maxRounds >= round) return;
  throw new UsageError(`the session is already in round ${round}`, {
    target: `--max-rounds ${maxRounds}`,
    fix: `Use ${round} or more, \`whetstone finish\` to end it now, or \`whetstone rollback\` to undo rounds.`,
  });
}

function agentsSet({ agents: before }: Config, { agents }: Config): SessionEvent[] {
  if (isSame(before, agents)) return [];
  const engineer = formatAgentSetting(agents.engineer);
  return [{ type: "agents_set", engineer, reviewer: formatAgentSetting(agents.reviewer) }];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A codebase is named from the working folder, or from its configuration file's; kept is the way from the spec's. */
export function withCodebase({ config, origins }: ResolvedConfig, specFolder: string, cwd: string): Config {
  if (config.codebase === undefined) return config;
  const origin = origins.get("codebase");
  const folder = resolve(origin?.from === "file" ? dirname(origin.where ?? "") : cwd, config.codebase);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError("the codebase is not a folder", {
      target: config.codebase,
      fix: "Name a folder that exists.",
    });
  }
  return { ...config, codebase: slashed(relative(specFolder, folder)) || "." };
}
