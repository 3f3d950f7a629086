import { diffArrays } from "diff";
import { diff3MergeRegions, type IRegion } from "node-diff3";

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
export function splitWords(text: string): string[] {
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
