import type { Agent } from "../../ports/agent.ts";
import { createProcessAgent } from "../process/process-agent.ts";
import { claudeProfile } from "./claude.ts";
import { codexProfile } from "./codex.ts";
import { geminiProfile } from "./gemini.ts";
import { opencodeProfile } from "./opencode.ts";
import type { ProfileFactory, Program, ProgramOptions } from "./program-options.ts";

const PROFILES: Readonly<Record<Program, ProfileFactory>> = {
  claude: claudeProfile,
  codex: codexProfile,
  gemini: geminiProfile,
  opencode: opencodeProfile,
};

/** An agent program that people have installed, called so that it only reads and answers. */
export function createProgramAgent(program: Program, options: ProgramOptions): Agent {
  return createProcessAgent(PROFILES[program](options), options);
}
