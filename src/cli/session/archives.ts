import { statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { loadConfig } from "../../config/resolve-config.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { findSessions } from "../../engine/find-sessions.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { unpackArchive } from "../../engine/rollback/archive-format.ts";
import { coldFolder, coldSessions, pruneCold, writeManifest } from "../../engine/rollback/cold-storage.ts";
import { readState } from "../../engine/session-store.ts";
import { systemClock } from "../../engine/system-clock.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { orUndefined } from "../../model/defined.ts";
import { plural } from "../../model/plural.ts";
import type { Files } from "../../ports/files.ts";
import type { CliContext } from "../cli-context.ts";
import { typedNumber } from "../typed-word.ts";
import { locateSession } from "./locate-session.ts";
import { sendAndReport } from "./send-command.ts";
import { storeParts } from "./session-parts.ts";
import { shownFolder } from "./spec-place.ts";

interface ArchiveOptions {
  readonly session?: string;
  readonly to?: string;
  readonly days?: string;
  readonly dryRun?: true;
}

/** Cold storage as configured for the working directory. */
async function coldStorage({ cwd, env }: CliContext): Promise<{ cold: Files; days: number }> {
  const { coldPath, days } = (await loadConfig({ folder: cwd })).config.archive;
  return { cold: nodeFiles(coldFolder(coldPath, { env })), days };
}

export async function listArchives(options: ArchiveOptions, context: CliContext): Promise<void> {
  const { cold } = await coldStorage(context);
  const known = await knownArchives(options, cold, context);
  const archives = known.map(({ files: _, path: __, ...facts }) => facts);
  if (context.json) return context.output.json({ coldStorage: cold.root, archives });
  if (archives.length === 0) return context.output.result("No archives.");
  for (const { name, bytes, where, kept, reason } of archives) {
    const facts = [`${bytes} bytes`, where, ...(kept ? ["kept"] : [])].join(", ");
    context.output.result(`${name}  (${facts})${reason === "" ? "" : `\n  ${reason}`}`);
  }
}

export async function showArchive(name: string, options: ArchiveOptions, context: CliContext): Promise<void> {
  const { found, files } = await openArchive(name, options, context);
  const metadata = files.find(({ path }) => path === "rollback_metadata.json");
  const text = metadata === undefined ? "" : Buffer.from(metadata.bytes).toString("utf8");
  const entries = files.map(({ path, bytes }) => ({ path, bytes: bytes.byteLength }));
  if (context.json)
    return context.output.json({
      name: found.name,
      metadata: orUndefined(() => JSON.parse(text)) ?? null,
      files: entries,
    });
  if (text !== "") context.output.result(text.trimEnd());
  for (const entry of entries) context.output.result(`${String(entry.bytes).padStart(9)}  ${entry.path}`);
}

/** Reads and checks everything before anything is written; nothing is overwritten. */
export async function restoreArchive(name: string, options: ArchiveOptions, context: CliContext): Promise<void> {
  const { found, files } = await openArchive(name, options, context);
  const folder = resolve(context.cwd, options.to ?? basename(found.name).replace(/\.tar\.gz$/, ""));
  const into = nodeFiles(folder);
  if ((await into.list("")).length > 0) {
    throw new UsageError("the folder is not empty", { target: folder, fix: "Name another one with --to FOLDER." });
  }
  for (const file of files) await into.createExclusive(file.path, file.bytes);
  const where = shownFolder(folder, context.cwd);
  if (context.json) return context.output.json({ restored: found.name, to: folder, files: files.length });
  context.output.note(`Unpacked ${files.length} files of ${found.name} into ${where}. The session is unchanged.`);
}

async function openArchive(name: string, options: ArchiveOptions, context: CliContext) {
  const found = await findArchive(name, options, context);
  const bytes = await found.files.read(found.path);
  if (bytes === undefined) throw new UsageError("the archive is gone", { target: join(found.files.root, found.path) });
  return { found, files: await unpackArchive(bytes, found.name) };
}

export async function keepArchive(name: string, options: ArchiveOptions, context: CliContext): Promise<void> {
  const found = await findArchive(name, options, context);
  if (found.where === "cold storage") return keepCold(found, context);
  if (found.where === "session") {
    return sendAndReport(found.files.root, { type: "archive-keep", path: found.path }, context);
  }
  throw new UsageError("that file does not belong to a session, so nothing would ever remove it", { target: name });
}

async function keepCold({ files: cold, name, path }: KnownArchive, context: CliContext): Promise<void> {
  for (const { folder, manifest } of await coldSessions(cold)) {
    const archives = manifest.archives.map((entry) => {
      return path === `${folder}/${entry.file}` ? { ...entry, keep: true } : entry;
    });
    if (path.startsWith(`${folder}/`)) await writeManifest(cold, { folder, manifest: { ...manifest, archives } });
  }
  if (context.json) return context.output.json({ ok: true, message: `${name} is kept` });
  context.output.note(`${name} is kept.`);
}

export async function pruneArchives(options: ArchiveOptions, context: CliContext): Promise<void> {
  const { cold, days: configured } = await coldStorage(context);
  const days = options.days === undefined ? configured : typedNumber(options.days, "--days", 0, 99_999);
  const dryRun = options.dryRun ?? false;
  const removed = await pruneCold(cold, { now: systemClock.now(), days }, dryRun);
  if (context.json) return context.output.json({ coldStorage: cold.root, days, dryRun, removed });
  for (const path of removed) context.output.result(join(cold.root, ...path.split("/")));
  const did = `${dryRun ? "would be removed" : "removed"} from ${cold.root}; those you keep stay`;
  context.output.note(`${plural(removed.length, "archive")} older than ${days} days ${did}.`);
}

interface KnownArchive {
  /** The name for commands: the file, or its path in cold storage. */
  readonly name: string;
  readonly where: "session" | "cold storage" | "file";
  readonly bytes: number;
  readonly reason: string;
  readonly kept: boolean;
  readonly files: Files;
  readonly path: string;
}

async function knownArchives({ session }: ArchiveOptions, cold: Files, context: CliContext): Promise<KnownArchive[]> {
  const folders =
    session === undefined ? (await findSessions(context.cwd)).sessions : [await locateSession(session, context)];
  const known: KnownArchive[] = [];
  for (const folder of folders) {
    const prefix = folders.length > 1 ? `${slashed(relative(context.cwd, folder))}/` : "";
    const { files } = storeParts(folder);
    const { rollbacks = [], archives: { kept = [] } = {} } = (await readState(files).catch(() => undefined)) ?? {};
    const all = rollbacks.flatMap(({ archives, reason }) => archives.map((archive) => ({ ...archive, reason })));
    for (const { path, bytes, reason } of all) {
      const facts = { name: `${prefix}${path}`, where: "session", bytes, reason, kept: kept.includes(path) } as const;
      if (await files.exists(path)) known.push({ ...facts, files, path });
    }
  }
  for (const { folder, manifest } of await coldSessions(cold)) {
    for (const { file, bytes, reason, keep: kept } of manifest.archives) {
      const path = `${folder}/${file}`;
      known.push({ name: path, where: "cold storage", bytes, reason, kept, files: cold, path });
    }
  }
  return known;
}

/** Finds an archive by name: in a session here, in cold storage, or as a file. */
async function findArchive(name: string, options: ArchiveOptions, context: CliContext): Promise<KnownArchive> {
  const known = await knownArchives(options, (await coldStorage(context)).cold, context);
  const exact = known.filter((archive) => archive.name === name);
  const [found, ...others] = exact.length > 0 ? exact : known.filter(({ path }) => basename(path) === name);
  if (found && others.length > 0) {
    const names = [found, ...others].map((archive) => archive.name).join(", ");
    throw new UsageError("more than one archive has that name", { target: names, fix: "Name one in full." });
  }
  const file = resolve(context.cwd, name);
  if (!found && !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError("there is no such archive", {
      target: name,
      fix: "Run `whetstone archive list` to see them.",
    });
  }
  const path = basename(file);
  const plainFile = { name: path, where: "file", bytes: 0, reason: "", kept: false, path } as const;
  return found ?? { ...plainFile, files: nodeFiles(dirname(file)) };
}
