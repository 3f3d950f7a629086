import { resolve } from "node:path";
import type { Agents } from "../../engine/engine-parts.ts";
import { systemClock } from "../../engine/system-clock.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import type { AgentSetting, Config } from "../../model/config.ts";
import type { Agent } from "../../ports/agent.ts";
import type { CliContext } from "../context.ts";

type Place = Pick<CliContext, "cwd" | "env">;

/** The agents of the configuration. Each kind is loaded only when it is used. */
export async function makeAgents(agents: Config["agents"], place: Place): Promise<Agents> {
  const engineer = await makeAgent(agents.engineer, "engineer", place);
  return { engineer, reviewer: await makeAgent(agents.reviewer, "reviewer", place) };
}

async function makeAgent(setting: AgentSetting, role: string, { cwd, env }: Place): Promise<Agent> {
  const shared = { clock: systemClock, environment: env };
  if (setting.kind === "replay" && setting.folder !== undefined) {
    const { openReplayAgent } = await import("../../agents/replay/replay-agent.ts");
    return openReplayAgent({ ...shared, folder: resolve(cwd, setting.folder) });
  }
  const [program, ...words] = setting.command ?? [];
  if (setting.kind === "command" && program !== undefined) {
    const { createCommandAgent } = await import("../../agents/command/command-agent.ts");
    return createCommandAgent({ ...shared, command: [program, ...words], base: cwd });
  }
  throw new WhetstoneError("NO_AGENT", `nobody plays the ${role}`, {
    exitCode: EXIT_CODES.noAgent,
    fix: `Name one: --${role}-cmd "my-agent --flag", or --${role} replay:FOLDER.`,
  });
}
