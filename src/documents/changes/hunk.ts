import type { Spec, SpecFile } from "../../model/change.ts";

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
    if (fileHunks.length === 0) return file;
    const changed = { path: file.path, text: splice(file.text, fileHunks) };
    origins.delete(file); // keeps only the last origin, or every version would stay in memory
    origins.set(changed, { file, hunks: fileHunks });
    return changed;
  });
}

/** The previous version of a file and the hunks that changed it; only of the newest version. */
interface Origin {
  readonly file: SpecFile;
  readonly hunks: readonly Hunk[];
}

const origins = new WeakMap<object, Origin>();

export function originOf(file: Pick<SpecFile, "text">): Origin | undefined {
  return origins.get(file);
}

/** The whole lines in which a file differs from its origin: offsets `from` to `to` of that, `from` to `end` of the file. */
export interface ChangedLines {
  readonly origin: SpecFile;
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/** For reading only the changed lines of a file again; `undefined` if its origin is unknown. */
export function changedLines(file: Pick<SpecFile, "text">): ChangedLines | undefined {
  const { file: origin, hunks = [] } = origins.get(file) ?? {};
  const start = hunks[0]?.start ?? 0;
  // Between `\r` and `\n` a hunk could change how many lines there are.
  if (origin === undefined || origin.text.includes("\r") || file.text.includes("\r")) return undefined;
  const from = start === 0 ? 0 : origin.text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = origin.text.indexOf("\n", Math.max(...hunks.map((hunk) => hunk.end)));
  const to = lineEnd === -1 ? origin.text.length : lineEnd + 1;
  return { origin, from, to, end: to + file.text.length - origin.text.length };
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
