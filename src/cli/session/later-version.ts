import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { mergeTexts } from "../../documents/changes/merge-lines.ts";
import { withoutAppendix } from "../../documents/spec/appendix.ts";
import { laterVersionName } from "../../documents/spec/version-name.ts";
import { rebuildRecords } from "../../engine/projections.ts";
import { openStore } from "../../engine/session-store.ts";
import { writeSource } from "../../engine/spec-files.ts";
import { mergeEvents } from "../../mediator/spec/author-edits.ts";
import { commandLine } from "../../model/command-line.ts";
import type { Config } from "../../model/config.ts";
import { isSessionFolder } from "../../server/find-sessions.ts";
import type { CliContext } from "../context.ts";
import { namesIn, specName } from "./session-names.ts";
import { changedFiles, finishedPath, sourcePath, specFiles, stateIn, storeParts } from "./session-parts.ts";
import { readSource, type SpecPlace } from "./spec-place.ts";

interface Begun {
  readonly spec: SpecPlace;
  readonly config: Pick<Config, "inPlace">;
}

/** A session on a source that has later versions writes one that looks the newest, and lacks what they changed. */
export function tellLaterVersion({ spec, config }: Begun, { output, cwd }: CliContext): void {
  // There no version is written beside it.
  if (config.inPlace || spec.home !== undefined) return;
  const [only] = spec.files.length === 1 ? spec.files : [];
  // The version of several files is a folder.
  const names = namesIn(spec.folder).map((name) => (only === undefined ? `${name}.md` : name));
  const later = laterVersionName(names, only === undefined ? spec.name : specName(only));
  if (later === undefined) return;
  const newest = relative(cwd, join(spec.folder, only === undefined ? later.replace(/\.md$/, "") : later));
  output.note(
    `There is a later version of ${only ?? spec.name}: what that one changed is missing from what this session writes. To refine it instead: ${commandLine("refine", newest)}`,
  );
}

/**
 * What was edited in a source since its session ended goes into its newest version, and that is refined: its path, also
 * where nothing was edited and its result was refined.
 * Where the source is its own result, a new session on it. Nothing where both changed the same words, or there is no one
 * file to put it into.
 */
export async function takeEdit(
  { spec, folder }: Begun & { readonly folder: string },
  { output, cwd }: CliContext,
): Promise<{ readonly word: string; readonly new?: true; readonly edited?: true } | undefined> {
  const before = await stateIn(folder);
  if (before.stop.type !== "ended") return undefined;
  const [source, result] = [sourcePath(folder, before), finishedPath(folder, before)];
  if (changedFiles(before, folder).length === 0) {
    // What a result that was refined itself has come to is told by its own session.
    const isRefined =
      result !== undefined && result !== source && isSessionFolder(join(folder, "..", specName(result)));
    return isRefined ? { word: result } : undefined;
  }
  if (result === source) return { word: source, new: true, edited: true };
  const later = laterVersionName(namesIn(spec.folder), spec.name);
  const [base, ...more] = before.spec.source;
  const [edited] = readSource(spec);
  if (later === undefined || base === undefined || edited === undefined || more.length > 0) return undefined;
  const path = join(spec.folder, later);
  const whole = readFileSync(path, "utf8");
  const text = withoutAppendix(whole);
  const merged = mergeTexts(text, base.text, edited.text);
  const store = await openStore(storeParts(folder));
  try {
    const [event] = mergeEvents(store.state, [edited]);
    if (merged.conflict || event?.type !== "source_merged" || event.overlaps.length > 0) return undefined;
    const appendix = whole.startsWith(text) ? whole.slice(text.length) : "";
    await specFiles(folder, before.session.specPath).writeAtomic(later, merged.text + appendix, { sync: true });
    // From now on it is known what of the source the version has.
    await store.record([event], { sync: true });
    await writeSource(store.files, store.state);
    await rebuildRecords({ store, observe: () => undefined });
  } finally {
    await store.close();
  }
  output.note(`${edited.path} has changed since its session ended: your edits are merged into ${relative(cwd, path)}.`);
  return { word: path };
}
