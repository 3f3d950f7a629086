import { diffWordsWithSpace } from "diff";
import type { Change, Spec, SpecFile } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { rememberLast } from "../../model/remember-last.ts";
import { applyBatch } from "./apply-changes.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { placeHunks } from "./hunk.ts";
import { diffLineLists } from "./line-diff.ts";

/** Texts that differ by more are other texts. */
const MOST_EDITS = 400;

/**
 * The changes that leave their place in the text as those of an earlier version do, however both are cut (SPEC 9, H4).
 * `undefined` where one of the versions does not apply to this text.
 */
export function sameOutcome(spec: Spec, changes: readonly Change[], earlier: readonly Change[]): Change[] | undefined {
  const now = applyBatch(spec, { round: 0, sets: [{ changes }] });
  const before = applyBatch(spec, { round: 0, sets: [{ changes: earlier }] });
  if (!now.ok || !before.ok) return undefined;
  const touched = now.spec.flatMap((file, at) => {
    const own = placeHunks(now.hunks.filter((hunk) => hunk.file === file.path));
    const lines = differences(before.spec[at] ?? file, file);
    return own.filter((place) => isTouchedBy(lines, place));
  });
  const isTouched = (number: number) => touched.some(({ hunk }) => hunk.change === number);
  return changes.filter(({ number }) => !isTouched(number));
}

/** A part of the text that the changes lead to; `gone`: words of the earlier version are not there. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly gone?: boolean;
}

/** Lines of the text `now` that differ; `words`: what the earlier version has there. */
interface Lines extends Span {
  readonly now: string;
  readonly words: string;
}

const differences = rememberLast(2, (before: SpecFile, now: SpecFile): Lines[] => {
  const [old, next] = [viewOf(before), viewOf(now)];
  return diffLineLists(old.lineTexts, next.lineTexts).map(({ before: gone, after }) => ({
    now: now.text,
    words: before.text.slice(startOf(old, gone.from), startOf(old, gone.to)),
    from: startOf(next, after.from),
    to: startOf(next, after.to),
  }));
});

/** Words are compared, which takes long, only where the lines are not all of them of the place. */
function isTouchedBy(lines: readonly Lines[], place: Span): boolean {
  const near = lines.filter((each) => touches(place, goneAt(each.now, each.from, each.to)) && hasOtherWords(each));
  return (
    near.some((each) => isWithin(solidOf(each), place)) ||
    near.some((each) => wordDifferences(each).some((span) => touches(place, span)))
  );
}

function hasOtherWords({ now, words, from, to }: Lines): boolean {
  const [old, next] = [words, now.slice(from, to)].map((text) => text.trim().split(/\s+/).join(" "));
  return old !== next;
}

/** Without white space at either end. */
function solidOf({ now, from, to }: Lines): Span {
  const text = now.slice(from, to);
  return { from: to - text.trimStart().length, to: from + text.trimEnd().length };
}

function isWithin({ from, to }: Span, place: Span): boolean {
  return place.from <= from && to <= place.to;
}

function startOf({ lines, text }: FileView, line: number): number {
  return lines[line]?.start ?? text.length;
}

/** White space alone is no difference, and belongs to either side of words that are gone. */
const wordDifferences = rememberFor((lines: Lines): Span[] => {
  const { now, words, from: start, to: end } = lines;
  if (words.trim() === "") return [solidOf(lines)];
  let at = start;
  const parts = diffWordsWithSpace(words, now.slice(start, end), { maxEditLength: MOST_EDITS });
  const spans = parts?.flatMap(({ value, added, removed }): Span[] => {
    const from = at;
    if (!removed) at += value.length;
    if ((!added && !removed) || value.trim() === "") return [];
    if (added) return [{ from: from + value.search(/\S/), to: from + value.trimEnd().length }];
    return [goneAt(now, at, at)];
  });
  return spans ?? [{ from: start, to: end, gone: true }];
});

function goneAt(now: string, from: number, to: number): Span {
  return { from: now.slice(0, from).trimEnd().length, to: now.length - now.slice(to).trimStart().length, gone: true };
}

function touches(place: Span, { from, to, gone }: Span): boolean {
  return gone ? from <= place.to && to >= place.from : from < place.to && to > place.from;
}
