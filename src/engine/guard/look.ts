import { lstatSync } from "node:fs";
import type { FileKind } from "../../ports/files.ts";
import { unlessMissing } from "../files/file-errors.ts";

/** What can be seen of a path without reading it. */
export interface Look {
  readonly kind: FileKind;
  readonly mode: number;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** Another one means that somebody may have touched it: nobody can set the time of the last change back. */
  readonly stamp: string;
}

export function lookAt(absolute: string): Look | undefined {
  const status = unlessMissing(() => lstatSync(absolute, { bigint: true }));
  if (status === undefined) return undefined;
  return {
    kind: status.isFile() ? "file" : status.isDirectory() ? "folder" : status.isSymbolicLink() ? "link" : "other",
    mode: Number(status.mode & 0o7777n),
    bytes: Number(status.size),
    modified: Number(status.mtimeMs),
    stamp: `${status.ino} ${status.size} ${status.mtimeNs} ${status.ctimeNs}`,
  };
}
