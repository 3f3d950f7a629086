/** What can be written: text goes out as UTF-8. */
export type FileData = string | Uint8Array;

export type FileKind = "file" | "folder" | "link" | "other";

/** One thing in the tree. A link is told as a link, not as what it points to. */
export interface FileEntry {
  /** From the root, with forward slashes on every system. */
  readonly path: string;
  readonly kind: FileKind;
  /** Size of a file; 0 for anything else. */
  readonly bytes: number;
  /** Milliseconds since the epoch, by the file system's clock. */
  readonly modified: number;
}

export interface SyncOption {
  /** Wait until the change would outlive a power cut: content, name, and folders made for it. */
  readonly sync?: boolean;
}

export interface PlaceOption extends SyncOption {
  /** Straight under its name: until the promise resolves a part may stand there. For what nobody relies on until then. */
  readonly inPlace?: boolean;
}

/**
 * A file that is written from front to back, as an answer or the journal comes in.
 *
 * Contract: writes take effect in the order of the calls, each is whole in the file, for other processes to see, when
 * its promise resolves, and outlives the process then; only what was synced outlives the machine. A write that fails
 * may have left a part of itself behind. `close` may be called twice.
 */
export interface FileStream {
  write(data: FileData): Promise<void>;
  sync(): Promise<void>;
  /** The length of the file that stands at the path now, whoever wrote it; undefined when it is gone or another. */
  length(): Promise<number | undefined>;
  close(): Promise<void>;
}

/**
 * The files below one root folder.
 *
 * Contract: a path is relative to the root, with forward slashes. One that leaves the root (absolute, by `..`, or by
 * a symbolic link on the way) is refused with `PATH_REFUSED`; so is, when writing, a name that not every system can
 * hold. Folders are made as needed by whatever writes. What the disk refuses comes as a `WhetstoneError` with code
 * `DISK_FULL`, `NOT_PERMITTED`, `READ_ONLY`, `DISK_FAILED` or `FILE_FAILED`, never as the system's own error.
 * What is not there is `undefined` when read and no error when removed. Calls for one path must not overlap.
 */
export interface Files {
  /** Absolute, in the system's own form. */
  readonly root: string;
  /** The absolute path for an agent or a message; refused like any other use of the path. */
  absolute(path: string): string;
  read(path: string): Promise<Uint8Array | undefined>;
  /** As UTF-8; what is not UTF-8 comes as U+FFFD. */
  readText(path: string): Promise<string | undefined>;
  /** Without `inPlace` the old content or the new one stands there at every moment, never a part. */
  writeAtomic(path: string, data: FileData, options?: PlaceOption): Promise<void>;
  /** Makes the file unless something stands there: then false, and nothing is changed. A reader may see a part of it. */
  createExclusive(path: string, data: FileData, options?: SyncOption): Promise<boolean>;
  /** `replace` empties what was there. */
  openStream(path: string, mode: "append" | "replace"): Promise<FileStream>;
  /** Sets the time of its last change to now; false when the file is not there. */
  touch(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** The folder or file and all below it; links are removed, not followed. Never the root itself. */
  removeTree(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Sorted by path; `""` is the root; empty for a folder that is not there. Links are not followed. */
  list(folder: string, options?: { readonly recursive?: boolean }): Promise<FileEntry[]>;
  stat(path: string): Promise<FileEntry | undefined>;
  exists(path: string): Promise<boolean>;
}
