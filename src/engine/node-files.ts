import { readdirSync, readFileSync, realpathSync, rmSync, type Stats, unlinkSync, utimesSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { orUndefined } from "../model/defined.ts";
import { pathSegments, refusal, writablePathSegments } from "../ports/file-path.ts";
import type { FileEntry, FileKind, Files } from "../ports/files.ts";
import { lookAt, unlessMissing, withFileErrors } from "./files/file-errors.ts";
import {
  appendToFile,
  createFile,
  type FileStep,
  folderSync,
  type Placing,
  replaceFile,
  retryBusy,
  syncFile,
  writeInPlace,
} from "./files/place-file.ts";
import { isInside } from "./files/slashed.ts";

interface NodeFilesOptions {
  /** A folder for temporary files, so that one `removeTree` removes them; without it they are beside their target. */
  readonly scratch?: string;
  /** The User's folder, not a session's: names need to be valid only on this system, and links are followed. */
  readonly isUserFolder?: boolean;
  /** For tests: called after each step of an atomic write, with the absolute path of the target. */
  readonly onStep?: (step: FileStep, target: string) => void;
}

/** The files below a folder of this computer. The first write creates the folder. */
export function nodeFiles(folder: string, { scratch, isUserFolder, onStep = () => {} }: NodeFilesOptions = {}): Files {
  const root = resolve(folder);
  const { toRead, toLook, toWrite, toReplace, toRemove } = isUserFolder ? userPlaces(root) : placesBelow(root);
  const folders = folderSync();
  const placing: Placing = {
    folders,
    named: new Map(),
    scratch: () => (scratch === undefined ? undefined : toWrite(scratch)),
    onStep,
  };
  const stat: Files["stat"] = (path) => withFileErrors("Looking at", path, () => entryAt(toLook(path), path));
  return {
    root,
    absolute: toRead,
    stat,
    exists: async (path) => (await stat(path)) !== undefined,
    read: (path) => withFileErrors("Reading", path, () => unlessMissing(() => readFileSync(toRead(path)))),
    readText: (path) => withFileErrors("Reading", path, () => unlessMissing(() => readFileSync(toRead(path), "utf8"))),
    list: (path, options) =>
      withFileErrors("Listing", path || root, () => {
        toRead(path);
        return listEntries(root, path, options?.recursive ?? false);
      }),
    writeAtomic: (path, data, { sync = false, inPlace } = {}) =>
      withFileErrors("Writing", path, () =>
        inPlace
          ? writeInPlace(placing, { target: toWrite(path), data, sync })
          : replaceFile(placing, { target: toReplace(path), data, sync }),
      ),
    createExclusive: (path, data, { sync = false } = {}) =>
      withFileErrors("Writing", path, () => createFile(placing, { target: toReplace(path), data, sync })),
    append: (path, data) => withFileErrors("Writing", path, () => appendToFile(placing, toWrite(path), data)),
    sync: (path) => withFileErrors("Syncing", path, () => syncFile(placing, toWrite(path))),
    touch: (path) =>
      withFileErrors("Touching", path, () => unlessMissing(() => utimesSync(toWrite(path), new Date(), new Date()))),
    makeFolder: (path) => withFileErrors("Creating", path, () => folders.make(toWrite(path))),
    remove: (path) => withFileErrors("Removing", path, () => retryBusy(() => removeFile(toRemove(path)))),
    removeTree: (path) =>
      withFileErrors("Removing", path, () =>
        rmSync(toRemove(path), { recursive: true, force: true, maxRetries: 8, retryDelay: 50 }),
      ),
  };
}

/** Resolves paths by their use: looking, replacing and removing concern the name itself and follow no link. */
function placesBelow(root: string) {
  return {
    toRead: (path: string) => confine(root, pathSegments(path), true),
    toLook: (path: string) => confine(root, pathSegments(path), false),
    toWrite: (path: string) => confine(root, writablePathSegments(path), true),
    toReplace: (path: string) => confine(root, writablePathSegments(path), false),
    toRemove: (path: string) => confine(root, pathSegments(notTheRoot(path)), false),
  };
}

function userPlaces(root: string): ReturnType<typeof placesBelow> {
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

/**
 * The absolute path of `segments` below `root`; throws when a symbolic link in it leads outside. The last name is
 * followed only with `follow`: removing or replacing a link does not touch its target.
 * It does not stop someone who swaps a folder for a link between this check and the use of the path.
 */
function confine(root: string, segments: readonly string[], follow: boolean): string {
  const below = root.endsWith(sep) ? root.slice(0, -1) : root;
  let place = below;
  for (const [index, segment] of segments.entries()) {
    place += sep + segment;
    if (index === segments.length - 1 && !follow) break;
    const status = lookAt(place);
    if (status === undefined) break;
    // A dangling link counts as leading outside: writing through it would create a file where it points.
    const stays = !status.isSymbolicLink() || orUndefined(() => isInside(realpathSync(root), realpathSync(place)));
    if (!stays) throw refusal(segments.join("/"), "a link in it leads outside");
  }
  // The names are plain, so there is nothing for `path.join` to resolve, and it is slower than the check itself.
  return segments.length === 0 ? root : [below, ...segments].join(sep);
}

/** The entries of a folder, sorted by path; links are listed, not followed. */
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
