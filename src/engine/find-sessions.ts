import { type Dirent, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { JOURNAL } from "../mediator/session-paths.ts";
import { slashed } from "./files/slashed.ts";

const DEEPEST = 5;
/** Most folders searched, because the page may be opened on a home directory. */
const MOST_FOLDERS = 20_000;
/** Hidden folders that are searched: Kiro's specs, and the sessions of framework specs. */
const SHOWN = new Set([".kiro", ".whetstone"]);
const PASSED_OVER = new Set(["node_modules", "dist", "attempts", "prompts"]);

export async function findSessions(
  root: string,
): Promise<{ sessions: readonly string[]; documents: readonly string[] }> {
  const sessions: string[] = [];
  const documents: string[] = [];
  let folders = [root];
  let looked = 0;
  for (let depth = 0; depth <= DEEPEST && folders.length > 0; depth += 1) {
    const deeper: string[] = [];
    for (const folder of folders) {
      looked += 1;
      if (looked > MOST_FOLDERS) return { sessions, documents };
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      if (entries.some((entry) => entry.isFile() && entry.name === JOURNAL)) {
        sessions.push(folder);
        continue;
      }
      for (const { name } of entries.filter(isMarkdown)) documents.push(join(folder, name));
      const folders = entries.filter((entry) => entry.isDirectory() && isLookedInto(entry.name));
      for (const { name } of folders) deeper.push(join(folder, name));
    }
    folders = deeper;
  }
  return { sessions, documents };
}

/** The name of a session before `--new` renamed it: `checkout` for `checkout-old-1`. */
export function nameBefore(name: string): string {
  return name.replace(/-old-\d{1,6}$/, "");
}

/** Leaves out sessions that `--new` renamed, while their successors exist; they can still be named. */
export function withoutSetAside(folders: readonly string[]): string[] {
  return folders.filter((folder) => {
    const now = join(dirname(folder), nameBefore(basename(folder)));
    return now === folder || !folders.includes(now);
  });
}

export function keyOf(root: string, path: string): string {
  return slashed(relative(root, path)) || ".";
}

export function pathOfKey(root: string, key: string): string | undefined {
  const parts = key.split("/");
  if (key === ".") return root;
  return isAbsolute(key) || !parts.every(isPlainName) ? undefined : join(root, ...parts);
}

/** Whether a part of a path is a visible name or one of the searched hidden folders, and not `..`. */
function isPlainName(part: string): boolean {
  return SHOWN.has(part) || (part !== "" && !part.startsWith(".") && !/[\\:\0]/.test(part));
}

export function isSessionFolder(folder: string): boolean {
  return existsSync(join(folder, JOURNAL));
}

function isMarkdown(entry: Dirent): boolean {
  return entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name) && !entry.name.startsWith(".");
}

function isLookedInto(folder: string): boolean {
  return SHOWN.has(folder) || (!folder.startsWith(".") && !PASSED_OVER.has(folder));
}
