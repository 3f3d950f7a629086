import type { AgentSetting } from "../model/config.ts";
import { PROVIDER_FACTS, PROVIDERS, type Provider } from "./model/model-spec.ts";
import type { FindProgram } from "./path-lookup.ts";
import { PROGRAMS } from "./programs/program-options.ts";
import type { Environment } from "./secrets.ts";

/** The agent that is taken when nobody has said which (SPEC 15.2). */
export interface AgentChoice {
  readonly setting: AgentSetting;
  /** One line for the person: what was chosen and why. Holds no key. */
  readonly sentence: string;
}

/** The keys in the environment, then the programs on PATH, then the interview, which needs neither (SPEC 15.2, 16.4). */
export function chooseAgents(environment: Environment, findProgram: FindProgram): AgentChoice {
  const [first] = availableAgents(environment, findProgram);
  return first ?? { setting: { kind: "interview" }, sentence: INTERVIEW };
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

/** Whether there is a key for a provider. The key itself is in nothing that comes from here. */
export interface KeyFinding {
  readonly provider: Provider;
  /** The variables that may hold it, and the one that does. */
  readonly variables: readonly string[];
  readonly found?: string;
}

export function findKeys(environment: Environment): KeyFinding[] {
  return PROVIDERS.map((provider) => {
    const variables = PROVIDER_FACTS[provider].keys;
    const found = variables.find((name) => (environment[name] ?? "") !== "");
    return { provider, variables, ...(found === undefined ? {} : { found }) };
  });
}

const INTERVIEW = "No API key and no agent program found: the built-in interview asks you.";
