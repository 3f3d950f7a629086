import { existsSync, statSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { slashed } from "../../engine/files/slashed.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { coldSessions } from "../../engine/rollback/cold-storage.ts";
import { readState } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Files } from "../../ports/files.ts";
import { findBelow } from "../../server/find-sessions.ts";
import type { CliContext } from "../context.ts";
import { sessionOf } from "./locate-session.ts";
import { storeParts } from "./session-parts.ts";

/** An archive that a person may name. */
export interface KnownArchive {
  /** Enough to name it again: the file, or its path in cold storage. */
  readonly name: string;
  readonly where: "session" | "cold storage" | "file";
  readonly bytes: number;
  readonly reason: string;
  readonly kept: boolean;
  /** Where it is read, and its path there. */
  readonly files: Files;
  readonly path: string;
}

/** The archives of the sessions here, or of the one that is named, and all in cold storage. */
export async function knownArchives(
  session: string | undefined,
  cold: Files,
  context: CliContext,
): Promise<KnownArchive[]> {
  const folders = session === undefined ? (await findBelow(context.cwd)).sessions : [await sessionOf(session, context)];
  const known: KnownArchive[] = [];
  for (const folder of folders) {
    const prefix = folders.length > 1 ? `${slashed(relative(context.cwd, folder))}/` : "";
    known.push(...(await inSession(folder, prefix)));
  }
  return [...known, ...(await inCold(cold))];
}

async function inSession(folder: string, prefix: string): Promise<KnownArchive[]> {
  const { files } = storeParts(folder);
  const state = await readState(files).catch(() => undefined);
  const known: KnownArchive[] = [];
  for (const { archives, reason } of state?.rollbacks ?? []) {
    for (const { path } of archives) {
      const entry = await files.stat(path);
      const kept = state?.archives.kept.includes(path) ?? false;
      const facts = { name: `${prefix}${path}`, where: "session", reason, kept, files, path } as const;
      if (entry?.kind === "file") known.push({ ...facts, bytes: entry.bytes });
    }
  }
  return known;
}

async function inCold(cold: Files): Promise<KnownArchive[]> {
  return (await coldSessions(cold)).flatMap(({ folder, manifest }) =>
    manifest.archives.map(({ file, bytes, reason, keep: kept }) => {
      const path = `${folder}/${file}`;
      return { name: path, where: "cold storage", bytes, reason, kept, files: cold, path };
    }),
  );
}

/** The one archive that is meant: a file, one of a session here, or one in cold storage. */
export async function findArchive(
  name: string,
  session: string | undefined,
  cold: Files,
  context: CliContext,
): Promise<KnownArchive> {
  const known = await knownArchives(session, cold, context);
  const exact = known.filter((archive) => archive.name === name);
  const matching = exact.length > 0 ? exact : known.filter(({ path }) => basename(path) === name);
  const [found] = matching;
  if (matching.length > 1) {
    const names = matching.map((archive) => archive.name).join(", ");
    throw new UsageError("more than one archive has that name", { target: names, fix: "Name one in full." });
  }
  return found ?? fileNamed(name, context);
}

function fileNamed(name: string, { cwd }: CliContext): KnownArchive {
  const file = resolve(cwd, name);
  if (!existsSync(file) || !statSync(file).isFile()) {
    throw new UsageError("there is no such archive", { target: name, fix: "`whetstone archive list` names them." });
  }
  const path = basename(file);
  return { name: path, where: "file", bytes: 0, reason: "", kept: false, files: nodeFiles(dirname(file)), path };
}
