import { diff3MergeRegions, type IRegion } from "node-diff3";
import { isRewritten, mergeWords } from "./merge-words.ts";

type Lines = readonly string[];

/** A text with both edits; of what only a person can decide it has ours. */
interface Merged {
  readonly text: string;
  /** The lines of their text (from 1) where the two edits collide; none if everything could be merged. */
  readonly collisions: readonly number[];
}

/** Merges two edits of a text by lines, and within a line by words: lines are never joined (SPEC 12). */
export function mergeTexts(ours: string, base: string, theirs: string): Merged {
  if (theirs === base || theirs === ours) return { text: ours, collisions: [] };
  if (ours === base) return { text: theirs, collisions: [] };
  // Of a passage that the author removed, our version is offered whole.
  if (theirs === "") return { text: ours, collisions: [1] };
  const text: string[] = [];
  const collisions: number[] = [];
  for (const region of diff3MergeRegions(linesOf(ours), linesOf(base), linesOf(theirs))) {
    const { lines, collide } = region.stable ? free(region.bufferContent) : mergeRegion(region);
    text.push(...lines);
    if (collide && !region.stable) collisions.push(region.bStart + 1);
  }
  return { text: text.join("\n"), collisions };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

/** Lines with both edits; with ours where these collide. */
interface MergedLines {
  readonly lines: Lines;
  readonly collide: boolean;
}

function free(lines: Lines): MergedLines {
  return { lines, collide: false };
}

function mergeRegion({ aContent, oContent, bContent }: Exclude<IRegion<string>, { stable: true }>): MergedLines {
  const [ours, base, theirs]: [Lines, Lines, Lines] = [aContent, oContent, bContent];
  if (isSame(ours, theirs) || isSame(theirs, base)) return free(ours);
  if (isSame(ours, base)) return free(theirs);
  // Both added lines at one place: ours belong to the line above.
  if (base.length === 0) return free([...ours, ...theirs]);
  const [added, own] = [addedTo(base, ours), addedTo(base, theirs)];
  if (added?.above) return free([...added.above, ...theirs]);
  if (own !== undefined) return free([...(own.above ?? []), ...ours, ...(own.below ?? [])]);
  // Lines that we added below a line need that line, though the author may have edited it.
  if (added?.below) return { lines: [...theirs, ...added.below], collide: !areKept(base, theirs) };
  if (ours.length !== base.length || theirs.length !== base.length) return { lines: ours, collide: true };
  const merged = base.map((line, at) => mergeWords(ours[at] ?? "", line, theirs[at] ?? ""));
  return { lines: merged.map(({ text }) => text), collide: merged.some(({ conflict }) => conflict) };
}

/** What was only added below or above lines; `undefined` where the lines themselves were edited. */
function addedTo(base: Lines, now: Lines): { readonly above?: Lines; readonly below?: Lines } | undefined {
  if (isSame(now.slice(0, base.length), base)) return { below: now.slice(base.length) };
  return isSame(now.slice(-base.length), base) ? { above: now.slice(0, -base.length) } : undefined;
}

function areKept(base: Lines, now: Lines): boolean {
  return now.length === base.length && base.every((line, at) => !isRewritten(line, now[at] ?? ""));
}

function isSame(a: Lines, b: Lines): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at]);
}
