import { statSync } from "node:fs";
import { resolve } from "node:path";
import { EXIT_CODES } from "../errors/exit-codes.ts";
import { UsageError, WhetstoneError } from "../errors/whetstone-error.ts";
import type { AgentSetting, Config } from "../model/config.ts";
import { nearWord } from "../model/near-word.ts";
import type { AgentSources } from "./choose-agents.ts";
import { unreadiness } from "./model/create-model-agent.ts";
import { connectionFor, PROVIDERS } from "./model/language-model.ts";
import type { FindProgram } from "./path-lookup.ts";
import { PROGRAMS } from "./programs/programs.ts";

const AGENT_KINDS: readonly string[] = ["interview", "replay", "command", "human", ...PROVIDERS, ...PROGRAMS];

export interface AgentSurroundings extends AgentSources {
  readonly base: string;
}

/** Throws if a role's agent is unknown, not installed, or has no key, before anything is started or saved with it. */
export function requireAgents(agents: Config["agents"], surroundings: AgentSurroundings): void {
  for (const role of ["engineer", "reviewer"] as const) {
    const setting = agents[role];
    const lack = findLack(setting, surroundings);
    if (lack === undefined) continue;
    const fix = `${lack.fix}, or name another agent with --${role}. With --${role} interview, Whetstone asks you.`;
    throw new WhetstoneError("NO_AGENT", lack.message, { fix, exitCode: EXIT_CODES.noAgent });
  }
}

/** Kinds that have neither a model nor a folder, so nothing stands behind their name. */
const PLAIN_KINDS = ["auto", "interview", "human"];

/** Throws if there is no such kind of agent, or it takes no model. */
export function requireKnown({ kind, model }: AgentSetting): void {
  if (kind !== "auto" && !AGENT_KINDS.includes(kind)) throw unknownAgent(kind);
  if (model !== undefined && PLAIN_KINDS.includes(kind))
    throw new UsageError(`the agent "${kind}" takes no model: "${kind}:${model}"`, { fix: `Write ${kind}.` });
}

/** What an agent lacks to run on this computer, and how to fix it. `auto` chooses only what can run. */
export function findLack(setting: AgentSetting, { environment, base, findProgram }: AgentSurroundings) {
  requireKnown(setting);
  const { kind, command, folder } = setting;
  const provider = PROVIDERS.find((each) => each === kind);
  if (provider) return unreadiness(provider, connectionFor(provider, setting, environment));
  if (PROGRAMS.some((each) => each === kind) && findProgram(kind) === undefined) {
    return { message: `${kind} is not installed or not on PATH`, fix: "Install it" };
  }
  if (command !== undefined && !exists(command[0], base, findProgram)) {
    const message = `the program ${JSON.stringify(command[0])} does not exist or is not on PATH`;
    return { message, fix: "Correct the command" };
  }
  const recordings = folder === undefined ? undefined : statSync(resolve(base, folder), { throwIfNoEntry: false });
  if (folder !== undefined && !recordings?.isDirectory())
    return { message: `no folder ${folder} to replay from`, fix: "Correct the path" };
  return undefined;
}

/** A placeholder is filled in at run time; Windows finds `agent.cmd` as `./agent`. */
function exists(program: string, base: string, findProgram: FindProgram): boolean {
  if (program.includes("{")) return true;
  if (!/[\\/]/.test(program)) return findProgram(program) !== undefined;
  const endings = ["", ".exe", ".cmd", ".bat", ".com"];
  return endings.some((ending) => statSync(resolve(base, program + ending), { throwIfNoEntry: false }) !== undefined);
}

export function unknownAgent(kind: string): UsageError {
  const near = nearWord(kind, AGENT_KINDS);
  const meant = near === undefined ? "" : `Did you mean ${near}? `;
  return new UsageError(`unknown agent "${kind}"`, {
    fix: `${meant}Agents: ${AGENT_KINDS.join(", ")}. \`whetstone doctor\` shows which are ready.`,
  });
}
