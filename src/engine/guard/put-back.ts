import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { lookAt } from "../files/file-errors.ts";
import { writeAll } from "../files/node-file-stream.ts";
import { retryBusySync } from "../files/retry-busy.ts";
import type { Kept } from "./kept.ts";

let temporaries = 0;

/** Makes what stands at the path what it ought to be; nothing, or something of the same kind, may stand there. */
export function putBack(absolute: string, kept: Kept, temporary: string): void {
  switch (kept.kind) {
    case "folder":
      mkdirSync(absolute, { recursive: true });
      chmodSync(absolute, kept.mode);
      return;
    case "link":
      symlinkSync(kept.target, absolute);
      return;
    case "file":
      replace(absolute, kept.content.whole(), kept.mode, temporary);
  }
}

/** Synced: what was durable before somebody touched it is durable again. */
function replace(absolute: string, bytes: Uint8Array, mode: number, folder: string): void {
  const temporary = join(folder, nextName());
  const handle = openSync(temporary, "wx", mode);
  try {
    writeAll(handle, bytes);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  retryBusySync(process.platform, () => renameSync(temporary, absolute));
}

/** Of a path as the name of a file aside: no system holds names without end. */
const LONGEST_NAME = 60;

/**
 * Moves what stands at the path into a folder, under a name that is free there, and tells the name. Nothing is ever
 * deleted by what a listing says: the listing may be a lie by the time it is used, and a person may have put there what
 * they wanted to keep.
 */
export function moveAside(absolute: string, path: string, folder: string): string {
  const name = path.replaceAll("/", "_").slice(-LONGEST_NAME);
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${count}_${name}`;
    const target = join(folder, free);
    if (lookAt(target) !== undefined) continue;
    retryBusySync(process.platform, () => renameSync(absolute, target));
    return free;
  }
}

function nextName(): string {
  temporaries += 1;
  return `${process.pid}-back-${temporaries}.tmp`;
}

/** The content, or undefined where it cannot be had: then it is not what it ought to be. */
export function contentAt(absolute: string): Buffer | undefined {
  try {
    return readFileSync(absolute);
  } catch {
    return undefined;
  }
}
