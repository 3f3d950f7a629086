import { archiveFates } from "../../mediator/rollback/settle-archives.ts";
import type { ArchivePolicy } from "../../model/config-modes.ts";
import type { EngineParts } from "../engine-parts.ts";
import { record } from "../record.ts";
import { pruneCold, storeCold } from "./cold-storage.ts";
import { tidySession } from "./tidy-session.ts";

/** What goes to cold storage stands there before the journal says so, and goes from here after (SPEC 13.10). */
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

/** Whenever a session ends, whether or not it moved anything there (SPEC 13.10). */
export async function pruneExpired({ cold, clock, store }: EngineParts): Promise<void> {
  if (cold) await pruneCold(cold, { now: clock.now(), days: store.state.config.archive.days });
}
