import { openSync, readdirSync, readFileSync, realpathSync, rmSync, type Stats, unlinkSync, utimesSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
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
} from "./files/place-file.ts";

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
export function nodeFiles(folder: string, options: NodeFilesOptions = {}): Files {
  const root = resolve(folder);
  const place = options.theirs ? theirPlaces(root) : placeBelow(root);
  const placing: Placing = {
    folders: folderSync(process.platform),
    platform: process.platform,
    scratch: () => (options.scratch === undefined ? undefined : place.toWrite(options.scratch)),
    onStep: options.onStep ?? (() => {}),
  };
  return { root, ...reading(root, place), ...writing(placing, place), ...removing(placing, place) };
}

/** Where a path may be used, by what is done with it. */
interface Places {
  toRead(path: string): string;
  /** The name itself, too. */
  toLook(path: string): string;
  toWrite(path: string): string;
  /** The name itself is meant, not what a link of that name points to. */
  toReplace(path: string): string;
  toRemove(path: string): string;
}

function placeBelow(root: string): Places {
  return {
    toRead: (path) => confine(root, pathSegments(path), true),
    toLook: (path) => confine(root, pathSegments(path), false),
    toWrite: (path) => confine(root, writablePathSegments(path), true),
    toReplace: (path) => confine(root, writablePathSegments(path), false),
    toRemove: (path) => {
      if (path === "") throw refusal(path, "it is the folder itself");
      return confine(root, pathSegments(path), false);
    },
  };
}

function theirPlaces(root: string): Places {
  const toRead = (path: string) => join(root, ...pathSegments(path));
  const toRemove = (path: string) => {
    if (path === "") throw refusal(path, "it is the folder itself");
    return toRead(path);
  };
  const toWrite = (path: string) => unlessMissing(() => realpathSync(toRemove(path))) ?? toRemove(path);
  return { toRead, toLook: toRead, toWrite, toReplace: toWrite, toRemove };
}

function reading(root: string, place: Places) {
  const read = (path: string) =>
    told("Reading", path, async () => unlessMissing(() => readFileSync(place.toRead(path))));
  const stat = (path: string) => told("Looking at", path, async () => entryAt(place.toLook(path), path));
  return {
    absolute: (path) => place.toRead(path),
    read,
    readText: (path) =>
      told("Reading", path, async () => unlessMissing(() => readFileSync(place.toRead(path), "utf8"))),
    list: (path, options) =>
      told("Listing", path || root, async () => {
        place.toRead(path);
        return listEntries(root, path, options?.recursive ?? false);
      }),
    stat,
    exists: async (path) => (await stat(path)) !== undefined,
  } satisfies Partial<Files>;
}

function writing(placing: Placing, place: Places) {
  return {
    writeAtomic: (path, data, options) =>
      told("Writing", path, () =>
        replaceFile(placing, { target: place.toReplace(path), data, sync: options?.sync ?? false }),
      ),
    createExclusive: (path, data, options) =>
      told("Writing", path, () =>
        createFile(placing, { target: place.toReplace(path), data, sync: options?.sync ?? false }),
      ),
    openStream: (path, mode) =>
      told("Opening", path, async () => {
        const absolute = place.toWrite(path);
        const handle = inFolder(placing, absolute, () => openSync(absolute, mode === "append" ? "a" : "w"));
        return nodeFileStream({ handle, absolute, path, syncFolder: () => placing.folders.sync(dirname(absolute)) });
      }),
    touch: (path) => told("Touching", path, async () => touchFile(place.toWrite(path))),
    makeFolder: (path) => told("Making", path, async () => placing.folders.make(place.toWrite(path))),
  } satisfies Partial<Files>;
}

function removing(placing: Placing, place: Places) {
  return {
    remove: (path) =>
      told("Removing", path, async () => retryBusy(placing.platform, () => removeFile(place.toRemove(path)))),
    removeTree: (path) =>
      told("Removing", path, async () =>
        rmSync(place.toRemove(path), { recursive: true, force: true, maxRetries: 8, retryDelay: 50 }),
      ),
  } satisfies Partial<Files>;
}

function removeFile(absolute: string): void {
  if (lookAt(absolute) !== undefined) unlessMissing(() => unlinkSync(absolute));
}

function touchFile(absolute: string): boolean {
  const now = new Date();
  return (
    unlessMissing(() => {
      utimesSync(absolute, now, now);
      return true;
    }) ?? false
  );
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
    if (status.isSymbolicLink() && !staysInside(root, place)) {
      throw refusal(segments.join("/"), "a link on it leads out");
    }
  }
  // Of plain names: `path.join` would find nothing to resolve, and takes longer than the look.
  return segments.length === 0 ? root : [below, ...segments].join(sep);
}

function staysInside(root: string, link: string): boolean {
  try {
    const way = relative(realpathSync(root), realpathSync(link));
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  } catch {
    return false; // a link to nothing: writing through it would make a file where it points
  }
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
