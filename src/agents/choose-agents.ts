import type { AgentSetting } from "../model/config.ts";
import type { FindServers, FoundServer } from "./local-servers.ts";
import { PROVIDER_FACTS, PROVIDERS } from "./model/language-model.ts";
import type { FindProgram } from "./path-lookup.ts";
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
