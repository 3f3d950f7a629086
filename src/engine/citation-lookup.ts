import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Citation } from "../documents/values.ts";

const LARGEST_FILE = 4_000_000;

/** Whether a cited `file:line` exists below the codebase (SPEC 15.5), or in the source, which may be cited, too. */
export function citationLookup(codebase: string, source: string): (citation: Citation) => boolean {
  const known = new Map<string, number>([["source.md", countLines(source)]]);
  return ({ file, endLine }) => {
    const lines = known.get(file) ?? linesBelow(codebase, file);
    known.set(file, lines);
    return endLine <= lines;
  };
}

/** 0 for what is not there, leads out, or is no text of a size that a person would cite. */
function linesBelow(codebase: string, file: string): number {
  try {
    const root = realpathSync(codebase);
    const real = realpathSync(resolve(root, file));
    const way = relative(root, real);
    const status = statSync(real);
    if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return 0;
    return status.isFile() && status.size <= LARGEST_FILE ? countLines(readFileSync(real, "utf8")) : 0;
  } catch {
    return 0;
  }
}

function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
