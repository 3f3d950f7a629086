import { basename, resolve } from "node:path";
import type { CliContext } from "../cli-context.ts";
import { earlierWriters, hasWritten } from "./find-writers.ts";
import { findSessionAround, locateSession } from "./locate-session.ts";
import { shownFolder } from "./session-names.ts";
import { sourcePath, stateIn } from "./session-parts.ts";

/** The session that shows a file's history: the one that wrote it, unless a running one on the file changed it. */
export async function locateWriter(word: string | undefined, context: CliContext): Promise<string> {
  const folder = await locateSession(word, context);
  const path = resolve(context.cwd, word ?? ".");
  const state = await stateIn(folder).catch(() => undefined);
  if (state === undefined || path === folder || findSessionAround(path) === folder) return folder;
  const written = sourcePath(folder, state);
  const isAtWork = state.stop.type !== "ended" || hasWritten(folder, state, path) || path !== written;
  if (isAtWork && state.spec.batches.length > 0) return folder;
  for (const writer of await earlierWriters(folder, written)) {
    if (!(await hasChanged(writer))) continue;
    context.output.note(`Using ${shownFolder(writer, context.cwd)}, which wrote ${basename(written)}.`);
    return writer;
  }
  return folder;
}

async function hasChanged(folder: string): Promise<boolean> {
  return (await stateIn(folder)).spec.batches.length > 0;
}
