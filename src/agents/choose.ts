import type { AgentSetting } from "../model/config.ts";
import { PROVIDER_FACTS, PROVIDERS } from "./model/model-spec.ts";
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
  for (const provider of PROVIDERS) {
    const { keys, model } = PROVIDER_FACTS[provider];
    const variable = keys.find((name) => (environment[name] ?? "") !== "");
    if (variable === undefined || model === "") continue;
    return { setting: { kind: provider, model }, sentence: `Using ${provider}:${model}, because ${variable} is set.` };
  }
  for (const program of PROGRAMS) {
    const path = findProgram(program);
    if (path !== undefined) return { setting: { kind: program }, sentence: `Using ${program}, found at ${path}.` };
  }
  return { setting: { kind: "interview" }, sentence: INTERVIEW };
}

const INTERVIEW =
  "No API key and no agent program found: the built-in interview asks you, and writes your words into the spec.";
