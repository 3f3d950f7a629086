import { diffWordsWithSpace } from "diff";
import type { Change, Spec, SpecFile } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { rememberLast } from "../../model/remember-last.ts";
import { applyBatch } from "./apply-changes.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { placeHunks } from "./hunk.ts";
import { diffLineLists, type LineRange } from "./line-diff.ts";

/** Passages with more edits, or longer ones, count as different as a whole: comparing their words would take long. */
const MOST_EDITS = 100;
const LONGEST_COMPARED = 2000;

/** Changes with the same result as an earlier version's (SPEC 9, H4); `undefined` if a version does not apply. */
export function sameOutcome(spec: Spec, changes: readonly Change[], earlier: readonly Change[]): Change[] | undefined {
  const now = applyBatch(spec, { round: 0, sets: [{ changes }] });
  const before = applyBatch(spec, { round: 0, sets: [{ changes: earlier }] });
  if (!now.ok || !before.ok) return undefined;
  const touched = now.spec.flatMap((file, at) => {
    const passages = differences(before.spec[at] ?? file, file);
    const placed = placeHunks(now.hunks.filter((hunk) => hunk.file === file.path));
    // A change that wrote a whole passage is another one; only without such a passage are words compared.
    return placed.filter(
      (place) =>
        passages.some((passage) => isWithin(passage, place)) || passages.some((passage) => differsIn(passage, place)),
    );
  });
  return changes.filter(({ number }) => !touched.some(({ hunk }) => hunk.change === number));
}

/** Lines that differ from an earlier text; `at` is their range of offsets in `text`. */
interface Passage {
  readonly text: string;
  readonly at: LineRange;
  readonly words: readonly [before: string, now: string];
}

const differences = rememberLast(2, (before: SpecFile, now: SpecFile): Passage[] => {
  const [old, next] = [viewOf(before), viewOf(now)];
  return diffLineLists(old.lineTexts, next.lineTexts).map((lines) => {
    const [gone, at] = [spanOf(old, lines.before), spanOf(next, lines.after)];
    return { text: now.text, at, words: [before.text.slice(gone.from, gone.to), now.text.slice(at.from, at.to)] };
  });
});

function differsIn(passage: Passage, place: LineRange): boolean {
  const isNear = meets(place, withSpace(passage.text, passage.at));
  return isNear && otherWords(passage).some((words) => meets(place, words));
}

function isWithin({ at: { from }, words: [before, now] }: Passage, place: LineRange): boolean {
  const first = from + now.length - now.trimStart().length;
  const isInside = now.trim() !== "" && place.from <= first && from + now.trimEnd().length <= place.to;
  return isInside && before.replace(/\s+/g, "") !== now.replace(/\s+/g, "");
}

function meets(a: LineRange, b: LineRange): boolean {
  return a.from <= b.to && b.from <= a.to;
}

/** The ranges of a passage that has other words than before, or lacks some of them. */
const otherWords = rememberFor(({ text, at: put, words }: Passage): LineRange[] => {
  const isShort = words.join().length <= LONGEST_COMPARED;
  const parts = isShort ? diffWordsWithSpace(...words, { maxEditLength: MOST_EDITS }) : undefined;
  if (parts === undefined) return [withSpace(text, put)];
  let at = put.from;
  return parts.flatMap(({ value, added, removed }) => {
    const from = at;
    if (!removed) at += value.length;
    // White space alone is no difference; for removed words it counts on both sides of the place.
    if (value.trim() === "" || !(added || removed)) return [];
    if (added) return [{ from: from + value.search(/\S/), to: from + value.trimEnd().length }];
    return [withSpace(text, { from: at, to: at })];
  });
});

function withSpace(text: string, { from, to }: LineRange): LineRange {
  return { from: text.slice(0, from).trimEnd().length, to: text.length - text.slice(to).trimStart().length };
}

function spanOf({ lines, text }: FileView, { from, to }: LineRange): LineRange {
  const startOf = (line: number) => lines[line]?.start ?? text.length;
  return { from: startOf(from), to: startOf(to) };
}
