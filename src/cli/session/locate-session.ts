import { statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { loadConfig } from "../../config/resolve-config.ts";
import { areRelated, type FrameworkHome } from "../../documents/layouts/framework-home.ts";
import { findSessions, isSessionFolder, withoutSetAside } from "../../engine/find-sessions.ts";
import { homeOf } from "../../engine/session-store.ts";
import { type SessionSummary, summaryReader } from "../../engine/session-summary.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { orUndefined } from "../../model/defined.ts";
import type { CliContext } from "../cli-context.ts";
import { finishedPath, stateIn, storeParts } from "./session-parts.ts";
import { below, homeFolder, type SpecPlace, sessionsOn, shownFolder, specName, specPlace } from "./spec-place.ts";

/** The folder of a spec's session: beside the spec, or as configured (SPEC 2). */
export function sessionFolder({ folder, name }: Pick<SpecPlace, "folder" | "name">, sessions: string): string {
  return resolve(folder, sessions, name);
}

/** Finds the session that is meant: the only one, or the only one that has not ended (docs/cli.md). */
export async function locateSession(word: string | undefined, context: CliContext): Promise<string> {
  const { cwd, output, sessionFlag } = context;
  const found = await locateSessions(word, context);
  const [first] = found;
  if (first === undefined) {
    throw new UsageError(word === undefined ? "no session here" : "no session has that name", {
      target: word ?? cwd,
      fix: "Start one with `whetstone refine SPEC.md`; `whetstone status` lists the sessions below this folder.",
    });
  }
  if (found.length === 1) return first;
  const summaries = await Promise.all(found.map(summaryIn));
  const [live, ...more] = found.filter((_, index) => summaries[index]?.stop.type !== "ended");
  if (live !== undefined && more.length === 0) {
    output.note(`Using ${relative(cwd, live)}: the other sessions here have ended.`);
    return live;
  }
  throw new UsageError("several sessions here", {
    target: found.map((folder) => shownFolder(folder, cwd)).join(", "),
    fix: `Choose one: add \`${sessionFlag}${shownFolder(live ?? first, cwd)}\` to the command.`,
  });
}

export async function locateState(word: string | undefined, context: CliContext) {
  const folder = await locateSession(word, context);
  return { folder, state: await stateIn(folder) };
}

/** How a command must name the session; undefined if it is the only one here. */
export async function nameSession(folder: string, context: CliContext): Promise<string | undefined> {
  const found = await locateSessions(undefined, context);
  return found.length === 1 && found[0] === folder ? undefined : shownFolder(folder, context.cwd);
}

/** The sessions that a name stands for: a folder, the session of a spec or its result, or all below a folder. */
export async function locateSessions(word = ".", { cwd }: CliContext): Promise<readonly string[]> {
  const { config } = await loadConfig({ folder: nearestFolder(cwd, word) });
  const sessions = config.sessionFolder;
  const path = resolve(cwd, word);
  const beside = sessionFolder({ folder: dirname(path), name: specName(path) }, sessions);
  for (const folder of [path, beside]) if (isSessionFolder(folder)) return [folder];
  const own = findSessionAround(path) ?? (await findWriter(path, sessions));
  if (own !== undefined) return [own];
  const { sessions: found } = await findSessions(path);
  return withoutSetAside(found.length > 0 ? found : frameworkSessions(cwd, word, sessions));
}

/** The session whose result a file, or the folder of it, is. */
async function findWriter(path: string, sessions: string): Promise<string | undefined> {
  for (const result of [path, dirname(path)]) {
    for (const folder of sessionsOn(result, sessions)) {
      const state = await stateIn(folder).catch(() => undefined);
      if (state && finishedPath(folder, state) === result) return folder;
    }
  }
  return undefined;
}

/** The session folder that contains a path, for example a working spec. */
export function findSessionAround(path: string): string | undefined {
  const above = dirname(path);
  if (above === path) return undefined;
  return isSessionFolder(above) ? above : findSessionAround(above);
}

/** Undefined if the session cannot be read. */
async function summaryIn(folder: string): Promise<SessionSummary | undefined> {
  return summaryReader()(homeOf(storeParts(folder))).catch(() => undefined);
}

/** The folder in which to look for the configuration: the named folder, or that of the named file. */
export function nearestFolder(cwd: string, word: string): string {
  const path = resolve(cwd, word);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);
}

/** The session of a spec in a framework's folders, else those of specs inside or around it. */
function frameworkSessions(cwd: string, word: string, sessions: string): string[] {
  const home = findFrameworkHome(cwd, word, sessions);
  if (home === undefined) return [];
  const own = homeFolder(home);
  if (isSessionFolder(own)) return [own];
  return below(dirname(own), (name) => areRelated(name, home.name)).filter(isSessionFolder);
}

/** Where the session of a spec in a framework's folders is kept; undefined for any other spec. */
export function findFrameworkHome(cwd: string, word: string, sessions: string): FrameworkHome | undefined {
  return orUndefined(() => specPlace(cwd, word, sessions).home);
}
