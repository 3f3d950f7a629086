import type { Spec, SpecFile } from "../../model/change.ts";

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
    if (own.length === 0) return file;
    const made = { path: file.path, text: splice(file.text, own) };
    origins.delete(file); // no version holds on to all those before it
    origins.set(made, { file, hunks: own });
    return made;
  });
}

/** What a file was made of, as long as nothing was made of that: what is known of the one says most of the other. */
interface Origin {
  readonly file: SpecFile;
  readonly hunks: readonly Hunk[];
}

const origins = new WeakMap<object, Origin>();

export function originOf(file: Pick<SpecFile, "text">): Origin | undefined {
  return origins.get(file);
}

/** Hunks of one file, with where their text stands in the result. */
export function placeHunks<Any extends Hunk>(hunks: readonly Any[]): { hunk: Any; from: number; to: number }[] {
  let shift = 0;
  return sortHunks(hunks).map((hunk) => {
    const from = hunk.start + shift;
    shift += hunk.text.length - (hunk.end - hunk.start);
    return { hunk, from, to: from + hunk.text.length };
  });
}

/** Whether two cannot both be done: ranges intersect, or an insertion falls inside one (SPEC 4.2). */
export function overlap(a: Hunk, b: Hunk): boolean {
  if (a.file !== b.file) return false;
  // An insertion is an empty range: at the edge of another it is beside it, and two at one point are no overlap.
  return (a.start < b.end && b.start < a.end) || isBehindRemoved(a, b) || isBehindRemoved(b, a);
}

/** Words behind others that go would stand behind another line. */
function isBehindRemoved(words: Hunk, { end, text }: Hunk): boolean {
  return words.start === words.end && !addsLines(words) && text === "" && end === words.start;
}

/** Lines put behind a line. */
export function addsLines({ start, end, text }: Hunk): boolean {
  return start === end && /^[\r\n]/.test(text);
}

/** By place; insertions at one point: words of the line, lines below it, ends of sections; then what is replaced. */
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
