import { archiveFates } from "../../mediator/rollback/settle-archives.ts";
import type { ArchivePolicy } from "../../model/config-modes.ts";
import type { EngineParts } from "../engine-parts.ts";
import { record } from "../record.ts";
import { storeCold } from "./cold-storage.ts";
import { tidySession } from "./tidy-session.ts";

/**
 * Does with the archives of an ended session what was chosen (SPEC 13.10). What goes to cold storage stands there before
 * the journal says so, and goes from here after that; without a cold storage everything is kept.
 */
export async function settleArchives(parts: EngineParts, policy: Exclude<ArchivePolicy, "ask">): Promise<void> {
  const { store, cold } = parts;
  const { files, state } = store;
  const fates = archiveFates(state, policy).map((one) =>
    one.becomes === "cold" && cold === undefined ? { ...one, becomes: "kept" as const } : one,
  );
  const moving = fates.filter((one) => one.becomes === "cold").map((one) => one.path);
  const place = cold && moving.length > 0 ? await storeCold(cold, files, state, moving, store.now()) : undefined;
  const archives = fates.map(({ path, becomes }) => ({
    path,
    became: becomes,
    ...(becomes === "cold" && place !== undefined ? { place: `${place}/${path}` } : {}),
  }));
  await record(parts, [{ type: "archives_settled", archives }], { sync: true });
  await tidySession(store);
}
