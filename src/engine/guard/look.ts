import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import type { FileKind } from "../../ports/files.ts";
import { unlessMissing } from "../files/file-errors.ts";

/** What can be seen of a path without reading it. */
export interface Look {
  readonly kind: FileKind;
  readonly mode: number;
  /** Another one means that somebody may have touched it; absent while a change would not show in it. */
  readonly stamp: string | undefined;
}

/** File systems tell times no finer than this: a change so soon after a write may look like the write. */
const COARSE_MILLISECONDS = 50;

export function lookAt(absolute: string): Look | undefined {
  const status = unlessMissing(() => lstatSync(absolute, { bigint: true }));
  if (status === undefined) return undefined;
  // Nobody can set the time of the last change back.
  const isFresh = Date.now() - Number(status.ctimeMs) <= COARSE_MILLISECONDS;
  return {
    kind: status.isFile() ? "file" : status.isDirectory() ? "folder" : status.isSymbolicLink() ? "link" : "other",
    mode: Number(status.mode & 0o7777n),
    stamp: isFresh ? undefined : `${status.ino} ${status.size} ${status.mtimeNs} ${status.ctimeNs}`,
  };
}

/** A file's bytes or where a link leads; undefined where it cannot be had: then it is not what it ought to be. */
export function contentAt(absolute: string, kind: FileKind): Buffer | undefined {
  try {
    return kind === "link" ? Buffer.from(readlinkSync(absolute)) : readFileSync(absolute);
  } catch {
    return undefined;
  }
}
