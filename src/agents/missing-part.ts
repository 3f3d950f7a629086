import type { AgentSetting } from "../model/config.ts";
import { connectionFor } from "./model/language-model.ts";
import { unreadiness } from "./model/model-agent.ts";
import { PROVIDERS } from "./model/model-spec.ts";
import type { FindProgram } from "./path-lookup.ts";
import { PROGRAMS } from "./programs/program-options.ts";
import type { Environment } from "./secrets.ts";

/** What an agent lacks so that no run of it could succeed, in a sentence: a key, its program. */
export function missingPart(
  setting: AgentSetting,
  environment: Environment,
  findProgram: FindProgram,
): string | undefined {
  const { kind, model = "" } = setting;
  const provider = PROVIDERS.find((each) => each === kind);
  if (provider) {
    return unreadiness({ provider, model }, connectionFor(provider, settingsOf(setting), environment))?.message;
  }
  const program = PROGRAMS.find((each) => each === kind) ?? setting.command?.[0];
  if (program === undefined || /[\\/{]/.test(program)) return undefined;
  return findProgram(program) === undefined ? `${program} is not on PATH.` : undefined;
}

function settingsOf({ baseUrl, keyVariable }: AgentSetting) {
  return { ...(baseUrl === undefined ? {} : { baseUrl }), ...(keyVariable === undefined ? {} : { keyVariable }) };
}
