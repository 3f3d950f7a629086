import { diffArrays } from "diff";
import { diff3MergeRegions, type IRegion } from "node-diff3";

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

/** The library's cost grows with the product of the lengths: edits of longer texts collide. */
const LONGEST = 20_000;
/** An edit that kept a smaller part of a passage rewrote it: a person decides how the other edit applies. */
const LEAST_KEPT = 0.5;

/** Merges two edits of a line by words; a conflict, with our text, if they touch neighbouring words (SPEC 12). */
export function mergeWords(ours: string, base: string, theirs: string): { text: string; conflict: boolean } {
  if (theirs === base || theirs === ours) return { text: ours, conflict: false };
  if (ours === base) return { text: theirs, conflict: false };
  const isLong = Math.max(ours.length, base.length, theirs.length) > LONGEST;
  if (isLong || isRewritten(base, ours) || isRewritten(base, theirs)) return { text: ours, conflict: true };
  const regions = diff3MergeRegions(splitWords(ours), splitWords(base), splitWords(theirs));
  return { text: regions.map(textOf).join(""), conflict: regions.some(isConflict) };
}

/** Words with the spaces after them, so that neighbouring edits touch: `5 minutes` cannot become `15 seconds`. */
function splitWords(text: string): string[] {
  return text.match(/(?:[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_])[^\S\n]*|\s+/gu) ?? [];
}

function textOf(region: IRegion<string>): string {
  return (region.stable ? region.bufferContent : region.aContent).join("");
}

function isConflict(region: IRegion<string>): boolean {
  return !region.stable && region.aContent.join("") !== region.bContent.join("");
}

/** Whether less than half of the words of a text are left in another. */
export function isRewritten(before: string, after: string): boolean {
  const words = wordsOf(before);
  if (words.length === 0) return before.trim() !== after.trim();
  const parts = diffArrays(words, wordsOf(after), { maxEditLength: LONGEST }) ?? [];
  const kept = parts.reduce((sum, part) => (part.added || part.removed ? sum : sum + part.count), 0);
  return kept / words.length < LEAST_KEPT;
}

/** The words of a text, without the marks between them. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
