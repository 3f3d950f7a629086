import type { Spec } from "../../model/change.ts";

/** What a change does to the bytes of a file: `text` stands where `start` to `end` (exclusive) stood. */
export interface Hunk {
  /** The number of the change. */
  readonly change: number;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Added at the end of a section: what is added after a line there sticks to that line, and comes first. */
  readonly atEnd?: true;
}

/** Carries out hunks that do not overlap. Files that no hunk names are the same objects as before. */
export function applyHunks(spec: Spec, hunks: readonly Hunk[]): Spec {
  if (hunks.length === 0) return spec;
  return spec.map((file) => {
    const own = sortHunks(hunks.filter((hunk) => hunk.file === file.path));
    return own.length === 0 ? file : { path: file.path, text: splice(file.text, own) };
  });
}

/**
 * By place; of insertions at one point words of the line first, then lines below it, those at the end of a section last,
 * each in the order given; and all before what is replaced.
 */
export function sortHunks<Any extends Hunk>(hunks: readonly Any[]): Any[] {
  return [...hunks].sort((a, b) => a.start - b.start || rank(a) - rank(b));
}

function rank({ start, end, text, atEnd }: Hunk): number {
  if (end > start) return 3;
  if (atEnd) return 2;
  return /^[\r\n]/.test(text) ? 1 : 0;
}

function splice(text: string, sorted: readonly Hunk[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const hunk of sorted) {
    pieces.push(text.slice(at, hunk.start), hunk.text);
    at = Math.max(at, hunk.end);
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}
