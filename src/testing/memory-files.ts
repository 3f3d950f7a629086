import { WhetstoneError } from "../errors/whetstone-error.ts";
import { pathSegments, refusal, writablePathSegments } from "../ports/file-path.ts";
import type { FileData, FileEntry, FileStream, Files } from "../ports/files.ts";

/** Decides what a power cut leaves of one file, from what was synced and what was there. */
export type Survival = (
  path: string,
  synced: Uint8Array | undefined,
  current: Uint8Array | undefined,
) => Uint8Array | undefined;

export interface MemoryFiles extends Files {
  texts(): Record<string, string>;
  /** The disk as it is after a power cut; without `survival` only what was synced is left. */
  afterPowerLoss(survival?: Survival): MemoryFiles;
}

/** The time of a change, in milliseconds; without it, a number that grows. */
export interface MemoryFilesOptions {
  readonly now?: () => number;
}

/** The twin of a disk. It knows what was synced, which no kill of a process can show. */
export function memoryFiles(options: MemoryFilesOptions = {}): MemoryFiles {
  return filesOf(emptyDisk(options));
}

interface Disk {
  readonly files: Map<string, MemoryFile>;
  readonly folders: Set<string>;
  readonly synced: Map<string, Uint8Array>;
  readonly options: MemoryFilesOptions;
  now(): number;
}

function emptyDisk(options: MemoryFilesOptions): Disk {
  let changes = 0;
  const count = () => {
    changes += 1;
    return changes;
  };
  return { files: new Map(), folders: new Set(), synced: new Map(), options, now: options.now ?? count };
}

function filesOf(disk: Disk): MemoryFiles {
  return {
    root: "/memory",
    ...reading(disk),
    ...writing(disk),
    ...removing(disk),
    texts: () => Object.fromEntries([...disk.files].sort(byPath).map(([path, file]) => [path, text(file)])),
    afterPowerLoss: (survival = (_path, synced) => synced) => filesOf(diskAfter(disk, survival)),
  };
}

function reading(disk: Disk) {
  const read = async (path: string) => {
    pathSegments(path);
    return disk.files.get(path)?.read();
  };
  const stat = async (path: string) => {
    pathSegments(path);
    return entryOf(disk, path);
  };
  return {
    absolute: (path) => ["/memory", ...pathSegments(path)].join("/"),
    read,
    readText: async (path) => {
      const bytes = await read(path);
      return bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8");
    },
    stat,
    exists: async (path) => (await stat(path)) !== undefined,
    list: async (folder, options) => {
      pathSegments(folder);
      if (disk.files.has(folder)) throw failed("Listing", folder, "it is not a folder");
      return listOf(disk, folder, options?.recursive ?? false);
    },
  } satisfies Partial<Files>;
}

function writing(disk: Disk) {
  return {
    async writeAtomic(path, data, options) {
      place(disk, path, memoryFile(data, disk.now()));
      if (options?.sync) syncFile(disk, path);
    },
    async createExclusive(path, data, options) {
      writablePathSegments(path);
      if (entryOf(disk, path) !== undefined) return false;
      place(disk, path, memoryFile(data, disk.now()));
      if (options?.sync) syncFile(disk, path);
      return true;
    },
    async openStream(path, mode) {
      writablePathSegments(path);
      const file = disk.files.get(path) ?? place(disk, path, memoryFile("", disk.now()));
      if (mode === "replace") file.empty();
      return streamOf(disk, path, file);
    },
    async touch(path) {
      writablePathSegments(path);
      const file = disk.files.get(path);
      if (file) file.modified = disk.now();
      return file !== undefined;
    },
    async makeFolder(path) {
      makeFolders(disk, writablePathSegments(path));
    },
  } satisfies Partial<Files>;
}

function removing(disk: Disk) {
  return {
    async remove(path) {
      notTheRoot(path);
      if (disk.folders.has(path)) throw failed("Removing", path, "it is a folder");
      disk.files.delete(path);
    },
    async removeTree(path) {
      notTheRoot(path);
      for (const [below] of subtree(disk, path)) disk.files.delete(below);
      for (const folder of subfolders(disk, path)) disk.folders.delete(folder);
    },
  } satisfies Partial<Files>;
}

function streamOf(disk: Disk, path: string, file: MemoryFile): FileStream {
  let isClosed = false;
  const check = (doing: string) => {
    if (isClosed) throw failed(doing, path, "it was closed");
  };
  return {
    async write(data: FileData) {
      check("Writing");
      file.append(data);
      file.modified = disk.now();
    },
    async sync() {
      check("Syncing");
      if (disk.files.get(path) === file) syncFile(disk, path);
    },
    async length() {
      check("Looking at");
      return disk.files.get(path) === file ? file.length : undefined;
    },
    async close() {
      isClosed = true;
    },
  };
}

function place(disk: Disk, path: string, file: MemoryFile): MemoryFile {
  const segments = writablePathSegments(path);
  if (disk.folders.has(path)) throw failed("Writing", path, "it is a folder");
  makeFolders(disk, segments.slice(0, -1));
  disk.files.set(path, file);
  return file;
}

function makeFolders(disk: Disk, segments: readonly string[]): void {
  for (const index of segments.keys()) {
    const folder = segments.slice(0, index + 1).join("/");
    if (disk.files.has(folder)) throw failed("Making", folder, "it is a file");
    disk.folders.add(folder);
  }
}

function syncFile(disk: Disk, path: string): void {
  const file = disk.files.get(path);
  if (file) disk.synced.set(path, file.read());
}

function diskAfter(disk: Disk, survival: Survival): Disk {
  const after = emptyDisk(disk.options);
  for (const path of new Set([...disk.synced.keys(), ...disk.files.keys()])) {
    const left = survival(path, disk.synced.get(path), disk.files.get(path)?.read());
    if (left === undefined) continue;
    place(after, path, memoryFile(left, after.now()));
    syncFile(after, path);
  }
  return after;
}

function listOf(disk: Disk, folder: string, recursive: boolean): FileEntry[] {
  const start = folder === "" ? "" : `${folder}/`;
  const below = (path: string) =>
    path.startsWith(start) && path !== "" && (recursive || !path.slice(start.length).includes("/"));
  return [...disk.files.keys(), ...disk.folders]
    .filter(below)
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((path) => entryOf(disk, path) ?? []);
}

function entryOf(disk: Disk, path: string): FileEntry | undefined {
  const file = disk.files.get(path);
  if (file) return { path, kind: "file", bytes: file.length, modified: file.modified };
  return disk.folders.has(path) || path === "" ? { path, kind: "folder", bytes: 0, modified: 0 } : undefined;
}

function subtree(disk: Disk, path: string): [string, MemoryFile][] {
  return [...disk.files].filter(([name]) => name === path || name.startsWith(`${path}/`));
}

function subfolders(disk: Disk, path: string): string[] {
  return [...disk.folders].filter((name) => name === path || name.startsWith(`${path}/`));
}

function notTheRoot(path: string): void {
  if (pathSegments(path).length === 0) throw refusal(path, "it is the folder itself");
}

function failed(doing: string, path: string, why: string): WhetstoneError {
  return new WhetstoneError("FILE_FAILED", `${doing} ${path} failed: ${why}.`, { target: path });
}

function byPath(a: [string, MemoryFile], b: [string, MemoryFile]): number {
  return a[0] < b[0] ? -1 : 1;
}

function text(file: MemoryFile): string {
  return Buffer.from(file.read()).toString("utf8");
}

/** Bytes that grow at their end. What was taken of them earlier never changes. */
interface MemoryFile {
  read(): Uint8Array;
  append(data: FileData): void;
  empty(): void;
  readonly length: number;
  modified: number;
}

function memoryFile(data: FileData, modified: number): MemoryFile {
  let room = toBytes(data).slice();
  let length = room.length;
  return {
    modified,
    get length() {
      return length;
    },
    read: () => room.subarray(0, length),
    append(more) {
      const bytes = toBytes(more);
      if (length + bytes.length > room.length) room = copyInto(room, length, 2 * (length + bytes.length));
      room.set(bytes, length);
      length += bytes.length;
    },
    empty() {
      length = 0;
      room = new Uint8Array();
    },
  };
}

export function toBytes(data: FileData): Uint8Array {
  return typeof data === "string" ? Buffer.from(data) : data;
}

function copyInto(bytes: Uint8Array, used: number, size: number): Uint8Array<ArrayBuffer> {
  const room = new Uint8Array(size);
  room.set(bytes.subarray(0, used));
  return room;
}
