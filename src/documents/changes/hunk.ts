import type { Spec } from "../../model/change.ts";

/** An edit of a file: `text` replaces the characters `start` to `end` (exclusive). */
export interface Hunk {
  /** The number of the change. */
  readonly change: number;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Added at the end of a section, and so after lines at the same offset that belong to the line above. */
  readonly atEnd?: true;
}

/** Applies hunks that do not overlap. Files without hunks stay the same objects. */
export function applyHunks(spec: Spec, hunks: readonly Hunk[]): Spec {
  if (hunks.length === 0) return spec;
  return spec.map((file) => {
    const fileHunks = sortHunks(hunks.filter((hunk) => hunk.file === file.path));
    return fileHunks.length === 0 ? file : { path: file.path, text: splice(file.text, fileHunks) };
  });
}

/** The hunks of one file, with the range of their text in the result. */
export function placeHunks<Any extends Hunk>(hunks: readonly Any[]): { hunk: Any; from: number; to: number }[] {
  let shift = 0;
  return sortHunks(hunks).map((hunk) => {
    const from = hunk.start + shift;
    shift += hunk.text.length - (hunk.end - hunk.start);
    return { hunk, from, to: from + hunk.text.length };
  });
}

/** Whether two hunks exclude each other: ranges intersect, or an insertion falls inside one (SPEC 4.2). */
export function overlap(a: Hunk, b: Hunk): boolean {
  if (a.file !== b.file) return false;
  // An insertion is an empty range: it overlaps no range that it only touches, and no insertion at the same point.
  return (a.start < b.end && b.start < a.end) || isBehindRemoved(a, b) || isBehindRemoved(b, a);
}

/** Words inserted right after removed text would end up after different words than their author saw. */
function isBehindRemoved(words: Hunk, { end, text }: Hunk): boolean {
  return words.start === words.end && !addsLines(words) && text === "" && end === words.start;
}

/** Whether a hunk adds whole lines after a line. */
export function addsLines({ start, end, text }: Hunk): boolean {
  return start === end && /^[\r\n]/.test(text);
}

/** By offset. At one offset: words within the line, lines after it, ends of sections, then replacements. */
function sortHunks<Any extends Hunk>(hunks: readonly Any[]): Any[] {
  return [...hunks].sort((a, b) => a.start - b.start || rank(a) - rank(b));
}

function rank(hunk: Hunk): number {
  if (hunk.end > hunk.start) return 3;
  if (hunk.atEnd) return 2;
  return addsLines(hunk) ? 1 : 0;
}

function splice(text: string, sorted: readonly Hunk[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const hunk of sorted) {
    pieces.push(text.slice(at, hunk.start), hunk.text);
    at = Math.max(at, hunk.end);
  }
  return [...pieces, text.slice(at)].join("");
}
