import { createHash } from "node:crypto";
import * as z from "zod";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import type { State } from "../../mediator/state.ts";
import type { Files } from "../../ports/files.ts";

/** `manifest.json` of a session in cold storage (docs/rollback.md). */
const schema = z.object({
  version: z.literal(1),
  session: z.string(),
  spec: z.string(),
  /** ISO 8601: from here its days are counted. */
  moved: z.string(),
  archives: z.array(
    z.object({
      file: z.string().regex(/^round_\d{3,6}_rolled_back_\d{1,4}\.tar\.gz$/),
      round: z.number(),
      attempt: z.number(),
      reason: z.string(),
      rolledBack: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      /** Never removed by itself. */
      keep: z.boolean(),
    }),
  ),
});

type ColdManifest = z.infer<typeof schema>;

/** A session in cold storage, by its folder there. */
export interface ColdSession {
  readonly folder: string;
  readonly manifest: ColdManifest;
}

const MANIFEST = "manifest.json";
const CLEANUP_LOG = "cleanup_log.txt";
const DAY = 24 * 3600 * 1000;

/** Every session in cold storage: `<spec>/<date>_session_<id>/` (SPEC 13.10). */
export async function coldSessions(cold: Files): Promise<ColdSession[]> {
  const found: ColdSession[] = [];
  for (const spec of await folders(cold, "")) {
    for (const folder of await folders(cold, spec)) {
      const manifest = await readManifest(cold, folder);
      if (manifest) found.push({ folder, manifest });
    }
  }
  return found;
}

async function folders(cold: Files, below: string): Promise<string[]> {
  return (await cold.list(below)).filter((entry) => entry.kind === "folder").map((entry) => entry.path);
}

/** Undefined when there is none that is ours: then nothing there is touched. */
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

/**
 * Copies archives into cold storage and lists them in its manifest, synced and read back. The originals are not touched:
 * they go when the journal has it. May be called again after a crash.
 */
export async function storeCold(
  cold: Files,
  files: Files,
  state: State,
  paths: readonly string[],
  moved: string,
): Promise<string> {
  const { id: session, name: spec } = state.session;
  const date = (state.stop.type === "ended" ? state.stop.at : state.at).slice(0, 10);
  const folder = `${fileName(spec)}/${date}_session_${fileName(session)}`;
  const known = (await readManifest(cold, folder))?.archives ?? [];
  const archives = new Map(known.map((archive) => [archive.file, archive]));
  for (const { archives: undone, reason, at: rolledBack } of state.rollbacks) {
    for (const { path: file, round, attempt } of undone.filter(({ path }) => paths.includes(path))) {
      const bytes = await files.read(file);
      if (bytes === undefined) continue; // moved before a crash, or taken away by hand
      const sha256 = await copyCold(cold, `${folder}/${file}`, bytes);
      const facts = { file, round, attempt, reason, rolledBack, bytes: bytes.byteLength, sha256 };
      archives.set(file, { ...facts, keep: false });
    }
  }
  const manifest: ColdManifest = { version: 1, session, spec, moved, archives: [...archives.values()] };
  await writeManifest(cold, { folder, manifest });
  return folder;
}

/** A name that every system can hold. */
function fileName(text: string): string {
  const plain = text.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 80);
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(plain) || plain === "" ? `_${plain}` : plain;
}

async function copyCold(cold: Files, path: string, bytes: Uint8Array): Promise<string> {
  const sum = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
  await cold.writeAtomic(path, bytes, { sync: true });
  const sha256 = sum(bytes);
  if (sum((await cold.read(path)) ?? new Uint8Array()) === sha256) return sha256;
  throw new WhetstoneError(
    "ARCHIVE_FAILED",
    "The archive does not read back from cold storage; it stays where it is.",
    {
      target: `${cold.root}: ${path}`,
      fix: "Check that disk, or set archive.policy to keep, then run `whetstone resume` again.",
    },
  );
}

/** When archives go: `days` after they were moved to cold storage, counted to `now` in milliseconds. */
export interface Retention {
  readonly now: number;
  readonly days: number;
}

/** What would go now, by its path in cold storage; nothing is changed. */
export async function expiredArchives(cold: Files, retention: Retention): Promise<string[]> {
  return (await coldSessions(cold)).flatMap((session) => expiredIn(session, retention).map((one) => one.path));
}

function expiredIn({ folder, manifest }: ColdSession, { now, days }: Retention) {
  const since = Date.parse(manifest.moved);
  if (!Number.isFinite(since) || now - since < days * DAY) return [];
  return manifest.archives.filter(({ keep }) => !keep).map(({ file }) => ({ file, path: `${folder}/${file}` }));
}

/**
 * Removes archives whose days are over: only files that a manifest of ours names, only below the cold storage, never one
 * that is kept; each with a line in the log (SPEC 13.10).
 */
export async function pruneCold(cold: Files, retention: Retention): Promise<string[]> {
  const removed: string[] = [];
  for (const session of await coldSessions(cold)) removed.push(...(await pruneSession(cold, session, retention)));
  if (removed.length > 0) await log(cold, removed, retention);
  return removed;
}

async function pruneSession(cold: Files, session: ColdSession, retention: Retention): Promise<string[]> {
  const { folder, manifest } = session;
  const expired = expiredIn(session, retention);
  if (expired.length === 0) return [];
  for (const { path } of expired) await cold.remove(path);
  const archives = manifest.archives.filter(({ file }) => !expired.some((gone) => gone.file === file));
  await writeManifest(cold, { folder, manifest: { ...manifest, archives } });
  if (archives.length === 0 && (await cold.list(folder)).length === 1) await cold.removeTree(folder);
  return expired.map(({ path }) => path);
}

async function log(cold: Files, removed: readonly string[], { now, days }: Retention): Promise<void> {
  const at = new Date(now).toISOString().replace(/\.\d{3}Z$/, "Z");
  const stream = await cold.openStream(CLEANUP_LOG, "append");
  try {
    await stream.write(removed.map((path) => `${at} removed ${path} (older than ${days} days)\n`).join(""));
    await stream.sync();
  } finally {
    await stream.close();
  }
}
