import { statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { requireAgents } from "../../agents/choose-agents.ts";
import { formatAgentSetting, settingText } from "../../config/agent-setting.ts";
import { filePath, leaves } from "../../config/keys.ts";
import { type ResolvedConfig, resolveConfig } from "../../config/resolve-config.ts";
import { slashed } from "../../engine/files/slashed.ts";
import type { SessionStore } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { changeConfig } from "../../mediator/commands/withdraw-moot.ts";
import { currentRound } from "../../mediator/queries.ts";
import type { State } from "../../mediator/state.ts";
import type { Config } from "../../model/config.ts";
import type { SessionEvent } from "../../model/events.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { CliContext } from "../cli-context.ts";
import { type ConfigFlagOptions, configFlags } from "../config-flags.ts";
import { surroundings } from "./make-agents.ts";
import { specFolderOf } from "./session-parts.ts";

/** Settings that matter only when a session is created. */
const SETTLED = /^(?:sessionFolder$|inventory\.)/;

/** Applies settings named on the command line to an existing session from now on (SPEC 18), and reports the changes. */
export async function changeSettings(
  store: SessionStore,
  options: ConfigFlagOptions & { readonly dryRun?: true },
  { cwd, env, output }: CliContext,
): Promise<void> {
  const { file, flags } = configFlags(options);
  const before = store.state.config;
  const currentValues = new Map(leaves({ ...before }));
  const settled = flags.filter(({ path, value }) => SETTLED.test(path) && currentValues.get(path) !== value);
  const leftOut = [...(file === undefined ? [] : ["--config"]), ...settled.map(({ flag }) => flag)];
  if (leftOut.length > 0) output.note(`Ignored, because it applies only to new sessions: ${leftOut.join(", ")}.`);

  const resolved = resolveConfig(
    undefined,
    flags.filter(({ path }) => !SETTLED.test(path)),
    before,
  );
  const specFolder = specFolderOf(store.files.root, store.state.session.specPath);
  const config = options.codebase === undefined ? resolved.config : withCodebase(resolved, specFolder, cwd);
  const changed = leaves({ ...config }).filter(([path, value]) => !isSame(currentValues.get(path), value));
  if (changed.length === 0) return;
  refuseTooFew(store.state, config);
  if (!isSame(before.agents, config.agents)) requireAgents(config.agents, surroundings({ cwd, env }));
  const named = flags.filter(({ path }) => changed.some(([leaf]) => leaf === path)).map(({ flag }) => flag);
  const why = `${named.join(", ")} ${named.length === 1 ? "was" : "were"} given`;
  await store.record([...changeConfig(store.state, config, why), ...agentsSet(before, config)], { sync: true });
  const shown = changed.map(([path, value]) => `${filePath(path)} ${visibleLine(settingText(value), 200)}`);
  output.note(`${options.dryRun ? "For this dry run" : "From now on"}: ${shown.join(", ")}`);
}

/** A limit below the current round is refused: it cannot undo rounds. */
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

/** The codebase is given relative to the working directory or the configuration; it is stored relative to the spec. */
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
