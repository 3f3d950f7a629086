import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTemporaryFolder } from "../engine/files/temporary-folder.ts";
import type { Agent, AgentOutcome, AgentTask } from "../ports/agent.ts";
import type { Clock } from "../ports/clock.ts";
import { limitTime } from "./guarded.ts";
import type { FindProgram } from "./path-lookup.ts";
import { runProcess } from "./process/run-process.ts";
import { PROGRAMS, type Program } from "./programs/program-options.ts";
import { type Environment, safeMessage, secretsOf } from "./secrets.ts";

export interface FoundProgram {
  readonly program: Program;
  readonly path?: string;
  readonly version?: string;
  /** Why there is no version though the program is there. */
  readonly problem?: string;
}

/** The agent programs on this computer; each that is there is asked for its version. */
export function findPrograms(
  findProgram: FindProgram,
  environment: Environment,
  clock: Clock,
): Promise<FoundProgram[]> {
  return Promise.all(
    PROGRAMS.map(async (program) => {
      const path = findProgram(program);
      return path === undefined ? { program } : { program, path, ...(await askVersion(path, environment, clock)) };
    }),
  );
}

const VERSION_SECONDS = 15;

async function askVersion(
  path: string,
  environment: Environment,
  clock: Clock,
): Promise<Pick<FoundProgram, "version" | "problem">> {
  const limit = limitTime(new AbortController().signal, VERSION_SECONDS, clock);
  let output = "";
  const end = await inTemporaryFolder("probe", async (folder) => {
    const watched = { name: path, outputs: folder, outputBytes: 10_000, clock };
    const request = { ...watched, argv: [path, "--version"] as const, cwd: tmpdir(), environment, input: "" };
    const run = runProcess(request, limit.signal);
    let next = await run.next();
    for (; !next.done; next = await run.next()) {
      if (next.value.from === "output") output += Buffer.from(next.value.bytes).toString("utf8");
    }
    return next.value;
  });
  limit.release();
  const version = /\d{1,6}\.\d{1,6}(?:\.\d{1,6})?[-+.0-9A-Za-z]{0,40}/.exec(output)?.[0];
  if (version !== undefined) return { version };
  if (limit.reached()) return { problem: `did not answer within ${VERSION_SECONDS} s` };
  const said = end.errors || output || end.failure?.message || "";
  return { problem: safeMessage(said, secretsOf(environment)) || "reported no version" };
}

/** One tiny run: whether the agent answers at all, at the cost of a few tokens. */
export function tryAgent(agent: Agent, signal: AbortSignal): Promise<AgentOutcome> {
  return inTemporaryFolder("probe", async (folder) => {
    const task: AgentTask = { ...PROBE, documentPath: join(folder, "document.md") };
    const run = agent.run(task, signal);
    for (;;) {
      const next = await run.next();
      if (!next.done) continue;
      await agent.settle?.(task);
      return next.value;
    }
  });
}

const PROBE: Omit<AgentTask, "documentPath"> = {
  id: "probe",
  role: "engineer",
  label: { round: 1, gaps: [], attempt: 1 },
  preface: "You are being tested. Do not use any tool.",
  prompt: "Answer with the one word: ready",
  documents: [],
  mayRead: [],
  budget: { seconds: 60, outputBytes: 100_000, outputTokens: 2000 },
};
