import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { EXIT_CODES } from "../errors/exit-codes.ts";
import { UsageError, WhetstoneError } from "../errors/whetstone-error.ts";
import type { AgentSetting, Config } from "../model/config.ts";
import { orUndefined } from "../model/defined.ts";
import { nearWord } from "../model/near-word.ts";
import type { FindServers, FoundServer } from "./local-servers.ts";
import { unreadiness } from "./model/create-model-agent.ts";
import { connectionFor, PROVIDER_FACTS, PROVIDERS } from "./model/language-model.ts";
import { PROGRAMS } from "./programs/programs.ts";
import type { Environment } from "./secrets.ts";

export interface AgentChoice {
  readonly setting: AgentSetting;
  /** One line that says what was chosen and why. Contains no key. */
  readonly sentence: string;
}

export interface AgentSources {
  readonly environment: Environment;
  readonly findProgram: FindProgram;
  readonly findServers: FindServers;
}

/** Chooses by API keys, programs on PATH, a local server, or the interview, which needs none (SPEC 15.2, 16.4). */
export async function chooseAgents({ environment, findProgram, findServers }: AgentSources): Promise<AgentChoice> {
  const [first] = availableAgents(environment, findProgram);
  if (first) return first;
  const [served] = (await findServers()).flatMap(servedModel);
  return served ?? { setting: { kind: "interview" }, sentence: INTERVIEW };
}

/** A local server has its own key variable: a key for another server must not go to whatever listens on a port. */
function servedModel({ baseUrl, model }: FoundServer): AgentChoice[] {
  if (model === undefined) return [];
  const setting = { kind: "openai-compatible", model, baseUrl, keyVariable: "WHETSTONE_LOCAL_KEY" };
  return [{ setting, sentence: `Using openai-compatible:${model}, found on this computer at ${baseUrl}.` }];
}

/** Agents that could run now: models whose provider has a key, then programs on PATH. */
export function availableAgents(environment: Environment, findProgram: FindProgram): AgentChoice[] {
  const models = findKeys(environment).flatMap(({ provider, found }) => {
    const { model } = PROVIDER_FACTS[provider];
    if (found === undefined || model === "") return [];
    const sentence = `Using ${provider}:${model}, because ${found} is set.`;
    return [{ setting: { kind: provider, model }, sentence }];
  });
  const programs = PROGRAMS.flatMap((program) => {
    const path = findProgram(program);
    return path === undefined ? [] : [{ setting: { kind: program }, sentence: `Using ${program}, found at ${path}.` }];
  });
  return [...models, ...programs];
}

export type FoundKey = ReturnType<typeof findKeys>[number];

/** The variables that may hold each provider's key, and the one that is set. The key itself is not returned. */
export function findKeys(environment: Environment) {
  return PROVIDERS.map((provider) => {
    const variables = PROVIDER_FACTS[provider].keys;
    return { provider, variables, found: variables.find((name) => (environment[name] ?? "") !== "") };
  });
}

const INTERVIEW = "No API key, agent program or local model server found, so the built-in interview asks you.";

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

export type FindProgram = (name: string) => string | undefined;

/** Finds programs on PATH, on Windows with the extensions of PATHEXT. */
export function pathLookup(environment: Environment, platform = process.platform): FindProgram {
  const path = platform === "win32" ? (environment.Path ?? environment.PATH) : environment.PATH;
  const folders = (path ?? "").split(delimiter).filter((folder) => folder !== "");
  const endings = platform === "win32" ? (environment.PATHEXT ?? ".EXE;.CMD;.BAT;.COM").split(";") : [""];
  return (name) =>
    folders
      .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
      .find((file) => isProgram(file, platform));
}

function isProgram(file: string, platform: string): boolean {
  const found = orUndefined(() => {
    if (platform !== "win32") accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  });
  return found === true;
}
