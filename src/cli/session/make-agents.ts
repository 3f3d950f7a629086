import { openAgents } from "../../agents/open-agents.ts";
import { pathLookup } from "../../agents/path-lookup.ts";
import type { Agents } from "../../engine/engine-parts.ts";
import { systemClock } from "../../engine/system-clock.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import type { Config } from "../../model/config.ts";
import type { Agent } from "../../ports/agent.ts";
import type { CliContext } from "../context.ts";

/** The agents of the configuration; what was chosen where nobody said is told in a line (SPEC 15.2). */
export async function makeAgents(
  agents: Config["agents"],
  { cwd, env, output }: Pick<CliContext, "cwd" | "env" | "output">,
): Promise<Agents> {
  const opened = await openAgents(agents, {
    clock: systemClock,
    environment: env,
    base: cwd,
    findProgram: pathLookup(env),
    random: Math.random,
  });
  for (const sentence of opened.said) output.note(sentence);
  const { mended } = opened;
  return { engineer: present(opened.engineer, "engineer"), reviewer: present(opened.reviewer, "reviewer"), mended };
}

function present(agent: Agent | undefined, role: "engineer" | "reviewer"): Agent {
  if (agent) return agent;
  throw new WhetstoneError("NO_AGENT", `nobody plays the ${role}: there is neither a key nor an agent program`, {
    exitCode: EXIT_CODES.noAgent,
    fix: `Name one: --${role} anthropic:MODEL, --${role} claude, --${role}-cmd "my-agent --flag" (docs/agents.md).`,
  });
}
