import { diffWordsWithSpace } from "diff";
import type { Change, Spec, SpecFile } from "../../model/change.ts";
import { rememberLast } from "../../model/remember-last.ts";
import { applyBatch } from "./apply-changes.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { placeHunks } from "./hunk.ts";
import { diffLineLists, type LineRange } from "./line-diff.ts";

/** Passages that differ by more, or are longer together, are other texts: comparing their words takes long. */
const MOST_EDITS = 100;
const LONGEST_COMPARED = 2000;

/**
 * The changes that leave their place in the text as those of an earlier version do, however both are cut (SPEC 9, H4).
 * `undefined` where one of the versions does not apply to this text.
 */
export function sameOutcome(spec: Spec, changes: readonly Change[], earlier: readonly Change[]): Change[] | undefined {
  const now = applyBatch(spec, { round: 0, sets: [{ changes }] });
  const before = applyBatch(spec, { round: 0, sets: [{ changes: earlier }] });
  if (!now.ok || !before.ok) return undefined;
  const touched = now.spec.flatMap((file, at) => {
    const spans = differences(before.spec[at] ?? file, file);
    const own = placeHunks(now.hunks.filter((hunk) => hunk.file === file.path));
    return own.filter((place) => spans.some(({ from, to }) => from <= place.to && place.from <= to));
  });
  return changes.filter(({ number }) => !touched.some(({ hunk }) => hunk.change === number));
}

/** Where a text has other words than an earlier one, or lacks some of its words. */
const differences = rememberLast(2, (before: SpecFile, now: SpecFile): LineRange[] => {
  const [old, next] = [viewOf(before), viewOf(now)];
  return diffLineLists(old.lineTexts, next.lineTexts).flatMap((lines) => {
    const [gone, put] = [spanOf(old, lines.before), spanOf(next, lines.after)];
    const words = [before.text.slice(gone.from, gone.to), now.text.slice(put.from, put.to)] as const;
    const isShort = words.join().length <= LONGEST_COMPARED;
    const parts = isShort ? diffWordsWithSpace(...words, { maxEditLength: MOST_EDITS }) : undefined;
    if (parts === undefined) return [withSpace(now.text, put)];
    let at = put.from;
    return parts.flatMap(({ value, added, removed }) => {
      const from = at;
      if (!removed) at += value.length;
      // White space alone is no difference, and belongs to either side of words that are gone.
      if (value.trim() === "" || !(added || removed)) return [];
      if (added) return [{ from: from + value.search(/\S/), to: from + value.trimEnd().length }];
      return [withSpace(now.text, { from: at, to: at })];
    });
  });
});

function withSpace(text: string, { from, to }: LineRange): LineRange {
  return { from: text.slice(0, from).trimEnd().length, to: text.length - text.slice(to).trimStart().length };
}

function spanOf({ lines, text }: FileView, { from, to }: LineRange): LineRange {
  const startOf = (line: number) => lines[line]?.start ?? text.length;
  return { from: startOf(from), to: startOf(to) };
}
