import { basename, join, relative, resolve } from "node:path";
import { loadConfig } from "../../config/load-config.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { coldFolder } from "../../engine/rollback/cold-folder.ts";
import { coldSessions, writeManifest } from "../../engine/rollback/cold-manifest.ts";
import { expiredArchives, pruneCold } from "../../engine/rollback/prune-cold.ts";
import { unpackArchive } from "../../engine/rollback/unpack-archive.ts";
import { systemClock } from "../../engine/system-clock.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Files } from "../../ports/files.ts";
import type { ArchiveOptions } from "../commands/archive.ts";
import type { CliContext } from "../context.ts";
import { type FoundArchive, findArchive, knownArchives } from "./find-archive.ts";
import { commandSession } from "./send-command.ts";

/** Cold storage on this computer, as the configuration here has it. */
async function coldStorage(context: CliContext): Promise<{ cold: Files; days: number }> {
  const { config } = await loadConfig({ folder: context.cwd });
  const { coldPath, days } = config.archive;
  return { cold: nodeFiles(coldFolder(coldPath, { env: context.env })), days };
}

export async function listArchives(options: ArchiveOptions, context: CliContext): Promise<void> {
  const { cold } = await coldStorage(context);
  const archives = await knownArchives(options.session, cold, context);
  if (context.json) return context.output.json({ coldStorage: cold.root, archives });
  if (archives.length === 0) return context.output.result("There are no archives.");
  for (const one of archives) {
    const facts = [`${one.bytes} bytes`, one.where, ...(one.kept ? ["kept"] : [])].join(", ");
    context.output.result(`${one.name}  (${facts})${one.reason === "" ? "" : `\n  ${one.reason}`}`);
  }
}

export async function showArchive(name: string, options: ArchiveOptions, context: CliContext): Promise<void> {
  const { found, files } = await opened(name, options, context);
  const metadata = files.find((file) => file.path === "rollback_metadata.json");
  const text = metadata === undefined ? "" : Buffer.from(metadata.bytes).toString("utf8");
  const entries = files.map((file) => ({ path: file.path, bytes: file.bytes.byteLength }));
  if (context.json) return context.output.json({ name: found.name, metadata: parsed(text), files: entries });
  if (text !== "") context.output.result(text.trimEnd());
  for (const entry of entries) context.output.result(`${String(entry.bytes).padStart(9)}  ${entry.path}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Everything is read and judged before anything is written; nothing is written over. */
export async function restoreArchive(
  name: string,
  options: ArchiveOptions & { to?: string },
  context: CliContext,
): Promise<void> {
  const { found, files } = await opened(name, options, context);
  const folder = resolve(context.cwd, options.to ?? basename(found.name).replace(/\.tar\.gz$/, ""));
  const into = nodeFiles(folder);
  if ((await into.list("")).length > 0) {
    throw new UsageError("the folder is not empty", { target: folder, fix: "Name another one with --to FOLDER." });
  }
  for (const file of files) await into.createExclusive(file.path, file.bytes);
  const where = relative(context.cwd, folder) || ".";
  if (context.json) return context.output.json({ restored: found.name, to: folder, files: files.length });
  context.output.note(`${files.length} files of ${found.name} are in ${where}. The session is as it was.`);
}

async function opened(name: string, options: ArchiveOptions, context: CliContext) {
  const { cold } = await coldStorage(context);
  const found = await findArchive(name, options.session, cold, context);
  const bytes = await found.files.read(found.path);
  if (bytes === undefined) throw new UsageError("the archive is gone", { target: join(found.files.root, found.path) });
  return { found, files: await unpackArchive(bytes, found.name) };
}

export async function keepArchive(name: string, options: ArchiveOptions, context: CliContext): Promise<void> {
  const { cold } = await coldStorage(context);
  const found = await findArchive(name, options.session, cold, context);
  if (found.where === "cold storage") return keepCold(cold, found, context);
  if (found.where === "session") {
    return commandSession(found.files.root, { type: "archive-keep", path: found.path }, context);
  }
  throw new UsageError("that file belongs to no session: nothing would ever remove it", { target: name });
}

async function keepCold(cold: Files, found: FoundArchive, context: CliContext): Promise<void> {
  const session = (await coldSessions(cold)).find(({ folder }) => found.path.startsWith(`${folder}/`));
  const file = basename(found.path);
  if (!session) throw new UsageError("no manifest names it", { target: found.name });
  const archives = session.manifest.archives.map((one) => (one.file === file ? { ...one, keep: true } : one));
  await writeManifest(cold, session.folder, { ...session.manifest, archives });
  if (context.json) return context.output.json({ ok: true, message: `${found.name} is kept` });
  context.output.note(`${found.name} is kept.`);
}

export async function pruneArchives(
  options: ArchiveOptions & { days?: string; dryRun?: true },
  context: CliContext,
): Promise<void> {
  const { cold, days: configured } = await coldStorage(context);
  const days = options.days === undefined ? configured : daysOf(options.days);
  const retention = { now: systemClock.now(), days };
  const removed = options.dryRun ? await expiredArchives(cold, retention) : await pruneCold(cold, retention);
  if (context.json)
    return context.output.json({ coldStorage: cold.root, days, dryRun: options.dryRun ?? false, removed });
  for (const path of removed) context.output.result(join(cold.root, ...path.split("/")));
  const count = `${removed.length} ${removed.length === 1 ? "archive" : "archives"}`;
  const did = options.dryRun ? "would be removed" : "removed";
  context.output.note(`${count} older than ${days} days ${did} from ${cold.root}; what you keep stays.`);
}

function daysOf(word: string): number {
  if (/^\d{1,5}$/.test(word)) return Number(word);
  throw new UsageError("that is not a number of days", { target: word, fix: "whetstone archive prune --days 30" });
}
