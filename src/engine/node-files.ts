import { openSync, readdirSync, readFileSync, realpathSync, rmSync, type Stats, unlinkSync, utimesSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { orUndefined } from "../model/defined.ts";
import { pathSegments, refusal, writablePathSegments } from "../ports/file-path.ts";
import type { FileEntry, FileKind, Files } from "../ports/files.ts";
import { lookAt, unlessMissing } from "./files/file-errors.ts";
import { nodeFileStream, told } from "./files/node-file-stream.ts";
import {
  createFile,
  type FileStep,
  folderSync,
  inFolder,
  type Placing,
  replaceFile,
  retryBusy,
  writeInPlace,
} from "./files/place-file.ts";
import { isInside } from "./files/slashed.ts";

export interface NodeFilesOptions {
  /**
   * A folder below the root for files that are not whole yet. After a crash one `removeTree` of it sweeps them up.
   * Without it they stand beside their target as `.NAME.*.tmp`.
   */
  readonly scratch?: string;
  /**
   * The folder is a person's own and no session's: a name need be good on their system only, and a link leads where they
   * have led it, also when what it leads to is replaced.
   */
  readonly theirs?: boolean;
  /** Called after each part of an atomic write, with the absolute path of the file that is being placed. */
  readonly onStep?: (step: FileStep, target: string) => void;
}

/** The files below a folder of this computer. The folder is made by the first write. */
export function nodeFiles(folder: string, { scratch, theirs, onStep = () => {} }: NodeFilesOptions = {}): Files {
  const root = resolve(folder);
  const { toRead, toLook, toWrite, toReplace, toRemove } = theirs ? theirPlaces(root) : placesBelow(root);
  const folders = folderSync(process.platform);
  const placing: Placing = {
    folders,
    platform: process.platform,
    scratch: () => (scratch === undefined ? undefined : toWrite(scratch)),
    onStep,
  };
  const stat: Files["stat"] = (path) => told("Looking at", path, () => entryAt(toLook(path), path));
  return {
    root,
    absolute: toRead,
    stat,
    exists: async (path) => (await stat(path)) !== undefined,
    read: (path) => told("Reading", path, () => unlessMissing(() => readFileSync(toRead(path)))),
    readText: (path) => told("Reading", path, () => unlessMissing(() => readFileSync(toRead(path), "utf8"))),
    list: (path, options) =>
      told("Listing", path || root, () => {
        toRead(path);
        return listEntries(root, path, options?.recursive ?? false);
      }),
    writeAtomic: (path, data, { sync = false, inPlace } = {}) =>
      told("Writing", path, () =>
        inPlace
          ? writeInPlace(placing, { target: toWrite(path), data, sync })
          : replaceFile(placing, { target: toReplace(path), data, sync }),
      ),
    createExclusive: (path, data, { sync = false } = {}) =>
      told("Writing", path, () => createFile(placing, { target: toReplace(path), data, sync })),
    openStream: (path, mode) =>
      told("Opening", path, () => {
        const absolute = toWrite(path);
        const handle = inFolder(placing, absolute, () => openSync(absolute, mode === "append" ? "a" : "w"));
        return nodeFileStream({ handle, absolute, path, syncFolder: () => folders.sync(dirname(absolute)) });
      }),
    touch: (path) => told("Touching", path, () => touchFile(toWrite(path))),
    makeFolder: (path) => told("Creating", path, () => folders.make(toWrite(path))),
    remove: (path) => told("Removing", path, () => retryBusy(process.platform, () => removeFile(toRemove(path)))),
    removeTree: (path) =>
      told("Removing", path, () =>
        rmSync(toRemove(path), { recursive: true, force: true, maxRetries: 8, retryDelay: 50 }),
      ),
  };
}

/** Where a path may be used, by what is done with it: looking, replacing and removing mean the name itself, no link. */
function placesBelow(root: string) {
  return {
    toRead: (path: string) => confine(root, pathSegments(path), true),
    toLook: (path: string) => confine(root, pathSegments(path), false),
    toWrite: (path: string) => confine(root, writablePathSegments(path), true),
    toReplace: (path: string) => confine(root, writablePathSegments(path), false),
    toRemove: (path: string) => confine(root, pathSegments(notTheRoot(path)), false),
  };
}

function theirPlaces(root: string): ReturnType<typeof placesBelow> {
  const toRead = (path: string) => join(root, ...pathSegments(path));
  const toRemove = (path: string) => toRead(notTheRoot(path));
  const toWrite = (path: string) => unlessMissing(() => realpathSync(toRemove(path))) ?? toRemove(path);
  return { toRead, toLook: toRead, toWrite, toReplace: toWrite, toRemove };
}

function notTheRoot(path: string): string {
  if (path === "") throw refusal(path, "it is the folder itself");
  return path;
}

function removeFile(absolute: string): void {
  if (lookAt(absolute) !== undefined) unlessMissing(() => unlinkSync(absolute));
}

function touchFile(absolute: string): boolean {
  const now = new Date();
  const touched = unlessMissing(() => {
    utimesSync(absolute, now, now);
    return true;
  });
  return touched ?? false;
}

/**
 * The absolute path of `segments` below `root`, refused when a symbolic link on the way leads out of it.
 * The last name is looked through only with `follow`: removing or replacing a link does not touch what it points to.
 *
 * Someone who swaps a folder for a link between this look and the use of the path is not stopped by it.
 */
function confine(root: string, segments: readonly string[], follow: boolean): string {
  const below = root.endsWith(sep) ? root.slice(0, -1) : root;
  let place = below;
  for (const [index, segment] of segments.entries()) {
    place += sep + segment;
    if (index === segments.length - 1 && !follow) break;
    const status = lookAt(place);
    if (status === undefined) break;
    // A link to nothing leads out, too: writing through it would make a file where it points.
    const stays = !status.isSymbolicLink() || orUndefined(() => isInside(realpathSync(root), realpathSync(place)));
    if (!stays) throw refusal(segments.join("/"), "a link in it leads outside");
  }
  // Of plain names: `path.join` would find nothing to resolve, and takes longer than the look.
  return segments.length === 0 ? root : [below, ...segments].join(sep);
}

/** What stands in a folder, sorted by path; links are told, not followed. */
function listEntries(root: string, folder: string, recursive: boolean): FileEntry[] {
  if (entryAt(join(root, folder), folder) === undefined) return [];
  const found: FileEntry[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of readdirSync(join(root, next))) {
      const path = next === "" ? name : `${next}/${name}`;
      const entry = entryAt(join(root, path), path);
      if (entry === undefined) continue; // gone since its folder was read
      found.push(entry);
      if (recursive && entry.kind === "folder") waiting.push(path);
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function entryAt(absolute: string, path: string): FileEntry | undefined {
  const status = lookAt(absolute);
  if (status === undefined) return undefined;
  const kind = kindOf(status);
  return { path, kind, bytes: kind === "file" ? status.size : 0, modified: status.mtimeMs };
}

function kindOf(status: Stats): FileKind {
  if (status.isFile()) return "file";
  if (status.isDirectory()) return "folder";
  return status.isSymbolicLink() ? "link" : "other";
}
