/** What can be written; text is encoded as UTF-8. */
export type FileData = string | Uint8Array;

export type FileKind = "file" | "folder" | "link" | "other";

/** A file, folder or link in the tree; links are not followed. */
export interface FileEntry {
  /** Relative to the root, with forward slashes on every system. */
  readonly path: string;
  readonly kind: FileKind;
  readonly bytes: number;
  /** Milliseconds since the epoch, by the file system's clock. */
  readonly modified: number;
}

interface SyncOption {
  /** Wait until the change would survive a power cut: its content, its name, and the folders made for it. */
  readonly sync?: boolean;
}

interface PlaceOption extends SyncOption {
  /** Write without a temporary file: until the promise resolves, readers may see a part. */
  readonly inPlace?: boolean;
}

/**
 * The files below one root folder.
 *
 * Contract: paths are relative to the root, with forward slashes. A path that leaves the root (absolute, by `..`, or by
 * a symbolic link) is refused with `PATH_REFUSED`; so is, when writing, a name that not every system allows. Writing
 * creates the folders that it needs. Failures of the disk are a `WhetstoneError` with code `DISK_FULL`,
 * `NOT_PERMITTED`, `READ_ONLY`, `DISK_FAILED` or `FILE_FAILED`, never the system's own error. A missing file reads as
 * `undefined` and is no error when removed. Calls for the same path must not overlap.
 */
export interface Files {
  readonly root: string;
  /** The absolute path, for agents and messages; refused like any other use of the path. */
  absolute(path: string): string;
  read(path: string): Promise<Uint8Array | undefined>;
  /** Decoded as UTF-8; invalid bytes become U+FFFD. */
  readText(path: string): Promise<string | undefined>;
  /** Without `inPlace` a reader sees the old content or the new, never a part. */
  writeAtomic(path: string, data: FileData, options?: PlaceOption): Promise<void>;
  /** Creates the file; false, and nothing changes, if something is there. A reader may see a part of it. */
  createExclusive(path: string, data: FileData, options?: SyncOption): Promise<boolean>;
  /**
   * Adds to the end of a file, which is created if missing. Once it resolves, other processes see it whole, and it
   * survives this one. A failed call may leave a part behind.
   */
  append(path: string, data: FileData): Promise<void>;
  /** Resolves when the content and the name of a file survive a power cut. */
  sync(path: string): Promise<void>;
  /** Sets the modification time to now, if the file exists. */
  touch(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Removes the file or folder with everything below it, never the root; links are removed, not followed. */
  removeTree(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Sorted by path, links not followed; `""` is the root, and a missing folder gives an empty list. */
  list(folder: string, options?: { readonly recursive?: boolean }): Promise<FileEntry[]>;
  stat(path: string): Promise<FileEntry | undefined>;
  exists(path: string): Promise<boolean>;
}
