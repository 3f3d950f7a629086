import { existsSync, statSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { slashed } from "../../engine/files/slashed.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { coldSessions } from "../../engine/rollback/cold-manifest.ts";
import { readState } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Files } from "../../ports/files.ts";
import { findBelow } from "../../server/find-sessions.ts";
import type { CliContext } from "../context.ts";
import { sessionOf, storeParts } from "./session-parts.ts";

/** An archive that a person may name. */
export interface KnownArchive {
  /** Enough to name it again: the file, or its path in cold storage. */
  readonly name: string;
  readonly where: "session" | "cold storage" | "file";
  readonly bytes: number;
  readonly reason: string;
  readonly kept: boolean;
}

export interface FoundArchive extends Pick<KnownArchive, "name" | "where"> {
  readonly files: Files;
  /** In those files. */
  readonly path: string;
}

type Located = KnownArchive & FoundArchive;

/** The archives of the sessions here, or of the one that is named, and all in cold storage. */
export async function knownArchives(
  word: string | undefined,
  cold: Files,
  context: CliContext,
): Promise<KnownArchive[]> {
  const located = await locate(word, cold, context);
  return located.map(({ name, where, bytes, reason, kept }) => ({ name, where, bytes, reason, kept }));
}

/** The one archive that is meant: a file, one of a session here, or one in cold storage. */
export async function findArchive(
  name: string,
  word: string | undefined,
  cold: Files,
  context: CliContext,
): Promise<FoundArchive> {
  const located = await locate(word, cold, context);
  const exact = located.filter((one) => one.name === name);
  const matching = exact.length > 0 ? exact : located.filter((one) => basename(one.path) === name);
  const [found] = matching;
  if (found && matching.length === 1) return found;
  if (matching.length > 1) {
    const names = matching.map((one) => one.name).join(", ");
    throw new UsageError("more than one archive has that name", { target: names, fix: "Name one in full." });
  }
  const file = resolve(context.cwd, name);
  if (existsSync(file) && statSync(file).isFile()) {
    return { name: basename(file), where: "file", files: nodeFiles(dirname(file)), path: basename(file) };
  }
  throw new UsageError("there is no such archive", { target: name, fix: "`whetstone archive list` names them." });
}

async function locate(word: string | undefined, cold: Files, context: CliContext): Promise<Located[]> {
  const folders = word === undefined ? (await findBelow(context.cwd)).sessions : [await sessionOf(word, context)];
  const ofSessions = await Promise.all(folders.map((folder) => inSession(folder, folders.length > 1, context)));
  return [...ofSessions.flat(), ...(await inCold(cold))];
}

async function inSession(folder: string, several: boolean, context: CliContext): Promise<Located[]> {
  const { files } = storeParts(folder);
  const state = await readState(files).catch(() => undefined);
  const located: Located[] = [];
  for (const { archives, reason } of state?.rollbacks ?? []) {
    for (const { path } of archives) {
      const entry = await files.stat(path);
      if (entry?.kind !== "file") continue;
      const name = several ? `${slashed(relative(context.cwd, folder))}/${path}` : path;
      const kept = state?.archives.kept.includes(path) ?? false;
      located.push({ name, where: "session", bytes: entry.bytes, reason, kept, files, path });
    }
  }
  return located;
}

async function inCold(cold: Files): Promise<Located[]> {
  return (await coldSessions(cold)).flatMap(({ folder, manifest }) =>
    manifest.archives.map(({ file, bytes, reason, keep }) => {
      const path = `${folder}/${file}`;
      return { name: path, where: "cold storage" as const, bytes, reason, kept: keep, files: cold, path };
    }),
  );
}
