import { existsSync, readdirSync, renameSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { isVersionName, withoutVersion } from "../../documents/spec/version-name.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { openStore, readState } from "../../engine/session-store.ts";
import { type SettledBefore, settledIn } from "../../mediator/inventory/settled-before.ts";
import { isSessionFolder } from "../../server/find-sessions.ts";
import type { CliContext } from "../context.ts";
import { storeParts } from "./session-parts.ts";
import { readSource, type SpecPlace } from "./spec-place.ts";

/** `refine --new`: the spec's session is kept beside the one that begins. What cannot be refined moves nothing. */
export async function setAside(
  { spec, folder }: { readonly spec: SpecPlace; readonly folder: string },
  { output, cwd }: CliContext,
): Promise<void> {
  readSource(spec);
  if (!isSessionFolder(folder)) return;
  // A session that another process works on stays where it is.
  await (await openStore(storeParts(folder))).close();
  const kept = freeName(folder);
  renameSync(folder, kept);
  output.note(`The earlier session is kept in ${relative(cwd, kept)}.`);
}

function freeName(folder: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${folder}-old-${number}`;
    if (!existsSync(name)) return name;
  }
}

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

/** The name that a session had before it was set aside: `checkout` of `checkout-old-1`. */
export function nameBefore(name: string): string {
  return name.replace(/-old-\d{1,6}$/, "");
}
