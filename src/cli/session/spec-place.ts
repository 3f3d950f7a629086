import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { foldersUpward } from "../../config/config-file.ts";
import { type Decoded, decodeExact } from "../../documents/decode.ts";
import { areRelated, type FrameworkHome, frameworkHome, HOME_FOLDER } from "../../documents/layouts/framework-home.ts";
import { findLayout, type Layout } from "../../documents/layouts/layout.ts";
import { withoutAppendix } from "../../documents/stated/appendix.ts";
import { isFinishedVersion, withoutVersion } from "../../documents/stated/version-name.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { isSessionFolder, nameBefore } from "../../engine/find-sessions.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { JOURNAL } from "../../mediator/session-paths.ts";
import type { Spec } from "../../model/change.ts";
import { orUndefined } from "../../model/defined.ts";

/** The spec that the User names: one file, or several that are refined as one (SPEC 12). */
export interface SpecPlace {
  /** Absolute; the session is kept here unless `home` is set. */
  readonly folder: string;
  /** Relative to the folder, with forward slashes, in reading order. */
  readonly files: readonly string[];
  readonly name: string;
  readonly layout: Layout;
  /** For a spec in a framework's folders: where its session is kept. */
  readonly home?: FrameworkHome;
}

const TEXT_NAME = /(?:\.(?:md|markdown|mdx|txt)|[\\/][^.\\/]+)$/i;

export function mustBeMarkdown(path: string, word: string): void {
  if (TEXT_NAME.test(path)) return;
  throw new UsageError(`${basename(path)} is not markdown`, {
    target: word,
    fix: "Name a file that ends in .md, .markdown, .mdx or .txt.",
  });
}

/** Finds the spec at a path by its layout. `sessions` is the name of the folder of sessions. */
export function specPlace(cwd: string, word: string, sessions: string): SpecPlace {
  const path = resolve(cwd, word);
  if (!existsSync(path)) {
    throw new UsageError("no such file", {
      target: word,
      fix: "Check the path. It must lead to a markdown file or a folder of them.",
    });
  }
  const kind = statSync(path).isDirectory() ? "folder" : "file";
  if (kind === "file") mustBeMarkdown(path, word);
  const place = { path: slashed(path), kind } as const;
  const found =
    kind === "file"
      ? findLayout({ ...place, files: [basename(path)], text: readText(path, word) })
      : findLayout({ ...place, files: markdownBelow(path, word, sessions) });
  if (found === undefined) {
    throw new UsageError("that folder has no markdown files", { target: word, fix: "Name the spec itself." });
  }
  const { layout, files } = found;
  const home = frameworkHome({ ...place, files });
  const kept = home === undefined ? { layout } : { layout, home };
  const [only] = files;
  if (kind === "file") return { ...kept, files, folder: dirname(path), name: specName(path) };
  if (only === undefined || files.length > 1) return { ...kept, files, folder: path, name: basename(path) };
  const file = join(path, ...only.split("/"));
  return { ...kept, files: [basename(file)], folder: dirname(file), name: specName(file) };
}

export function readSource({ folder, files, name }: SpecPlace): Spec {
  const [only = name] = files.length === 1 ? files : [];
  const read = files.map((path) => ({ path, text: readText(join(folder, ...path.split("/")), path) }));
  if (read.every(({ text }) => text.replace(HEADING, "").trim() === "")) {
    const isEmpty = read.every(({ text }) => text.trim() === "");
    throw new UsageError(`${only} ${isEmpty ? "is empty" : "has no text below its headings"}`, {
      fix: "Describe what it should do.",
    });
  }
  return read;
}

const HEADING = /^\uFEFF? {0,3}#{1,6}(?:[ \t].*)?$/gm;

/** The exact text with byte order mark and line ends, but without a session's appendix (SPEC 12). */
function readText(file: string, word: string): string {
  return withoutAppendix(mustBeText(decodeExact(readSpecBytes(file, word)), "the spec", word));
}

export function mustBeText(decoded: Decoded, what: string, target: string): string {
  if (!decoded.undecodable) return decoded.text;
  const fix = "Name a text file that is saved as UTF-8.";
  throw new UsageError(`${what} is not text: ${decoded.reason}`, { target, fix });
}

const MOST_FILES = 200;

/** The markdown files of a spec, without final versions and hidden files. */
function markdownBelow(folder: string, word: string, sessions: string): string[] {
  const found: string[] = [];
  const isExcluded = (name: string) => name === sessions || name.startsWith(".") || isFinishedVersion(name);
  for (const file of listMarkdown(folder, isExcluded)) {
    found.push(file);
    if (found.length <= MOST_FILES) continue;
    throw new UsageError(`the folder has more than ${MOST_FILES} markdown files`, {
      target: word,
      fix: "Name a folder of one spec, or a file.",
    });
  }
  return found;
}

/** A folder as the User would type it. */
export function shownFolder(folder: string, cwd: string): string {
  return relative(cwd, folder) || ".";
}

/** The name of a spec's session. */
export function specName(file: string): string {
  return basename(file).replace(/\.(md|markdown)$/i, "");
}

/** The session folder of a spec in a framework's folders, outside of them (SPEC 12). */
export function homeFolder({ root, name }: FrameworkHome): string {
  return join(root, ...HOME_FOLDER.split("/"), name);
}

/** The names in a folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  return orUndefined(() => readdirSync(folder)) ?? [];
}

/** The sessions on a spec or an earlier version of it, including renamed ones, and on a folder that contains it. */
export function sessionsOn(path: string, sessions: string): string[] {
  const base = withoutVersion(specName(path));
  const beside = below(join(dirname(path), sessions), (name) => withoutVersion(nameBefore(name)) === base);
  const around = foldersUpward(dirname(path)).flatMap((folder) =>
    below(join(folder, sessions), (name) => nameBefore(name) === basename(folder)),
  );
  const home = frameworkHome({ path: slashed(path), kind: "file", files: [basename(path)] });
  const atHome =
    home === undefined ? [] : below(dirname(homeFolder(home)), (name) => areRelated(nameBefore(name), home.name));
  return [...new Set([...beside, ...around, ...atHome])].filter(isSessionFolder);
}

/** The paths in a folder whose names match. */
export function below(folder: string, isMeant: (name: string) => boolean): string[] {
  return namesIn(folder)
    .filter(isMeant)
    .map((name) => join(folder, name));
}

/** The markdown files below a folder, sorted by name; dependencies and session folders are skipped. */
export function* listMarkdown(
  folder: string,
  isExcluded: (name: string, above: string) => boolean,
  above = "",
): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (entries.some(({ name }) => name === JOURNAL)) return;
  for (const entry of entries) {
    const { name } = entry;
    if (name === "node_modules" || isExcluded(name, above)) continue;
    if (entry.isDirectory()) yield* listMarkdown(join(folder, name), isExcluded, `${above}${name}/`);
    else if (entry.isFile() && /\.(?:md|markdown)$/i.test(name)) yield above + name;
  }
}

/** Reads a spec; `shown` is its path as the person wrote it. */
export function readSpecBytes(file: string, shown: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new UsageError("the spec cannot be read", { target: shown, fix: "Check its permissions.", cause });
  }
}
