import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { UsageError } from "../../errors/whetstone-error.ts";
import { JOURNAL } from "../../mediator/session-paths.ts";

/** Where a spec's session is kept: beside it, unless the configuration says otherwise (SPEC 2). */
export function sessionFolder(spec: string, folder: string): string {
  return join(dirname(spec), folder, specName(spec));
}

export function specName(spec: string): string {
  return basename(spec).replace(/\.(md|markdown)$/i, "");
}

/** The spec that a person names, as an absolute path. */
export function specFile(cwd: string, word: string): string {
  const file = resolve(cwd, word);
  if (!existsSync(file)) {
    throw new UsageError("there is no such file", { target: word, fix: "Name the markdown file of the spec." });
  }
  if (statSync(file).isDirectory()) {
    throw new UsageError("that is a folder", { target: word, fix: "Name the markdown file of the spec itself." });
  }
  return file;
}

/**
 * The session that a person means: a session folder, a spec that has one, or, when they name nothing, the only
 * session below the current folder.
 */
export function findSession(cwd: string, word: string | undefined, sessions: string): string {
  if (word !== undefined) return namedSession(cwd, word, sessions);
  const found = sessionsBelow(cwd);
  const only = found[0];
  if (only === undefined) {
    throw new UsageError("there is no session here", {
      target: cwd,
      fix: "Begin one with `whetstone refine SPEC.md`.",
    });
  }
  if (found.length === 1) return only;
  throw new UsageError("there is more than one session here", {
    target: found.map((folder) => relative(cwd, folder)).join(", "),
    fix: "Name the one that you mean, or its spec.",
  });
}

function namedSession(cwd: string, word: string, sessions: string): string {
  const path = resolve(cwd, word);
  const candidates = [path, sessionFolder(path, sessions), sessionFolder(`${path}.md`, sessions)];
  const found = candidates.find((folder) => existsSync(join(folder, JOURNAL)));
  if (found !== undefined) return found;
  throw new UsageError("there is no session of that name", {
    target: word,
    fix: "Name a spec that was refined, or its session folder.",
  });
}

const DEEPEST = 5;
const PASSED_OVER = new Set(["node_modules", "dist", "attempts", "prompts"]);

/** Session folders below this one, nearest first. */
export function sessionsBelow(folder: string, depth = 0): string[] {
  if (existsSync(join(folder, JOURNAL))) return [folder];
  if (depth >= DEEPEST) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !PASSED_OVER.has(entry.name))
    .flatMap((entry) => sessionsBelow(join(folder, entry.name), depth + 1));
}
