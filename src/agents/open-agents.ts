import { resolve } from "node:path";
import { UsageError } from "../errors/whetstone-error.ts";
import type { AgentSetting, Config } from "../model/config.ts";
import { defined } from "../model/defined.ts";
import type { Agent } from "../ports/agent.ts";
import type { Clock } from "../ports/clock.ts";
import { type ProviderHealths, processHealths } from "../ports/provider-health.ts";
import { type AgentChoice, chooseAgents } from "./choose.ts";
import { createCommandAgent } from "./command/command-agent.ts";
import type { OpenEditor } from "./human/editor.ts";
import { createHumanAgent } from "./human/human-agent.ts";
import { createInterviewAgent } from "./interview/interview-agent.ts";
import { type ModelSpec, PROVIDER_FACTS, PROVIDERS, type Provider } from "./model/language-model.ts";
import { createModelAgent } from "./model/model-agent.ts";
import { type Prices, readPrices } from "./model/prices.ts";
import { createProgramAgent } from "./programs/program-agent.ts";
import { PROGRAMS } from "./programs/program-options.ts";
import { openReplayAgent } from "./replay/replay-agent.ts";
import { type AgentSurroundings, requireAgents, unknownAgent } from "./require-agents.ts";
import { resilient } from "./resilient.ts";
import type { Environment } from "./secrets.ts";

export interface OpenAgentsOptions extends AgentOptions, AgentSurroundings {
  /** From 0 up to 1, for the waits after faults. */
  readonly random: () => number;
  /** What is known of providers, where others than these agents know it, too. */
  readonly healths?: ProviderHealths;
  /** Whoever opens them looks for what is missing, and only where they are needed. */
  readonly unchecked?: true;
}

export type OpenedAgents = Awaited<ReturnType<typeof openAgents>>;

/** The agents of a session, chosen where nobody has (SPEC 15.2, 15.3). Throws where one cannot run here. */
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
    said: choice ? [choice.sentence] : [],
    /** Who was chosen and may not be found another time stands for good; what is asked hangs on who asks, too. */
    settled: settle(settings, choice),
    /** Closes the breakers: the person says to go on. */
    forgetFailures: () => void healths.clear(),
  };
}

/** Keys and programs stay `auto`: they may cost money, and an unattended run must have named them. */
function settle({ engineer, reviewer }: Config["agents"], choice: AgentChoice | undefined): Config["agents"] {
  const chosen = choice?.setting;
  const isFree = chosen?.kind === "interview" || chosen?.baseUrl !== undefined;
  const settled = (setting: AgentSetting) => (setting.kind === "auto" && chosen && isFree ? chosen : setting);
  return { engineer: settled(engineer), reviewer: settled(reviewer) };
}

/** Both roles share the breaker of a provider, whatever the model: its trouble is the same for both. */
function providerOf({ kind, baseUrl, command, folder }: AgentSetting): string {
  return JSON.stringify([kind, baseUrl, command, folder]);
}

export interface AgentOptions {
  readonly clock: Clock;
  readonly environment: Environment;
  /** The folder that relative paths are from. */
  readonly base: string;
  /** How a person's file is opened, where not by `$VISUAL` or `$EDITOR`. */
  readonly editor?: OpenEditor;
}

/** The agent that a setting names. Throws `UsageError` where it names none, or lacks what the kind needs. */
export async function openAgent(setting: AgentSetting, options: AgentOptions): Promise<Agent> {
  const { kind } = setting;
  const provider = PROVIDERS.find((each) => each === kind);
  if (provider) return openModel(setting, provider, options);
  const program = PROGRAMS.find((each) => each === kind);
  if (program)
    return createProgramAgent(program, {
      ...options,
      ...defined({ model: setting.model, extra: setting.extra }),
      prices: await pricesFor(setting),
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

/** The price in the setting is the price of its model, whoever else has one for it. */
async function pricesFor({ kind, model, price }: AgentSetting): Promise<Prices> {
  const own = price && model !== undefined ? { [`${priceProvider(kind)}:${model}`]: price } : {};
  return { ...(await readPrices()), ...own };
}

/** Programs that tell only tokens are priced as their maker's models. */
function priceProvider(kind: string): string {
  return kind === "codex" ? "openai" : kind === "gemini" ? "google" : kind;
}

function needed<Value>(value: Value | undefined, form: string): Value {
  const [kind = "", part = ""] = form.split(":");
  if (value === undefined)
    throw new UsageError(`the agent "${kind}" needs a ${part.toLowerCase()}`, { fix: `Write ${form}.` });
  return value;
}
