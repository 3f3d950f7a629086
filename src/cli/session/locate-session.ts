import { statSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { loadConfig } from "../../config/load-config.ts";
import { areRelated, type SessionHome } from "../../documents/layouts/session-home.ts";
import { homeOf } from "../../engine/session-store.ts";
import { type SessionSummary, summaryReader } from "../../engine/session-summary.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { State } from "../../mediator/state.ts";
import { orUndefined } from "../../model/defined.ts";
import { findBelow, isSessionFolder, withoutSetAside } from "../../server/find-sessions.ts";
import type { CliContext } from "../context.ts";
import { below, homeFolder, sessionsOn, shownFolder, specName } from "./session-names.ts";
import { finishedPath, sourcePath, stateIn, storeParts } from "./session-parts.ts";
import { type SpecPlace, specPlace } from "./spec-place.ts";

/** The folder of a spec's session: beside the spec, or as configured (SPEC 2). */
export function sessionFolder({ folder, name }: Pick<SpecPlace, "folder" | "name">, sessions: string): string {
  return resolve(folder, sessions, name);
}

/** Finds the session that is meant: the only one, or the only one that has not ended (docs/cli.md). */
export async function sessionOf(word: string | undefined, context: CliContext): Promise<string> {
  const { cwd, output } = context;
  const found = await sessionsOf(word, context);
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
    fix: `Choose one: add \`--session ${shownFolder(live ?? first, cwd)}\` to the command.`,
  });
}

export async function stateOf(word: string | undefined, context: CliContext, locate = sessionOf) {
  const folder = await locate(word, context);
  return { folder, state: await stateIn(folder) };
}

/** The session that shows a file's history: the one that wrote it, unless a running one on the file changed it. */
export async function writerOf(word: string | undefined, context: CliContext): Promise<string> {
  const folder = await sessionOf(word, context);
  const path = resolve(context.cwd, word ?? ".");
  const state = await stateIn(folder).catch(() => undefined);
  if (state === undefined || path === folder || sessionAround(path) === folder) return folder;
  const written = sourcePath(folder, state);
  const isAtWork = state.stop.type !== "ended" || hasWritten(folder, state, path) || path !== written;
  if (isAtWork && state.spec.batches.length > 0) return folder;
  for (const writer of await sessionsBehind(folder, written)) {
    if (!(await hasChanged(writer))) continue;
    context.output.note(`Using ${shownFolder(writer, context.cwd)}, which wrote ${basename(written)}.`);
    return writer;
  }
  return folder;
}

/** The sessions that wrote the source of this one, newest first. */
export async function sessionsBehind(folder: string, source: string): Promise<string[]> {
  const { config } = await loadConfig({ folder: dirname(source) });
  const found = await sessionsOfResult(source, config.sessionFolder);
  return found.slice(found.indexOf(folder) + 1);
}

async function hasChanged(folder: string): Promise<boolean> {
  return (await stateIn(folder)).spec.batches.length > 0;
}

/** How a command must name the session; undefined if it is the only one here. */
export async function nameFor(folder: string, context: CliContext): Promise<string | undefined> {
  const found = await sessionsOf(undefined, context);
  return found.length === 1 && found[0] === folder ? undefined : shownFolder(folder, context.cwd);
}

/** The sessions that a name stands for: a folder, the session of a spec or its result, or all below a folder. */
export async function sessionsOf(word = ".", { cwd }: CliContext): Promise<readonly string[]> {
  const { config } = await loadConfig({ folder: nearestFolder(cwd, word) });
  const sessions = config.sessionFolder;
  const path = resolve(cwd, word);
  const beside = sessionFolder({ folder: dirname(path), name: specName(path) }, sessions);
  for (const folder of [path, beside]) if (isSessionFolder(folder)) return [folder];
  const own = sessionAround(path) ?? (await sessionsOfResult(path, sessions))[0];
  if (own !== undefined) return [own];
  const { sessions: below } = await findBelow(path);
  return withoutSetAside(below.length > 0 ? below : frameworkSessions(cwd, word, sessions));
}

/** The session folder that contains a path, for example a working spec. */
export function sessionAround(path: string): string | undefined {
  const above = dirname(path);
  if (above === path) return undefined;
  return isSessionFolder(above) ? above : sessionAround(above);
}

/** The sessions that wrote a file, or the folder of it, newest first: `x_v1.0.md`, or `x.md` in place. */
export async function sessionsOfResult(path: string, sessions: string): Promise<string[]> {
  const found: { readonly folder: string; readonly at: string }[] = [];
  for (const result of [path, dirname(path)]) {
    for (const folder of sessionsOn(result, sessions)) {
      const state = await stateIn(folder).catch(() => undefined);
      if (state && hasWritten(folder, state, result)) found.push({ folder, at: state.at });
    }
  }
  return found.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map(({ folder }) => folder);
}

/** Whether a path is the session's result, or its source with the working spec exported into it. */
function hasWritten(folder: string, state: State, path: string): boolean {
  const isExported = state.spec.read !== undefined && sourcePath(folder, state) === path;
  return isExported || finishedPath(folder, state) === path;
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
  const home = frameworkHome(cwd, word, sessions);
  if (home === undefined) return [];
  const own = homeFolder(home);
  if (isSessionFolder(own)) return [own];
  return below(dirname(own), (name) => areRelated(name, home.name)).filter(isSessionFolder);
}

/** Where the session of a spec in a framework's folders is kept; undefined for any other spec. */
export function frameworkHome(cwd: string, word: string, sessions: string): SessionHome | undefined {
  return orUndefined(() => specPlace(cwd, word, sessions).home);
}
