import { WhetstoneError } from "../errors/whetstone-error.ts";
import { pathSegments, refusal, writablePathSegments } from "../ports/file-path.ts";
import type { FileData, FileEntry, Files } from "../ports/files.ts";

/** Decides what a power cut leaves of a file, from its synced and its current content. */
export type Survival = (
  path: string,
  synced: Uint8Array | undefined,
  current: Uint8Array | undefined,
) => Uint8Array | undefined;

export interface MemoryFiles extends Files {
  texts(): Record<string, string>;
  /** The files after a power cut; without `survival` only what was synced is left. */
  afterPowerLoss(survival?: Survival): MemoryFiles;
}

/** `now` gives modification times in milliseconds; by default a counter. */
export interface MemoryFilesOptions {
  readonly now?: () => number;
}

/** Files in memory. They know what was synced, which no test with a killed process can show. */
export function memoryFiles(options: MemoryFilesOptions = {}): MemoryFiles {
  const files = new Map<string, MemoryFile>();
  const folders = new Set<string>();
  const synced = new Map<string, Uint8Array>();
  let changes = 0;
  const now = options.now ?? (() => ++changes);

  const entryOf = (path: string): FileEntry | undefined => {
    const file = files.get(path);
    if (file) return { path, kind: "file", bytes: file.length, modified: file.modified };
    return folders.has(path) || path === "" ? { path, kind: "folder", bytes: 0, modified: 0 } : undefined;
  };
  const makeFolders = (segments: readonly string[]) => {
    for (const index of segments.keys()) {
      const folder = segments.slice(0, index + 1).join("/");
      if (files.has(folder)) throw failed("Making", folder, "it is a file");
      folders.add(folder);
    }
  };
  const sync = (path: string, isWanted: unknown) => {
    const file = isWanted ? files.get(path) : undefined;
    if (file) synced.set(path, file.read());
  };
  const place = (path: string, data: FileData): MemoryFile => {
    const segments = writablePathSegments(path);
    if (folders.has(path)) throw failed("Writing", path, "it is a folder");
    makeFolders(segments.slice(0, -1));
    const file = new MemoryFile(data, now());
    files.set(path, file);
    return file;
  };
  const read = async (path: string) => files.get(pathSegments(path).join("/"))?.read();
  const stat = async (path: string) => entryOf(pathSegments(path).join("/"));
  return {
    root: "/memory",
    absolute: (path) => ["/memory", ...pathSegments(path)].join("/"),
    read,
    async readText(path) {
      const bytes = await read(path);
      return bytes && textOf(bytes);
    },
    stat,
    exists: async (path) => (await stat(path)) !== undefined,
    async list(folder, { recursive = false } = {}) {
      pathSegments(folder);
      if (files.has(folder)) throw failed("Listing", folder, "it is not a folder");
      const start = folder === "" ? "" : `${folder}/`;
      const isBelow = (path: string) =>
        path.startsWith(start) && path !== "" && (recursive || !path.slice(start.length).includes("/"));
      return [...files.keys(), ...folders]
        .filter(isBelow)
        .sort()
        .flatMap((path) => entryOf(path) ?? []);
    },
    async writeAtomic(path, data, options) {
      place(path, data);
      sync(path, options?.sync);
    },
    async createExclusive(path, data, options) {
      writablePathSegments(path);
      if (entryOf(path) !== undefined) return false;
      place(path, data);
      sync(path, options?.sync);
      return true;
    },
    async append(path, data) {
      writablePathSegments(path);
      const file = files.get(path) ?? place(path, "");
      file.append(data);
      file.modified = now();
    },
    sync: async (path) => sync(path, true),
    async touch(path) {
      writablePathSegments(path);
      const file = files.get(path);
      if (file) file.modified = now();
    },
    makeFolder: async (path) => makeFolders(writablePathSegments(path)),
    async remove(path) {
      notTheRoot(path);
      if (folders.has(path)) throw failed("Removing", path, "it is a folder");
      files.delete(path);
    },
    async removeTree(path) {
      notTheRoot(path);
      for (const known of [files, folders]) {
        for (const name of known.keys()) if (name === path || name.startsWith(`${path}/`)) known.delete(name);
      }
    },
    texts: () => Object.fromEntries([...files.keys()].sort().map((path) => [path, textOf(files.get(path)?.read())])),
    afterPowerLoss(survival = (_path, synced) => synced) {
      const after = memoryFiles(options);
      for (const path of new Set([...synced.keys(), ...files.keys()])) {
        const left = survival(path, synced.get(path), files.get(path)?.read());
        if (left !== undefined) void after.writeAtomic(path, left, { sync: true }); // synchronous in memory
      }
      return after;
    },
  };
}

/** A file that grows in pieces: bytes that were read earlier never change. */
class MemoryFile {
  #pieces: Uint8Array[] = [];
  length = 0;
  modified: number;

  constructor(data: FileData, modified: number) {
    this.modified = modified;
    this.append(data);
  }

  read(): Uint8Array {
    if (this.#pieces.length !== 1) this.#pieces = [new Uint8Array(Buffer.concat(this.#pieces))];
    return this.#pieces[0] ?? new Uint8Array();
  }

  append(data: FileData): void {
    const bytes = new Uint8Array(Buffer.from(data));
    this.#pieces.push(bytes);
    this.length += bytes.length;
  }
}

function notTheRoot(path: string): void {
  if (pathSegments(path).length === 0) throw refusal(path, "it is the folder itself");
}

function failed(doing: string, path: string, why: string): WhetstoneError {
  return new WhetstoneError("FILE_FAILED", `${doing} ${path} failed: ${why}.`, { target: path });
}

function textOf(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes).toString("utf8");
}
