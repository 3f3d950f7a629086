import type { Files } from "../../ports/files.ts";
import type { EngineParts } from "../engine-parts.ts";
import { type ColdManifest, type ColdSession, coldSessions, MANIFEST, writeManifest } from "./cold-manifest.ts";

export const CLEANUP_LOG = "cleanup_log.txt";
const DAY = 24 * 3600 * 1000;

/** When archives go: `days` after they were moved to cold storage, counted to `now` in milliseconds. */
export interface Retention {
  readonly now: number;
  readonly days: number;
}

/** What would go now, by its path in cold storage; nothing is changed. */
export async function expiredArchives(cold: Files, retention: Retention): Promise<string[]> {
  const sessions = await coldSessions(cold);
  return sessions.flatMap(({ folder, manifest }) =>
    manifest.archives.filter((one) => isExpired(one, manifest, retention)).map((one) => `${folder}/${one.file}`),
  );
}

/** Whenever a session ends, whether or not it moved anything there (SPEC 13.10). */
export async function pruneExpired({
  cold,
  clock,
  store,
}: Pick<EngineParts, "cold" | "clock" | "store">): Promise<void> {
  if (cold) await pruneCold(cold, { now: clock.now(), days: store.state.config.archive.days });
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

async function pruneSession(cold: Files, { folder, manifest }: ColdSession, retention: Retention): Promise<string[]> {
  const expired = manifest.archives.filter((one) => isExpired(one, manifest, retention));
  if (expired.length === 0) return [];
  for (const { file } of expired) await cold.remove(`${folder}/${file}`);
  const left = manifest.archives.filter((one) => !expired.includes(one));
  await writeManifest(cold, folder, { ...manifest, archives: left });
  const others = (await cold.list(folder)).filter((entry) => entry.path !== `${folder}/${MANIFEST}`);
  if (left.length === 0 && others.length === 0) await cold.removeTree(folder);
  return expired.map(({ file }) => `${folder}/${file}`);
}

function isExpired(
  archive: ColdManifest["archives"][number],
  { moved }: ColdManifest,
  { now, days }: Retention,
): boolean {
  const since = Date.parse(moved);
  return !archive.keep && Number.isFinite(since) && now - since >= days * DAY;
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
