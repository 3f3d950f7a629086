import { tmpdir } from "node:os";
import { join } from "node:path";
import spawn from "cross-spawn";
import { inTemporaryFolder } from "../engine/files/in-temporary-folder.ts";
import { outcomeOf } from "../engine/survey-spec.ts";
import type { Agent, AgentOutcome, AgentTask } from "../ports/agent.ts";
import type { FindProgram } from "./choose-agents.ts";
import { PROGRAMS } from "./programs/programs.ts";
import { type Environment, safeMessage, secretsOf } from "./secrets.ts";

export type FoundProgram = ReturnType<typeof findPrograms>[number];

/** The agent programs, with the path and version of those that are installed. */
export function findPrograms(findProgram: FindProgram, environment: Environment) {
  return PROGRAMS.map((program) => {
    const path = findProgram(program);
    return { program, path, ...(path === undefined ? {} : askVersion(path, environment)) };
  });
}

const VERSION_MS = 15_000;

/** The version, or why an installed program reports none. */
function askVersion(path: string, environment: Environment): { readonly version?: string; readonly problem?: string } {
  const options = { cwd: tmpdir(), env: { ...environment }, timeout: VERSION_MS, encoding: "utf8" } as const;
  const { stdout, stderr, error } = spawn.sync(path, ["--version"], options);
  const version = /\d{1,6}\.\d{1,6}(?:\.\d{1,6})?[-+.0-9A-Za-z]{0,40}/.exec(stdout)?.[0];
  if (version !== undefined) return { version };
  const said = stderr || stdout || error?.message || "";
  return { problem: safeMessage(said, secretsOf(environment)) || "reported no version" };
}

/** A tiny run that shows whether the agent answers, at the cost of a few tokens. */
export function tryAgent(agent: Agent, signal: AbortSignal): Promise<AgentOutcome> {
  return inTemporaryFolder("probe", (folder) =>
    outcomeOf({ agent, signal }, { ...PROBE, documentPath: join(folder, "document.md") }),
  );
}

const PROBE: Omit<AgentTask, "documentPath"> = {
  id: "probe",
  role: "engineer",
  label: { round: 1, gaps: [], attempt: 1 },
  preface: "You are being tested. Do not use any tool.",
  prompt: "Answer with the one word: ready",
  documents: [],
  budget: { seconds: 60, outputBytes: 100_000, outputTokens: 2000 },
};
