// Files that outlive a power cut, in the plainest way there is.
import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from "node:fs";

export function writeSynced(path, text) {
  const file = openSync(path, "w");
  writeSync(file, text);
  fdatasyncSync(file);
  closeSync(file);
}

/** The names of the files in it. */
export function syncFolder(path) {
  const folder = openSync(path, "r");
  fsyncSync(folder);
  closeSync(folder);
}
