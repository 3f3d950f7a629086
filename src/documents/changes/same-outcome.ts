import { diffWordsWithSpace } from "diff";
import type { Change, Spec, SpecFile } from "../../model/change.ts";
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
    const spans = differences(before.spec[at] ?? file, file);
    const own = placeHunks(now.hunks.filter((hunk) => hunk.file === file.path));
    return own.filter((place) => spans.some((span) => touches(place, span)));
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

/** Words are compared where lines differ; lines that have little in common differ as a whole. */
const differences = rememberLast(2, (before: SpecFile, now: SpecFile): Span[] => {
  const [old, next] = [viewOf(before), viewOf(now)];
  return diffLineLists(old.lineTexts, next.lineTexts).flatMap(({ before: gone, after }): Span[] => {
    const [from, to] = [startOf(next, after.from), startOf(next, after.to)];
    const words = before.text.slice(startOf(old, gone.from), startOf(old, gone.to));
    return wordDifferences(words, now.text, from, to) ?? [{ from, to, gone: true }];
  });
});

function startOf({ lines, text }: FileView, line: number): number {
  return lines[line]?.start ?? text.length;
}

/** White space alone is no difference, and belongs to either side of words that are gone. */
function wordDifferences(before: string, now: string, start: number, end: number): Span[] | undefined {
  let at = start;
  return diffWordsWithSpace(before, now.slice(start, end), { maxEditLength: MOST_EDITS })?.flatMap(
    ({ value, added, removed }) => {
      const from = at;
      if (!removed) at += value.length;
      if ((!added && !removed) || value.trim() === "") return [];
      if (added) return [{ from: from + value.search(/\S/), to: from + value.trimEnd().length }];
      return [
        { from: now.slice(0, at).trimEnd().length, to: now.length - now.slice(at).trimStart().length, gone: true },
      ];
    },
  );
}

function touches(place: Span, { from, to, gone }: Span): boolean {
  return gone ? from <= place.to && to >= place.from : from < place.to && to > place.from;
}
