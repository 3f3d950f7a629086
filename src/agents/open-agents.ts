import { resolve } from "node:path";
import { UsageError } from "../errors/whetstone-error.ts";
import type { AgentSetting, Config } from "../model/config.ts";
import { defined } from "../model/defined.ts";
import type { Agent } from "../ports/agent.ts";
import type { Clock } from "../ports/clock.ts";
import { type ProviderHealths, processHealths } from "../ports/provider-health.ts";
import {
  type AgentChoice,
  type AgentSurroundings,
  chooseAgents,
  requireAgents,
  unknownAgent,
} from "./choose-agents.ts";
import { createCommandAgent } from "./command/create-command-agent.ts";
import { createHumanAgent } from "./human/create-human-agent.ts";
import type { OpenEditor } from "./human/editor.ts";
import { createInterviewAgent } from "./interview/create-interview-agent.ts";
import { createModelAgent } from "./model/create-model-agent.ts";
import { type ModelSpec, PROVIDER_FACTS, PROVIDERS, type Provider } from "./model/language-model.ts";
import { type Prices, readPrices } from "./model/prices.ts";
import { createProgramAgent } from "./programs/create-program-agent.ts";
import { PROGRAM_FORMS, PROGRAMS } from "./programs/programs.ts";
import { openReplayAgent } from "./replay/open-replay-agent.ts";
import { resilient } from "./resilient.ts";
import type { Environment } from "./secrets.ts";

export interface OpenAgentsOptions extends AgentOptions, AgentSurroundings {
  readonly random: () => number;
  /** Failures of providers, if they are shared with other agents. */
  readonly healths?: ProviderHealths;
  /** Skips checking that the agents can run; the caller does it only if they are needed. */
  readonly unchecked?: true;
}

export type OpenedAgents = Awaited<ReturnType<typeof openAgents>>;

/** Opens the agents of a session, and chooses those set to `auto` (SPEC 15.2, 15.3). Throws if one cannot run here. */
export async function openAgents(settings: Config["agents"], options: OpenAgentsOptions) {
  if (!options.unchecked) requireAgents(settings, options);
  const isOpen = settings.engineer.kind === "auto" || settings.reviewer.kind === "auto";
  const choice = isOpen ? await chooseAgents(options) : undefined;
  const healths = options.healths ?? processHealths();

  async function open(setting: AgentSetting): Promise<Agent> {
    const chosen = setting.kind === "auto" && choice ? choice.setting : setting;
    const agent = await openAgent(chosen, options);
    const { clock, random } = options;
    return resilient(agent, { clock, random, healths, provider: providerOf(chosen) });
  }

  const engineer = await open(settings.engineer);
  const reviewer = await open(settings.reviewer);
  return {
    engineer,
    reviewer,
    notices: choice ? [choice.sentence] : [],
    /** The settings to store: an automatic choice is kept if it may not be found again and changes what is asked. */
    settled: settle(settings, choice),
    forgetFailures: () => void healths.clear(),
  };
}

/** Models with keys and programs stay `auto`: they may cost money, and an unattended run must have named them. */
function settle({ engineer, reviewer }: Config["agents"], choice: AgentChoice | undefined): Config["agents"] {
  const chosen = choice?.setting;
  const isFree = chosen?.kind === "interview" || chosen?.baseUrl !== undefined;
  const settled = (setting: AgentSetting) => (setting.kind === "auto" && chosen && isFree ? chosen : setting);
  return { engineer: settled(engineer), reviewer: settled(reviewer) };
}

/** Both roles share the failures of a provider, whatever the model. */
function providerOf({ kind, baseUrl, command, folder }: AgentSetting): string {
  return JSON.stringify([kind, baseUrl, command, folder]);
}

export interface AgentOptions {
  readonly clock: Clock;
  readonly environment: Environment;
  /** Relative paths are relative to this folder. */
  readonly base: string;
  /** Opens a person's file; by default `$VISUAL` or `$EDITOR`. */
  readonly editor?: OpenEditor;
}

/** Opens the agent that a setting names. Throws `UsageError` if it names none, or lacks what the kind needs. */
export async function openAgent(setting: AgentSetting, options: AgentOptions): Promise<Agent> {
  const { kind } = setting;
  const provider = PROVIDERS.find((known) => known === kind);
  if (provider) return openModel(setting, provider, options);
  const program = PROGRAMS.find((known) => known === kind);
  if (program)
    return createProgramAgent(program, {
      ...options,
      ...defined({ model: setting.model, extra: setting.extra }),
      prices: await pricesFor(setting, PROGRAM_FORMS[program].vendor),
    });
  switch (kind) {
    case "interview":
      return createInterviewAgent(options);
    case "replay":
      return openReplayAgent({ ...options, folder: resolve(options.base, needed(setting.folder, "replay:FOLDER")) });
    case "command":
      return createCommandAgent({ ...options, command: needed(setting.command, "command:PROGRAM") });
    case "human":
      return createHumanAgent(options);
    default:
      throw unknownAgent(kind);
  }
}

async function openModel(setting: AgentSetting, provider: Provider, options: AgentOptions): Promise<Agent> {
  const model = setting.model ?? PROVIDER_FACTS[provider].model;
  const spec: ModelSpec = { provider, model: needed(model || undefined, `${provider}:MODEL`) };
  return createModelAgent({
    ...options,
    ...defined({ baseUrl: setting.baseUrl, keyVariable: setting.keyVariable }),
    spec,
    prices: await pricesFor({ ...setting, model }),
  });
}

/** A price in the setting overrides the price list for its model. */
async function pricesFor({ kind, model, price }: AgentSetting, vendor = kind): Promise<Prices> {
  const configured = price && model !== undefined ? { [`${vendor}:${model}`]: price } : {};
  return { ...(await readPrices()), ...configured };
}

function needed<Value>(value: Value | undefined, form: string): Value {
  const [kind = "", part = ""] = form.split(":");
  if (value === undefined)
    throw new UsageError(`the agent "${kind}" needs a ${part.toLowerCase()}`, { fix: `Write ${form}.` });
  return value;
}
