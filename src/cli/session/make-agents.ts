import { pathLookup } from "../../agents/choose-agents.ts";
import { editorFrom, type OpenEditor } from "../../agents/human/editor.ts";
import { localServers } from "../../agents/local-servers.ts";
import { type OpenAgentsOptions, type OpenedAgents, openAgents } from "../../agents/open-agents.ts";
import { sweepScratch } from "../../agents/process/scratch.ts";
import { systemClock } from "../../engine/system-clock.ts";
import type { Config } from "../../model/config.ts";
import type { CliContext } from "../cli-context.ts";
import type { Progress } from "../progress/progress.ts";

export function surroundings({ cwd, env }: Pick<CliContext, "cwd" | "env">): OpenAgentsOptions {
  const [findProgram, findServers] = [pathLookup(env), localServers(env)];
  return { clock: systemClock, environment: env, base: cwd, findProgram, findServers, random: Math.random };
}

/** The User's editor; `around` clears the terminal for it. */
export function editorAround(
  { env }: Pick<CliContext, "env">,
  around: Progress["pausedWhile"],
): OpenEditor | undefined {
  const editor = editorFrom(env);
  return editor && ((path, signal) => around(() => editor(path, signal)));
}

/** Opens the configured agents, and notes which ones were chosen automatically (SPEC 15.2). */
export async function makeAgents(
  agents: Config["agents"],
  { cwd, env, output }: Pick<CliContext, "cwd" | "env" | "output">,
  editor?: OpenEditor,
): Promise<OpenedAgents> {
  sweepScratch(systemClock.now());
  const opened = await openAgents(agents, {
    ...surroundings({ cwd, env }),
    ...(editor && { editor }),
  });
  for (const sentence of opened.notices) output.note(sentence);
  return opened;
}
