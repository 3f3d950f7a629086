import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCommandAgent } from "../../src/agents/command/create-command-agent.ts";
import { createProgramAgent } from "../../src/agents/programs/create-program-agent.ts";
import type { Program } from "../../src/agents/programs/programs.ts";
import type { AgentKind, Situation } from "./agents-kind.ts";

const PROGRAM = fileURLToPath(new URL("agents-program.mjs", import.meta.url));

export const commandKind: AgentKind = {
  name: "command",
  rawBytes: true,
  streams: true,
  async open(situation, place) {
    const pids = join(place.fixtures, "pids");
    const command = [process.execPath, PROGRAM, asArgument(situation), pids] as const;
    const agent = createCommandAgent({ command, base: place.fixtures, ...place });
    return { agent, processes: () => processesIn(pids), close: async () => {} };
  },
};

/** A stand-in that speaks like the program. */
export function programKind(program: Program, streams: boolean): AgentKind {
  return {
    name: program,
    rawBytes: false,
    streams,
    async open(situation, place) {
      const pids = join(place.fixtures, "pids");
      const command = [process.execPath, PROGRAM, asArgument(situation), pids, program] as const;
      const agent = createProgramAgent(program, { command, prices: {}, ...place });
      return { agent, processes: () => processesIn(pids), close: async () => {} };
    },
  };
}

export function asArgument(situation: Situation): string {
  if (situation.type !== "answers") return JSON.stringify(situation);
  return JSON.stringify({ ...situation, document: Buffer.from(situation.document).toString("base64") });
}

async function processesIn(file: string): Promise<number[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").filter(Boolean).map(Number);
}
