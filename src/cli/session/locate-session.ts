import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { UsageError } from "../../errors/whetstone-error.ts";
import { JOURNAL } from "../../mediator/session-paths.ts";
import { findBelow } from "../../server/find-sessions.ts";
import { type SpecPlace, specName } from "./spec-place.ts";

/** Where a spec's session is kept: beside it, unless the configuration says otherwise (SPEC 2). */
export function sessionFolder({ folder, name }: Pick<SpecPlace, "folder" | "name">, sessions: string): string {
  return join(folder, sessions, name);
}

/**
 * The session that a person means: a session folder, a spec that has one, or, when they name nothing, the only
 * session below the current folder.
 */
export async function findSession(cwd: string, word: string | undefined, sessions: string): Promise<string> {
  if (word !== undefined) return namedSession(cwd, word, sessions);
  const { sessions: found } = await findBelow(cwd);
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
  const candidates = [path, beside, ...foldersIn(join(path, sessions))];
  const found = candidates.filter((folder) => existsSync(join(folder, JOURNAL)));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1) throw severalSessions(cwd, found);
  throw new UsageError("there is no session of that name", {
    target: word,
    fix: "Name a spec that was refined, or its session folder.",
  });
}
