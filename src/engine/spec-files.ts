import { createHash } from "node:crypto";
import { diffHunks } from "../documents/changes/diff-hunks.ts";
import { withoutAppendix } from "../documents/stated/appendix.ts";
import { stateAt } from "../mediator/evolve/evolve.ts";
import { renderChanges, renderTraceability } from "../mediator/records/spec-records.ts";
import { CHANGES, specFilePath, TRACEABILITY, WRITTEN } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import { authorEvents, earlierTexts, handEditEvents, isSameSpec } from "../mediator/working-spec/author-edits.ts";
import type { Spec, SpecFile } from "../model/change.ts";
import type { Files } from "../ports/files.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import { exactText, goneFile } from "./files/exact-text.ts";

type Parts = Pick<EngineParts, "store" | "observe">;

/**
 * Writes the working spec into the session folder: spec.md, changes.md, traceability.md (SPEC 2). An edit of spec.md by
 * the User is recorded as a change first, so that it is not overwritten (SPEC 12).
 */
export async function writeSpecFiles(parts: Parts): Promise<string[]> {
  await takeHandEdit(parts);
  const { files, state } = parts.store;
  const { text } = state.spec;
  const sums = await writtenSums(files);
  const sum = sumOf(text);
  // Remembered before the files are written, beside the text that is there, in case they never are.
  const isNew = sums.at(-1) !== sum;
  if (isNew) await rememberSums(files, [...(sums.length === 0 ? await sumOnDisk(files, text) : sums), sum]);
  const paths: string[] = [];
  for (const file of text) {
    const path = specFilePath("spec", text, file);
    await writeChanged(files, path, file.text);
    paths.push(path);
  }
  if (isNew || sums.length > 1) await rememberSums(files, [sum]);
  await writeChanged(files, CHANGES, renderChanges(state));
  await writeChanged(files, TRACEABILITY, renderTraceability(state));
  return [...paths, CHANGES, TRACEABILITY];
}

export async function writeChanged(files: Files, path: string, text: string): Promise<void> {
  if ((await files.readText(path)) !== text) await files.writeAtomic(path, text);
}

/** Records the User's edit of spec.md. What this program wrote there last is no edit. */
export async function takeHandEdit(parts: Parts): Promise<boolean> {
  const { files, state, now } = parts.store;
  const found = await readSpecOnDisk(files, state.spec.text);
  if (found === undefined || isSameSpec(found, state.spec.text)) return false;
  const sums = await writtenSums(files);
  const sum = sumOf(found);
  if (sums.includes(sum)) return false;
  const texts = [...earlierTexts(state)];
  // In a clone, say, there are no sums: then a text that the session had earlier is not an edit.
  if (sums.length === 0 && texts.some((text) => sumOf(text) === sum)) return false;
  const shown =
    nearest(
      texts.filter((text) => sums.includes(sumOf(text))),
      found,
    ) ?? state.spec.text;
  const events = handEditEvents(stateAt(state, now()), shown, found);
  if (events.length === 0) return false;
  await record(parts, events, { sync: true });
  // The edit is in the journal now, so this text must not count as an edit again.
  await rememberSums(files, [sum]);
  parts.observe({ type: "source-merged", message: "merged your edit of the working spec" });
  return true;
}

/** Of several texts that may have been there, because writing broke off, the one with the fewest other lines. */
function nearest(texts: readonly Spec[], found: Spec): Spec | undefined {
  const distance = (text: Spec) =>
    diffHunks(text, found).reduce((sum, { before, after }) => sum + before.length + after.length, 0);
  const distances = texts.map(distance);
  return texts[distances.indexOf(Math.min(...distances))];
}

/** An undone edit of the working spec: the User's if no agent can write, else they are asked (SPEC 2, 12). */
export async function specAside({ store, agents }: EngineParts, path: string, aside: string) {
  const { files, state } = store;
  const shown = await readSpecOnDisk(files, state.spec.text);
  const isEdited = (file: SpecFile) => specFilePath("spec", state.spec.text, file) === path;
  const text = shown?.some(isEdited) ? await exactText(files, aside).catch(() => undefined) : undefined;
  if (shown === undefined || text === undefined) return undefined;
  const found = shown.map((file) => (isEdited(file) ? { ...file, text } : file));
  const canWrite = [agents.engineer, agents.reviewer].some(({ touchesFiles, readsOnly }) => touchesFiles && !readsOnly);
  return { shown, found, aside, ...(canWrite ? {} : { own: true as const }) };
}

async function readSpecOnDisk(files: Files, spec: Spec): Promise<Spec | undefined> {
  const found: SpecFile[] = [];
  for (const file of spec) {
    const text = await exactText(files, specFilePath("spec", spec, file), file.text);
    if (text === undefined) return undefined;
    found.push({ path: file.path, text });
  }
  return found;
}

/** The sum of a spec.md without one: that of a new session or of a clone. */
async function sumOnDisk(files: Files, spec: Spec): Promise<string[]> {
  const found = await readSpecOnDisk(files, spec);
  return found === undefined ? [] : [sumOf(found)];
}

async function rememberSums(files: Files, sums: readonly string[]): Promise<void> {
  await files.writeAtomic(WRITTEN, `${[...new Set(sums)].join("\n")}\n`);
}

async function writtenSums(files: Files): Promise<string[]> {
  return ((await files.readText(WRITTEN)) ?? "").split("\n").filter((line) => line !== "");
}

function sumOf(spec: Spec): string {
  const hash = createHash("sha256");
  for (const { path, text } of spec) hash.update(`${path}\n${text.length}\n${text}`);
  return hash.digest("hex");
}

/** Rewrites source files in the session folder that differ from the journal, which is right (SPEC 2). */
export async function writeSource(files: Files, { spec: { source } }: State): Promise<void> {
  for (const file of source) await writeChanged(files, specFilePath("source", source, file), file.text);
}

/** Merges the author's edits of the working spec and of the source (SPEC 12). Returns whether there were any. */
export async function mergeEdits(parts: EngineParts): Promise<boolean> {
  const byHand = await takeHandEdit(parts);
  return (await mergeSource(parts)) || byHand;
}

async function mergeSource(parts: EngineParts): Promise<boolean> {
  const { store, specFolder } = parts;
  const newest = await readAuthorsText(specFolder, store.state.spec.source);
  if (isKnownText(store.state, newest)) return false;
  const events = authorEvents(stateAt(store.state, store.now()), newest);
  if (events.length === 0) return false;
  // The journal first: if the process dies here, the next one writes the file.
  await record(parts, events, { sync: true });
  await writeSource(store.files, store.state);
  const merged = events.find((event) => event.type === "source_merged");
  parts.observe({ type: "source-merged", message: merged?.message ?? "merged your edits" });
  return true;
}

/** A text that the session itself wrote into the author's files is no edit by the author. */
function isKnownText(state: State, newest: Spec): boolean {
  if (isSameSpec(state.spec.source, newest)) return true;
  return [...earlierTexts(state)].some((text) => isSameSpec(text, newest));
}

/** A single file that is gone counts as unchanged: it is no edit, and nothing is dropped. */
async function readAuthorsText(folder: Files, source: Spec): Promise<Spec> {
  const newest: SpecFile[] = [];
  for (const file of source) {
    const text = await exactText(folder, file.path, file.text);
    if (text === undefined && source.length > 1) throw goneFile(folder, file.path);
    newest.push(text === undefined ? file : { path: file.path, text: withoutAppendix(text) });
  }
  return newest;
}
