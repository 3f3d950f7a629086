import { type FoundKey, findKeys, pathLookup, requireAgents } from "../../agents/choose-agents.ts";
import type { FoundServer } from "../../agents/local-servers.ts";
import { openAgents } from "../../agents/open-agents.ts";
import { type FoundProgram, findPrograms, tryAgent } from "../../agents/probe.ts";
import { loadConfig } from "../../config/resolve-config.ts";
import { type Examined, examineSession } from "../../engine/examine-session.ts";
import { findSessions } from "../../engine/find-sessions.ts";
import { readState } from "../../engine/session-store.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import type { Config } from "../../model/config.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Agent } from "../../ports/agent.ts";
import type { CliContext } from "../cli-context.ts";
import { asWhetstoneError } from "../report-error.ts";
import { locateSession } from "./locate-session.ts";
import { surroundings } from "./make-agents.ts";
import { storeParts } from "./session-parts.ts";
import { shownFolder } from "./spec-place.ts";

export async function showDoctor(word: string | undefined, options: { probe?: true }, context: CliContext) {
  const folders =
    word === undefined ? (await findSessions(context.cwd)).sessions : [await locateSession(word, context)];
  const sessions = await Promise.all(
    folders.map(async (folder) => ({ folder, examined: await examine(folder, context) })),
  );
  const computer: Examined[] = [
    { what: "whetstone", result: "ok", message: context.version },
    { what: "node", result: "ok", message: `${process.version} on ${process.platform} ${process.arch}` },
  ];
  const { config } = await loadConfig({ folder: context.cwd });
  const agents = await examineAgents(config.agents, options.probe === true, context);
  if (context.json) context.output.json({ computer, agents, sessions });
  else {
    show(computer, context);
    context.output.result("\nAgents");
    show(agents, context);
    for (const { folder, examined } of sessions) {
      context.output.result(`\n${shownFolder(folder, context.cwd)}`);
      show(together(examined), context);
    }
  }
  const all = [...agents, ...sessions.flatMap(({ examined }) => examined)];
  if (all.some(({ result }) => result === "problem")) context.exitWith(EXIT_CODES.failed);
}

/** Examines a session and, unless it has ended, its agents. */
async function examine(folder: string, context: CliContext): Promise<Examined[]> {
  const { files } = storeParts(folder);
  const examined = await examineSession(files);
  const state = await readState(files).catch(() => undefined);
  if (state === undefined || state.stop.type === "ended") return examined;
  try {
    requireAgents(state.config.agents, surroundings(context));
    return examined;
  } catch (error) {
    return [...examined, lacking(error)];
  }
}

function lacking(error: unknown): Examined {
  const { message, fix } = asWhetstoneError(error);
  return { what: "agents", result: "problem", message, ...(fix === undefined ? {} : { fix }) };
}

/** Joins files with the same good result: `source.md, status.md and 7 more: matches the journal`. */
function together(examined: readonly Examined[]): Examined[] {
  const alike = groupBy(examined, (each) => (each.result === "ok" ? each.message : each));
  return [...alike.values()].flatMap(([first, second, ...more]) => {
    if (first === undefined || second === undefined) return first ?? [];
    const rest = more.length === 0 ? ` and ${second.what}` : `, ${second.what} and ${more.length} more`;
    return { ...first, what: `${first.what}${rest}` };
  });
}

const MARKS = { ok: "ok  ", note: "note", problem: "FAIL" } as const;

function show(examined: readonly Examined[], { output }: CliContext): void {
  for (const { result, what, message, fix } of examined) {
    output.report(`  ${MARKS[result]}  ${what}: ${message}`);
    if (fix !== undefined) output.report(`        ${fix}`);
  }
}

/** Keys (never their values), programs with versions, local servers, and the agent of each role (SPEC 15.2). */
async function examineAgents(agents: Config["agents"], isProbed: boolean, context: CliContext): Promise<Examined[]> {
  const { env } = context;
  const programs = findPrograms(pathLookup(env), env);
  const around = surroundings(context);
  const servers = await around.findServers();
  const seen = [...findKeys(env).map(keyLine), ...programs.map(programLine), ...servers.map(serverLine)];
  const opened = await openAgents(agents, { ...around, findServers: async () => servers }).catch(lacking);
  if ("what" in opened) return [...seen, opened];
  const { engineer, reviewer } = opened;
  const roles: Examined[] = [
    { what: "Engineer", result: "ok", message: engineer.name },
    { what: "Reviewer", result: "ok", message: reviewer.name },
  ];
  const probed: Examined[] = [];
  const each = engineer.name === reviewer.name ? [engineer] : [engineer, reviewer];
  if (isProbed) for (const agent of each) probed.push(await probe(agent, context.interruption()));
  return [...seen, ...roles, ...probed];
}

async function probe(agent: Agent, signal: AbortSignal): Promise<Examined> {
  const what = `probe of ${agent.name}`;
  if (agent.needsNoTokens) return { what, result: "note", message: "not needed, since it uses no model" };
  const outcome = await tryAgent(agent, signal);
  const result = "problem";
  if (outcome.type === "failed") {
    const message = `${outcome.reason}: ${outcome.message}`;
    return { what, result, message, fix: "See docs/agents.md for what each agent needs." };
  }
  if (outcome.type === "missing") return { what, result, message: "it ended with neither an error nor an answer" };
  const { seconds, costUsd } = outcome.usage;
  const cost = costUsd === undefined ? "" : `, ${costUsd.toFixed(4)} USD`;
  return { what, result: "ok", message: `it answered in ${seconds.toFixed(1)} s${cost}` };
}

function presence(what: string, message: string | undefined, otherwise: string): Examined {
  return message === undefined ? { what, result: "note", message: otherwise } : { what, result: "ok", message };
}

function keyLine({ provider, variables, found: name }: FoundKey): Examined {
  return presence(provider, name && `key found in ${name}`, `no key (${variables.join(", ")})`);
}

function programLine({ program, path, version, problem }: FoundProgram): Examined {
  const lacks = path === undefined ? "not on PATH" : `at ${path}, but ${problem ?? "it reported no version"}`;
  return presence(program, version && `${version} at ${path}`, lacks);
}

function serverLine({ baseUrl, model }: FoundServer): Examined {
  return presence("local server", model && `${model} at ${baseUrl}`, `none at ${baseUrl}`);
}
