import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { decodeExact } from "../../documents/decode.ts";
import { type FrameworkHome, frameworkHome } from "../../documents/layouts/framework-home.ts";
import type { Layout } from "../../documents/layouts/layout.ts";
import { findLayout } from "../../documents/layouts/layout.ts";
import { withoutAppendix } from "../../documents/stated/appendix.ts";
import { isFinishedVersion } from "../../documents/stated/version-name.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Spec } from "../../model/change.ts";
import { listMarkdown, readSpecBytes } from "../markdown-files.ts";
import { specName } from "./session-names.ts";

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
  const decoded = decodeExact(readSpecBytes(file, word));
  if (!decoded.undecodable) return withoutAppendix(decoded.text);
  throw new UsageError(`the spec is not text: ${decoded.reason}`, {
    target: word,
    fix: "Name a text file that is saved as UTF-8.",
  });
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
