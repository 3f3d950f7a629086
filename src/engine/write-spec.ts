import type { RefinedFile, RefinedSpec } from "../documents/layouts/split-spec.ts";
import { diffSections } from "../documents/spec/diff-sections.ts";
import { nextVersionName } from "../documents/spec/version-name.ts";
import type { Files } from "../ports/files.ts";
import { isLeftOf } from "./files/place-file.ts";

/** A file of the finished spec, and where it went. */
export interface WrittenFile {
  /** From the spec's folder on. */
  readonly path: string;
  /** The file that it is a version of; itself where it was written in place. */
  readonly of: string;
  /**
   * `kept`: it was to go in place, but the person has changed the file since it was read. `record`: what is said of the
   * files of a spec, and belongs to none of them.
   */
  readonly how: "in place" | "beside" | "kept" | "record";
  /** The sections that differ from the file as it was read. */
  readonly sections: readonly string[];
  /** Those that the person has changed meanwhile. */
  readonly edited: readonly string[];
}

/**
 * Writes the finished spec (SPEC 12): beside the person's files under the next free version, or in place. What they have
 * changed since it was read is never overwritten. Done twice it writes once.
 */
export async function writeSpec(folder: Files, spec: RefinedSpec, inPlace: boolean): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const file of spec.files) written.push(await writeFile(folder, file, inPlace));
  if (spec.record === undefined) return written;
  const path = await writeVersion(folder, spec.record.path, spec.record.text);
  return [...written, { path, of: spec.record.path, how: "record", sections: [], edited: [] }];
}

async function writeFile(folder: Files, file: RefinedFile, inPlace: boolean): Promise<WrittenFile> {
  const { path } = file;
  const now = await folder.readText(path);
  const text = now === undefined ? file.text : inFormOf(now, file.text);
  const sections = namesOf(file.before, file.text);
  const same = now !== undefined && plain(now) === plain(file.before);
  if (inPlace && (same || now === text)) {
    if (now !== text) await place(folder, path, text);
    return { path, of: path, how: "in place", sections, edited: [] };
  }
  const edited = inPlace && now !== undefined ? namesOf(file.before, plain(now)) : [];
  return { path: await writeVersion(folder, path, text), of: path, how: inPlace ? "kept" : "beside", sections, edited };
}

function namesOf(before: string, after: string): string[] {
  return diffSections(before, after).map(({ path }) => path || "(beginning)");
}

const MARK = "\uFEFF";

/** Without what an editor may change unasked: the byte order mark, line ends, blank lines at the end. */
function plain(text: string): string {
  return `${text.replace(MARK, "").replace(/\r\n?/g, "\n").trimEnd()}\n`;
}

/** The person's byte order mark, line ends and last line end. */
function inFormOf(file: string, text: string): string {
  const bare = /[\r\n]$/.test(file) ? text : text.trimEnd();
  const ended = file.includes("\r\n") ? bare.replace(/\r?\n/g, "\r\n") : bare;
  return file.startsWith(MARK) ? MARK + ended : ended;
}

/** A version that holds this very text was written by a run that died before it could say so: it is not written twice. */
async function writeVersion(folder: Files, of: string, text: string): Promise<string> {
  const above = of.slice(0, of.lastIndexOf("/") + 1);
  const stem = of.slice(above.length).replace(/\.(?:md|markdown)$/i, "");
  const listed = await folder.list(above.replace(/\/$/, ""));
  const names = listed.filter((entry) => entry.kind === "file").map((entry) => entry.path.slice(above.length));
  for (const name of names.filter((one) => one.startsWith(`${stem}_v`))) {
    if ((await folder.readText(above + name)) === text) return above + name;
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
