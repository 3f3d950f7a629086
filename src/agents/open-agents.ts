import { formatAgentSetting } from "../config/agent-setting.ts";
import { formatCommand } from "../model/command-words.ts";
import type { AgentSetting, Config } from "../model/config.ts";
import type { Agent } from "../ports/agent.ts";
import { type ProviderHealths, processHealths } from "../ports/provider-health.ts";
import { type AgentChoice, chooseAgents } from "./choose.ts";
import { type AgentOptions, openAgent } from "./open-agent.ts";
import { type AgentSurroundings, requireAgents } from "./require-agents.ts";
import { resilient } from "./resilient.ts";

export interface OpenAgentsOptions extends AgentOptions, AgentSurroundings {
  /** From 0 up to 1, for the waits after faults. */
  readonly random: () => number;
  /** What is known of providers, where others than these agents know it, too. */
  readonly healths?: ProviderHealths;
  /** Whoever opens them looks for what is missing, and only where they are needed. */
  readonly unchecked?: true;
}

export interface OpenedAgents {
  readonly engineer: Agent;
  readonly reviewer: Agent;
  readonly said: readonly string[];
  /** Who was chosen and may not be found another time stands for good; what is asked hangs on who asks, too. */
  readonly settled: Config["agents"];
  /** Closes the breakers: the person says to go on. */
  readonly mended: () => void;
}

/** The agents of a session, chosen where nobody has (SPEC 15.2, 15.3). Throws where one cannot run here. */
export async function openAgents(settings: Config["agents"], options: OpenAgentsOptions): Promise<OpenedAgents> {
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
  const said = choice ? [sentenceOn(choice, settings)] : [];
  return { engineer, reviewer, said, settled: settle(settings, choice), mended: () => void healths.clear() };
}

/** Keys and programs stay `auto`: they may cost money, and an unattended run must have named them. */
function settle({ engineer, reviewer }: Config["agents"], choice: AgentChoice | undefined): Config["agents"] {
  const chosen = choice?.setting;
  const isFree = chosen?.kind === "interview" || chosen?.baseUrl !== undefined;
  const settled = (setting: AgentSetting) => (setting.kind === "auto" && chosen && isFree ? chosen : setting);
  return { engineer: settled(engineer), reviewer: settled(reviewer) };
}

/** Where the person named one of the two, who asks and who is asked. */
function sentenceOn({ setting, sentence }: AgentChoice, { engineer, reviewer }: Config["agents"]): string {
  if (setting.kind !== "interview" || (engineer.kind === "auto" && reviewer.kind === "auto")) return sentence;
  return `Engineer: ${nameOf(engineer)}. Reviewer: ${nameOf(reviewer)}.`;
}

function nameOf(setting: AgentSetting): string {
  if (setting.kind === "auto" || setting.kind === "interview") return "you";
  return setting.command === undefined ? formatAgentSetting(setting) : formatCommand(setting.command);
}

/** Both roles share the breaker of a provider, whatever the model: its trouble is the same for both. */
function providerOf({ kind, baseUrl, command, folder }: AgentSetting): string {
  return JSON.stringify([kind, baseUrl, command, folder]);
}
