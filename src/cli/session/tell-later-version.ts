import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { collidingLines, mergeTexts } from "../../documents/changes/merge-texts.ts";
import { withoutAppendix } from "../../documents/stated/appendix.ts";
import { laterVersionName } from "../../documents/stated/version-name.ts";
import { isSessionFolder } from "../../engine/find-sessions.ts";
import { rebuildRecords } from "../../engine/projections.ts";
import { openStore } from "../../engine/session-store.ts";
import { writeSource } from "../../engine/spec-files.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { stateAt } from "../../mediator/evolve/evolve.ts";
import { authorEvents, editedText } from "../../mediator/working-spec/author-edits.ts";
import { commandLine } from "../../model/command-line.ts";
import type { Config } from "../../model/config.ts";
import type { CliContext } from "../cli-context.ts";
import { findWriters } from "./find-writers.ts";
import { namesIn, specName } from "./session-names.ts";
import { changedFiles, finishedPath, sourcePath, specFiles, stateIn, storeParts } from "./session-parts.ts";
import { readSource, type SpecPlace } from "./spec-place.ts";

interface RefineTarget {
  readonly spec: SpecPlace;
  readonly config: Pick<Config, "inPlace" | "sessionFolder">;
}

/** Warns about later versions of the source: the result would look newest, but lack their changes. */
export async function tellLaterVersion({ spec, config }: RefineTarget, { output, cwd }: CliContext): Promise<void> {
  // In these cases no version is written beside the source.
  if (config.inPlace || spec.home !== undefined) return;
  const [only] = spec.files.length === 1 ? spec.files : [];
  // For several files a version is a folder.
  const names = namesIn(spec.folder).map((name) => (only === undefined ? `${name}.md` : name));
  const later = laterVersionName(names, only === undefined ? spec.name : specName(only));
  if (later === undefined) return;
  const newest = join(spec.folder, only === undefined ? later.replace(/\.md$/, "") : later);
  if (await isExported(newest, join(spec.folder, only ?? ""), config.sessionFolder)) return;
  output.note(
    `There is a later version of ${only ?? spec.name}: what that one changed is missing from what this session writes. To refine it instead: ${commandLine("refine", relative(cwd, newest))}`,
  );
}

/** Whether the session that wrote a version has also written its text into the source. */
async function isExported(version: string, source: string, sessions: string): Promise<boolean> {
  const [writer] = await findWriters(version, sessions);
  return writer !== undefined && (await findWriters(source, sessions)).includes(writer);
}

/**
 * Merges edits of a source since its session ended into its newest version, and returns what to refine: that version,
 * or the result if it has a session of its own. If the source is its own result, a new session on it. Undefined if there
 * is no single file to merge into; throws if both changed the same words.
 */
export async function takeEdit(
  { spec, folder }: RefineTarget & { readonly folder: string },
  { output, cwd }: CliContext,
): Promise<{ readonly word: string; readonly new?: true; readonly edited?: true } | undefined> {
  const before = await stateIn(folder);
  if (before.stop.type !== "ended") return undefined;
  const [source, result] = [sourcePath(folder, before), finishedPath(folder, before)];
  if (changedFiles(before, folder).length === 0) {
    // A result that was refined further has its own session, which continues.
    const isRefined =
      result !== undefined && result !== source && isSessionFolder(join(folder, "..", specName(result)));
    return isRefined ? { word: result } : undefined;
  }
  if (result === source) return { word: source, new: true, edited: true };
  const later = laterVersionName(namesIn(spec.folder), spec.name);
  const [edited, ...more] = readSource(spec);
  const [base] = edited === undefined ? [] : editedText(before, [edited]);
  if (later === undefined || base === undefined || edited === undefined || more.length > 0) return undefined;
  const path = join(spec.folder, later);
  const whole = readFileSync(path, "utf8");
  const text = withoutAppendix(whole);
  const merged = mergeTexts(text, base.text, edited.text);
  const store = await openStore(storeParts(folder));
  try {
    const events = authorEvents(stateAt(store.state, store.now()), [edited]);
    const isAsked = events.some((event) => event.type === "source_merged" && event.overlaps.length > 0);
    if (merged.conflict || isAsked) {
      const lines = [text, before.spec.text[0]?.text ?? ""].map((ours) => collidingLines(ours, base.text, edited.text));
      throw collision(relative(cwd, source), relative(cwd, path), lines.find(({ length }) => length > 0) ?? []);
    }
    if (events.length === 0) return undefined;
    const appendix = whole.startsWith(text) ? whole.slice(text.length) : "";
    await specFiles(folder, before.session.specPath).writeAtomic(later, merged.text + appendix, { sync: true });
    // Records which text of the source the version now contains.
    await store.record(events, { sync: true });
    await writeSource(store.files, store.state);
    await rebuildRecords({ store, observe: () => undefined });
  } finally {
    await store.close();
  }
  output.note(`${edited.path} has changed since its session ended: your edits are merged into ${relative(cwd, path)}.`);
  return { word: path };
}

function collision(source: string, newest: string, lines: readonly number[]): UsageError {
  return new UsageError("you changed words of the spec that its session changed, too", {
    target: lines.map((line) => `${source}:${line}`).join(", ") || source,
    fix: `Undo these edits there, and make them in ${newest} instead; then ${commandLine("refine", source)} merges your other edits into it. Or start over from the source: ${commandLine("refine", "--new", source)} (the old session is kept).`,
  });
}
