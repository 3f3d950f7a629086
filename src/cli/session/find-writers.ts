import { dirname } from "node:path";
import { loadConfig } from "../../config/load-config.ts";
import type { State } from "../../mediator/state.ts";
import { sessionsOn } from "./session-names.ts";
import { finishedPath, sourcePath, stateIn } from "./session-parts.ts";

/** The sessions that wrote a file, or the folder of it, newest first: `x_v1.0.md`, or `x.md` in place. */
export async function findWriters(path: string, sessions: string): Promise<string[]> {
  const found: { readonly folder: string; readonly at: string }[] = [];
  for (const result of [path, dirname(path)]) {
    for (const folder of sessionsOn(result, sessions)) {
      const state = await stateIn(folder).catch(() => undefined);
      if (state && hasWritten(folder, state, result)) found.push({ folder, at: state.at });
    }
  }
  return found.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map(({ folder }) => folder);
}

/** Whether a path is the session's result, or its source with the working spec exported into it. */
export function hasWritten(folder: string, state: State, path: string): boolean {
  const isExported = state.spec.read !== undefined && sourcePath(folder, state) === path;
  return isExported || finishedPath(folder, state) === path;
}

/** The sessions that wrote the source of this one, newest first. */
export async function earlierWriters(folder: string, source: string): Promise<string[]> {
  const { config } = await loadConfig({ folder: dirname(source) });
  const found = await findWriters(source, config.sessionFolder);
  return found.slice(found.indexOf(folder) + 1);
}
