import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { areRelated, HOME_FOLDER, type SessionHome } from "../../documents/layouts/session-home.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { findBelow, isSessionFolder } from "../../server/find-sessions.ts";
import { type SpecPlace, specName, specPlace } from "./spec-place.ts";

/** Where a spec's session is kept: beside it, or where the configuration says (SPEC 2). */
export function sessionFolder({ folder, name }: Pick<SpecPlace, "folder" | "name">, sessions: string): string {
  return join(folder, sessions, name);
}

/** Where it is kept for a spec in a framework's tree: outside of that (SPEC 12). */
export function homeFolder({ root, name }: SessionHome): string {
  return join(root, ...HOME_FOLDER.split("/"), name);
}

/**
 * The session that a person means: a session folder, a spec that has one, or, when they name nothing, the only
 * session below the current folder.
 */
export async function findSession(cwd: string, word: string | undefined, sessions: string): Promise<string> {
  if (word !== undefined) return namedSession(cwd, word, sessions);
  const below = (await findBelow(cwd)).sessions;
  const found = below.length > 0 ? below : keptAtHome(cwd, ".", sessions);
  const only = found[0];
  if (only === undefined) {
    throw new UsageError("there is no session here", {
      target: cwd,
      fix: "Begin one with `whetstone refine SPEC.md`.",
    });
  }
  if (found.length === 1) return only;
  throw severalSessions(cwd, found);
}

function severalSessions(cwd: string, found: readonly string[]): UsageError {
  return new UsageError("there is more than one session here", {
    target: found.map((folder) => relative(cwd, folder)).join(", "),
    fix: "Name the one that you mean, or its spec.",
  });
}

/** The sessions of a folder of specs, or of the specs in it. */
function foldersIn(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  return readdirSync(folder).map((name) => join(folder, name));
}

function namedSession(cwd: string, word: string, sessions: string): string {
  const path = resolve(cwd, word);
  const beside = sessionFolder({ folder: dirname(path), name: specName(path) }, sessions);
  if (isSessionFolder(path)) return path;
  const near = [beside, ...foldersIn(join(path, sessions))].filter(isSessionFolder);
  const found = near.length > 0 ? near : keptAtHome(cwd, word, sessions);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1) throw severalSessions(cwd, found);
  throw new UsageError("there is no session of that name", {
    target: word,
    fix: "Name a spec that was refined, or its session folder.",
  });
}

/** The session of a spec in a framework's tree, else those of specs that it holds or that hold it. */
function keptAtHome(cwd: string, word: string, sessions: string): string[] {
  const home = homeOf(cwd, word, sessions);
  if (home === undefined) return [];
  const own = homeFolder(home);
  if (isSessionFolder(own)) return [own];
  return foldersIn(dirname(own)).filter((folder) => areRelated(basename(folder), home.name) && isSessionFolder(folder));
}

/** Of a spec in a framework's tree; any other, and a folder without a spec, has none. */
export function homeOf(cwd: string, word: string, sessions: string): SessionHome | undefined {
  try {
    return specPlace(cwd, word, sessions).home;
  } catch {
    return undefined;
  }
}
