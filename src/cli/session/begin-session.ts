import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { chooseAgents } from "../../agents/choose.ts";
import { pathLookup } from "../../agents/path-lookup.ts";
import { formatAgentSetting } from "../../config/agent-setting.ts";
import { resolveConfig } from "../../config/resolve-config.ts";
import { decode } from "../../documents/decode.ts";
import { createSession } from "../../engine/create-session.ts";
import type { Agents } from "../../engine/engine-parts.ts";
import { openStore, type SessionStore } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { JOURNAL } from "../../mediator/session-paths.ts";
import type { AgentSetting, Config } from "../../model/config.ts";
import { openBySeverity } from "../../model/counting.ts";
import type { RefineOptions } from "../commands/refine.ts";
import { configFlags } from "../config-flags.ts";
import type { CliContext } from "../context.ts";
import { withCodebase } from "./codebase-folder.ts";
import { sessionFolder, specFile, specName } from "./locate-session.ts";
import { makeAgents } from "./make-agents.ts";
import { runAndReport } from "./run-and-report.ts";
import { configFor, sessionOf, storeParts } from "./session-parts.ts";

export async function initSession(word: string, options: RefineOptions, context: CliContext): Promise<void> {
  const store = await beginSession(word, options, context);
  await store.close();
}

/** Begins a session, or goes on with the one that the spec has already. */
export async function refineSpec(word: string, options: RefineOptions, context: CliContext): Promise<void> {
  const spec = specFile(context.cwd, word);
  const { config } = await configFor(spec, options, context);
  const folder = sessionFolder(spec, config.sessionFolder);
  if (existsSync(join(folder, JOURNAL))) {
    context.output.note(`Going on with the session in ${relative(context.cwd, folder)}.`);
    return resumeSession(folder, options, context);
  }
  // Without an agent there is nothing to begin.
  const agents = await makeAgents(config.agents, context);
  const store = await beginSession(word, options, context);
  await running(store, options, context, agents);
}

export async function resumeSession(
  word: string | undefined,
  options: RefineOptions,
  context: CliContext,
): Promise<void> {
  const store = await openStore(storeParts(await sessionOf(word, context)));
  try {
    await changeAgents(store, options);
    if (store.state.stop.type === "paused") await store.record([{ type: "resumed" }], { sync: true });
  } catch (error) {
    await store.close();
    throw error;
  }
  await running(store, options, context);
}

async function running(
  store: SessionStore,
  options: RefineOptions,
  context: CliContext,
  agents?: Agents,
): Promise<void> {
  try {
    await runAndReport(store, options, context, agents);
  } finally {
    await store.close();
  }
}

async function beginSession(word: string, options: RefineOptions, context: CliContext): Promise<SessionStore> {
  const spec = specFile(context.cwd, word);
  const found = withCodebase(await configFor(spec, options, context), spec, context.cwd);
  const config = { ...found, agents: settled(found.agents, context) };
  const folder = sessionFolder(spec, config.sessionFolder);
  const decoded = decode(await readFile(spec));
  if (decoded.undecodable) {
    throw new UsageError(`the spec is no text: ${decoded.reason}`, { target: word, fix: "Save it as UTF-8." });
  }
  const store = await createSession(storeParts(folder), {
    name: specName(spec),
    specPath: relative(folder, spec).split("\\").join("/"),
    source: decoded.text,
    config,
    engineer: formatAgentSetting(config.agents.engineer),
    reviewer: formatAgentSetting(config.agents.reviewer),
    ...(usesChecks(config) ? { checks: {} } : {}),
  });
  const open = openBySeverity(store.state.gaps);
  const counts = Object.entries(open).flatMap(([severity, count]) => (count > 0 ? [`${count} ${severity}`] : []));
  context.output.note(
    `${basename(spec)}: ${store.state.gaps.size} gaps are ${usesChecks(config) ? "found" : "written"} in it${counts.length > 0 ? ` (${counts.join(", ")})` : ""}.`,
  );
  context.output.note(`The session is in ${relative(context.cwd, folder) || "."}.`);
  return store;
}

/** Where the choice falls on the interview it is part of the session: what is asked hangs on who asks. */
function settled(agents: Config["agents"], { env }: CliContext): Config["agents"] {
  const chosen = chooseAgents(env, pathLookup(env)).setting;
  const settle = (setting: AgentSetting) => (setting.kind === "auto" && chosen.kind === "interview" ? chosen : setting);
  return { engineer: settle(agents.engineer), reviewer: settle(agents.reviewer) };
}

/** SPEC 16.1; `auto` is for the interview, and wherever a survey is made. */
function usesChecks({ inventory, agents }: Config): boolean {
  if (inventory.checks !== "auto") return inventory.checks;
  return inventory.survey || agents.engineer.kind === "interview";
}

/** `--engineer` and the like on a session that exists: from now on. */
async function changeAgents(store: SessionStore, options: RefineOptions): Promise<void> {
  const { flags } = configFlags(options);
  const named = flags.filter((flag) => flag.path.startsWith("agents."));
  if (named.length === 0) return;
  const { config } = resolveConfig(undefined, named);
  const agents = {
    engineer: named.some((flag) => flag.path === "agents.engineer")
      ? config.agents.engineer
      : store.state.config.agents.engineer,
    reviewer: named.some((flag) => flag.path === "agents.reviewer")
      ? config.agents.reviewer
      : store.state.config.agents.reviewer,
  };
  await store.record(
    [
      { type: "config_changed", config: { ...store.state.config, agents }, why: "other agents were named" },
      {
        type: "agents_set",
        engineer: formatAgentSetting(agents.engineer),
        reviewer: formatAgentSetting(agents.reviewer),
      },
    ],
    { sync: true },
  );
}
