import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import * as z from "zod";
import { UsageError } from "../../errors/whetstone-error.ts";
import { timestamp } from "../../journal/line.ts";
import { archiveFates } from "../../mediator/rollback/request-rollback.ts";
import type { State } from "../../mediator/state.ts";
import type { ArchivePolicy } from "../../model/config-modes.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import type { Files } from "../../ports/files.ts";
import { type EngineParts, record } from "../engine-parts.ts";
import { tidySession, writeVerified } from "./archive-round.ts";

/** `manifest.json` of a session in cold storage (docs/rollback.md). */
const schema = z.object({
  version: z.literal(1),
  session: z.string(),
  spec: z.string(),
  /** ISO 8601; the days until removal count from here. */
  moved: z.string(),
  archives: z.array(
    z.object({
      file: z.string().regex(/^round_\d{3,6}_rolled_back_\d{1,4}\.tar\.gz$/),
      reason: z.string(),
      rolledBack: z.string(),
      bytes: z.number(),
      /** Never removed automatically. */
      keep: z.boolean(),
    }),
  ),
});

type ColdManifest = z.infer<typeof schema>;

/** A session in cold storage, by its folder there. */
interface ColdSession {
  readonly folder: string;
  readonly manifest: ColdManifest;
}

const MANIFEST = "manifest.json";
const CLEANUP_LOG = "cleanup_log.txt";
const DAY = 24 * 3600 * 1000;

/** Every session in cold storage: `<spec>/<date>_session_<id>/` (SPEC 13.10). */
export async function coldSessions(cold: Files): Promise<ColdSession[]> {
  const found: ColdSession[] = [];
  for (const { path } of await cold.list("", { recursive: true })) {
    const folder = /^([^/]+\/[^/]+)\/manifest\.json$/.exec(path)?.[1];
    const manifest = folder && (await readManifest(cold, folder));
    if (folder && manifest) found.push({ folder, manifest });
  }
  return found;
}

/** Undefined if there is none of ours: then the folder is left alone. */
async function readManifest(cold: Files, folder: string): Promise<ColdManifest | undefined> {
  try {
    return schema.safeParse(JSON.parse((await cold.readText(`${folder}/${MANIFEST}`)) ?? "null")).data;
  } catch {
    return undefined;
  }
}

export async function writeManifest(cold: Files, { folder, manifest }: ColdSession): Promise<void> {
  await cold.writeAtomic(`${folder}/${MANIFEST}`, `${JSON.stringify(manifest, null, 2)}\n`, { sync: true });
}

/** Copies archives into cold storage; may be repeated. Originals are removed once the journal says so. */
async function storeCold(cold: Files, files: Files, state: State, paths: readonly string[], moved: string) {
  const { id: session, name: spec } = state.session;
  const date = (state.stop.type === "ended" ? state.stop.at : state.at).slice(0, 10);
  const folder = `${fileName(spec)}/${date}_session_${fileName(session)}`;
  const known = (await readManifest(cold, folder))?.archives ?? [];
  const archives = new Map(known.map((archive) => [archive.file, archive]));
  for (const { archives: undone, reason, at: rolledBack } of state.rollbacks) {
    for (const { path: file } of undone.filter(({ path }) => paths.includes(path))) {
      const bytes = await files.read(file);
      if (bytes === undefined) continue; // moved before a crash, or taken away by hand
      await writeVerified(cold, `${folder}/${file}`, bytes);
      archives.set(file, { file, reason, rolledBack, bytes: bytes.byteLength, keep: false });
    }
  }
  const manifest: ColdManifest = { version: 1, session, spec, moved, archives: [...archives.values()] };
  await writeManifest(cold, { folder, manifest });
  return folder;
}

/** A name that is valid on every system. */
function fileName(text: string): string {
  const plain = text.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 80);
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(plain) || plain === "" ? `_${plain}` : plain;
}

/** How long archives stay: `days` after they were moved to cold storage, as of `now` in milliseconds. */
interface Retention {
  readonly now: number;
  readonly days: number;
}

/** Removes and logs expired archives: only those that a manifest names and does not keep. */
export async function pruneCold(cold: Files, { now, days }: Retention, dryRun = false): Promise<string[]> {
  const removed: string[] = [];
  for (const { folder, manifest } of await coldSessions(cold)) {
    const isOver = now - Date.parse(manifest.moved) >= days * DAY;
    const expired = manifest.archives.filter(({ keep }) => isOver && !keep).map(({ file }) => file);
    removed.push(...expired.map((file) => `${folder}/${file}`));
    if (dryRun || expired.length === 0) continue;
    for (const file of expired) await cold.remove(`${folder}/${file}`);
    const archives = manifest.archives.filter(({ file }) => !expired.includes(file));
    await writeManifest(cold, { folder, manifest: { ...manifest, archives } });
    if (archives.length === 0 && (await cold.list(folder)).length === 1) await cold.removeTree(folder);
  }
  const lines = removed.map((path) => `${timestamp(now)} removed ${path} (older than ${days} days)\n`);
  if (lines.length > 0 && !dryRun) {
    await cold.writeAtomic(CLEANUP_LOG, `${(await cold.readText(CLEANUP_LOG)) ?? ""}${lines.join("")}`, { sync: true });
  }
  return removed;
}

/** Archives are copied to cold storage, then journalled as moved, then removed from the session (SPEC 13.10). */
export async function settleArchives(parts: EngineParts, policy: Exclude<ArchivePolicy, "ask">): Promise<void> {
  const { store, cold } = parts;
  const { files, state } = store;
  const fates = archiveFates(state, policy === "cold" && cold === undefined ? "keep" : policy);
  const moving = fates.filter(({ became }) => became === "cold").map(({ path }) => path);
  const place = cold && moving.length > 0 ? await storeCold(cold, files, state, moving, store.now()) : undefined;
  const archives = fates.map((fate) => (fate.became === "cold" ? { ...fate, place: `${place}/${fate.path}` } : fate));
  await record(parts, [{ type: "archives_settled", archives }], { sync: true });
  await tidySession(store);
}

/** Removes expired archives whenever a session ends, whether or not it moved any (SPEC 13.10). */
export async function pruneExpired({ cold, clock, store }: EngineParts): Promise<void> {
  if (cold) await pruneCold(cold, { now: clock.now(), days: store.state.config.archive.days });
}

interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The folder of cold storage: the configured path, else where this system keeps application data (SPEC 13.10). */
export function coldFolder(path: string, around: Partial<Surroundings> = {}): string {
  const { platform = process.platform, env = process.env, home = homedir() } = around;
  if (path === DEFAULT_CONFIG.archive.coldPath) {
    const data = platform === "win32" ? env.LOCALAPPDATA : env.XDG_DATA_HOME;
    // The XDG specification says to ignore relative paths.
    if (data !== undefined && isAbsolute(data)) return join(data, "whetstone", "archive");
  }
  const expanded = /^~(?=$|[/\\])/.test(path) ? join(home, path.slice(1)) : path;
  if (isAbsolute(expanded)) return expanded;
  throw new UsageError("the folder for cold storage is not an absolute path", {
    target: `archive.cold_path: ${path}`,
    fix: "Give an absolute path, or one that begins with ~.",
  });
}
