// Writes files that survive a power cut, in the plainest way.
import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from "node:fs";

export function writeSynced(path, text) {
  const file = openSync(path, "w");
  writeSync(file, text);
  fdatasyncSync(file);
  closeSync(file);
}

/** Makes the names of the files in a folder durable. */
export function syncFolder(path) {
  const folder = openSync(path, "r");
  fsyncSync(folder);
  closeSync(folder);
}
