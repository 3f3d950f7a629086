import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isVersionName, withoutVersion } from "../../documents/spec/version-name.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { readState } from "../../engine/session-store.ts";
import { type SettledBefore, settledIn } from "../../mediator/inventory/settled-before.ts";
import { nameBefore } from "./locate-session.ts";

/** What earlier sessions on the same spec settled: `sessions/x-old-1`, also `x_v1.0` for a new one on `x_v1.1.md`. */
export async function settledBefore(session: string): Promise<SettledBefore[]> {
  const own = basename(session);
  const folder = dirname(session);
  const isEarlier = isVersionName(`${own}.md`)
    ? (name: string) => withoutVersion(nameBefore(name)) === withoutVersion(own)
    : (name: string) => nameBefore(name) === own;
  const earlier = namesIn(folder).filter((name) => name !== own && isEarlier(name));
  const states = await Promise.all(
    earlier.map((name) => readState(nodeFiles(join(folder, name))).catch(() => undefined)),
  );
  return states.flatMap((state) => (state === undefined ? [] : settledIn(state)));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
