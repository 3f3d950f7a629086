import type { AgentSetting } from "../model/config.ts";
import type { FindServers, FoundServer } from "./local-servers.ts";
import { PROVIDER_FACTS, PROVIDERS } from "./model/language-model.ts";
import type { FindProgram } from "./path-lookup.ts";
import { PROGRAMS } from "./programs/program-options.ts";
import type { Environment } from "./secrets.ts";

/** The agent that is taken when nobody has said which (SPEC 15.2). */
export interface AgentChoice {
  readonly setting: AgentSetting;
  /** One line for the person: what was chosen and why. Holds no key. */
  readonly sentence: string;
}

/** Where agents are looked for. */
export interface AgentSources {
  readonly environment: Environment;
  readonly findProgram: FindProgram;
  readonly findServers: FindServers;
}

/** Keys in the environment, programs on PATH, a local server, then the interview, which needs none (SPEC 15.2, 16.4). */
export async function chooseAgents({ environment, findProgram, findServers }: AgentSources): Promise<AgentChoice> {
  const [first] = availableAgents(environment, findProgram);
  if (first) return first;
  const [served] = (await findServers()).flatMap(servedModel);
  return served ?? { setting: { kind: "interview" }, sentence: INTERVIEW };
}

/** Its key has a variable of its own: one that is meant for another server goes to no stranger on a port. */
function servedModel({ baseUrl, model }: FoundServer): AgentChoice[] {
  if (model === undefined) return [];
  const setting = { kind: "openai-compatible", model, baseUrl, keyVariable: "WHETSTONE_LOCAL_KEY" };
  return [{ setting, sentence: `Using openai-compatible:${model}, found on this computer at ${baseUrl}.` }];
}

/** What needs no more than is there: models whose provider has a key, then programs on PATH. */
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

/** The variables that may hold a provider's key, and the one that does. The key itself is in nothing that comes from here. */
export function findKeys(environment: Environment) {
  return PROVIDERS.map((provider) => {
    const variables = PROVIDER_FACTS[provider].keys;
    return { provider, variables, found: variables.find((name) => (environment[name] ?? "") !== "") };
  });
}

const INTERVIEW = "No API key, agent program or local model server found, so the built-in interview asks you.";
