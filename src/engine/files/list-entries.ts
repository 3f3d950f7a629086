import { readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { FileEntry, FileKind } from "../../ports/files.ts";
import { lookAt } from "./file-errors.ts";

/** What stands in a folder, sorted by path; links are told, not followed. */
export function listEntries(root: string, folder: string, recursive: boolean): FileEntry[] {
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

export function entryAt(absolute: string, path: string): FileEntry | undefined {
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
