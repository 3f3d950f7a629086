import { withAppendix, withoutAppendix } from "../documents/spec/appendix.ts";
import { nextVersionName } from "../documents/spec/version-name.ts";
import { UsageError } from "../errors/whetstone-error.ts";
import { earlierTexts } from "../mediator/spec/author-edits.ts";
import type { State } from "../mediator/state.ts";
import type { Spec, SpecFile } from "../model/change.ts";
import type { Files } from "../ports/files.ts";
import { isLeftOf } from "./files/place-file.ts";

/** A file of the finished spec, and where it went. */
export interface WrittenFile {
  /** From the spec's folder on. */
  readonly path: string;
  /** The file that it is a version of; itself where it was written in place. */
  readonly of: string;
  readonly how: "in place" | "beside";
}

/**
 * Writes the finished spec (SPEC 12): in place, beside the person's file under the next free version, or as a folder of
 * that name where there are several. `appendix` is said below it. Done twice it writes once.
 */
export async function writeSpec(folder: Files, state: State, appendix: string): Promise<WrittenFile[]> {
  if (state.config.inPlace) return writeInPlace(folder, state);
  const { text } = state.spec;
  const [only] = text;
  if (only !== undefined && text.length === 1) return [await writeBeside(folder, only, appendix)];
  return writeFolder(folder, state.session.name, text, appendix);
}

/** All that changed or none: a file that has neither a text of the author's nor one of the session's is merged first. */
export async function writeInPlace(folder: Files, state: State): Promise<WrittenFile[]> {
  const { source, text } = state.spec;
  const changed = text.filter((file) => source.find(({ path }) => path === file.path)?.text !== file.text);
  for (const { path } of changed) await mustBeOurs(folder, path, state);
  for (const file of changed) await place(folder, file.path, file.text);
  return changed.map(({ path }) => ({ path, of: path, how: "in place" }));
}

async function mustBeOurs(folder: Files, path: string, state: State): Promise<void> {
  const found = await folder.readText(path);
  const known = [...earlierTexts(state)].flat().filter((file) => file.path === path);
  if (found === undefined || known.some(({ text }) => text === withoutAppendix(found))) return;
  const fix =
    state.stop.type === "ended"
      ? "Write to another file with `whetstone export --output FILE`."
      : "Go on with `whetstone resume`, which merges what you edited (save it as UTF-8), or write to another file with `whetstone export --output FILE`.";
  throw new UsageError("the file has changed since the session last read it", { target: path, fix });
}

async function writeBeside(folder: Files, file: SpecFile, appendix: string): Promise<WrittenFile> {
  const path = await writeVersion(folder, file.path, withAppendix(file.text, appendix));
  return { path, of: file.path, how: "beside" };
}

/** `login_v1.0/` with the files under their own names. */
async function writeFolder(folder: Files, name: string, text: Spec, appendix: string): Promise<WrittenFile[]> {
  const listed = await folder.list("");
  const folders = listed.filter(({ kind }) => kind === "folder").map(({ path }) => path);
  const files = text.map((file, index) => ({
    of: file.path,
    text: index === text.length - 1 ? withAppendix(file.text, appendix) : file.text,
  }));
  const version =
    (await findVersion(folder, folders, name, files)) ??
    nextVersionName(
      folders.map((path) => `${path}.md`),
      name,
    ).replace(/\.md$/, "");
  for (const file of files) await place(folder, `${version}/${file.of}`, file.text);
  return files.map(({ of }) => ({ path: `${version}/${of}`, of, how: "beside" }));
}

/** Written by a run that died before it could say so. */
async function findVersion(
  folder: Files,
  folders: readonly string[],
  name: string,
  files: readonly { readonly of: string; readonly text: string }[],
): Promise<string | undefined> {
  for (const candidate of folders.filter((path) => path.startsWith(`${name}_v`))) {
    const found = await Promise.all(files.map(({ of }) => folder.readText(`${candidate}/${of}`)));
    if (files.every(({ text }, index) => found[index] === text)) return candidate;
  }
  return undefined;
}

/** A version that holds this very text was written by a run that died before it could say so: it is not written twice. */
async function writeVersion(folder: Files, of: string, text: string): Promise<string> {
  const above = of.slice(0, of.lastIndexOf("/") + 1);
  const stem = of.slice(above.length).replace(/\.(?:md|markdown)$/i, "");
  const listed = await folder.list(above.replace(/\/$/, ""));
  const names = listed.filter((entry) => entry.kind === "file").map((entry) => entry.path.slice(above.length));
  const base = stem.replace(/_v\d+\.\d+$/, "");
  for (const name of names.filter((candidate) => candidate.startsWith(`${base}_v`))) {
    if (above + name !== of && (await folder.readText(above + name)) === text) return above + name;
  }
  const path = above + nextVersionName(names, stem);
  await place(folder, path, text);
  return path;
}

/** A process that died at this may have left a piece beside the person's files, where nothing else sweeps it up. */
async function place(folder: Files, path: string, text: string): Promise<void> {
  const above = path.slice(0, path.lastIndexOf("/") + 1);
  const name = path.slice(above.length);
  for (const entry of await folder.list(above.replace(/\/$/, ""))) {
    if (entry.kind === "file" && isLeftOf(entry.path.slice(above.length), name)) await folder.remove(entry.path);
  }
  await folder.writeAtomic(path, text, { sync: true });
}
