import { diffArrays } from "diff";
import { diff3MergeRegions, type IRegion } from "node-diff3";

/** The library's cost grows with the product of the lengths: longer texts are merged by lines. */
const MOST_WORDS = 4000;
/** An edit that kept a smaller part of a passage rewrote it: a person decides how the other edit applies. */
const LEAST_KEPT = 0.5;

/** Merges two edits of a text by words; a conflict, with our text, if they touch neighbouring words (SPEC 12). */
export function mergeWords(ours: string, base: string, theirs: string) {
  const split = Math.max(ours.length, base.length, theirs.length) > MOST_WORDS * 5 ? splitLines : splitWords;
  const regions = diff3MergeRegions(split(ours), split(base), split(theirs));
  const text = regions.map(textOf).join("");
  return { text, conflict: regions.some(isConflict) || isRewritten(ours, base, theirs) };
}

/** Words with the spaces after them, so that neighbouring edits touch: `5 minutes` cannot become `15 seconds`. */
export function splitWords(text: string): string[] {
  return text.match(/(?:[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_])[^\S\n]*|\s+/gu) ?? [];
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function textOf(region: IRegion<string>): string {
  if (region.stable) return region.bufferContent.join("");
  return (isSame(region.aContent, region.oContent) ? region.bContent : region.aContent).join("");
}

function isConflict(region: IRegion<string>): boolean {
  if (region.stable) return false;
  const { aContent: ours, oContent: base, bContent: theirs } = region;
  // Rewrapping lines does not edit their words.
  return !isSame(ours, theirs) && !isSame(ours, base) && !isSame(theirs, base);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return fold(a) === fold(b);
}

function fold(tokens: readonly string[]): string {
  return tokens.join("").replace(/\s+/g, " ");
}

function isRewritten(ours: string, base: string, theirs: string): boolean {
  if (ours === theirs || ours === base || theirs === base) return false;
  return [ours, theirs].some((text) => keptShare(base, text) < LEAST_KEPT);
}

/** The share of its words that a text kept in another, from 0 to 1. */
function keptShare(before: string, after: string): number {
  const [words, now] = [wordsOf(before), wordsOf(after)];
  if (words.length === 0) return before.trim() === after.trim() ? 1 : 0;
  const parts = diffArrays(words, now, { maxEditLength: MOST_WORDS }) ?? [];
  const kept = parts.reduce((sum, part) => (part.added || part.removed ? sum : sum + part.count), 0);
  return kept / words.length;
}

/** The words of a text, without the marks between them. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
