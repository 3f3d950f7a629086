import type { Change, ChangeBatch, MergeOverlap, Spec } from "../../model/change.ts";
import { viewOf } from "./file-view.ts";
import { applyHunks, type Hunk, overlap } from "./hunk.ts";
import { findHunk } from "./locate-change.ts";
import { headingOf, isDone, mergeChange } from "./merge-change.ts";
import { replaySteps } from "./replay.ts";
import { sectionsIn } from "./view-sections.ts";

/**
 * Replays what was accepted on the text that the author has now (SPEC 12); `before` is what it was accepted on. The
 * batches as they were, set by set: changes restated in the author's words, without those that are asked about.
 */
export function rebase(before: Spec, after: Spec, batches: readonly ChangeBatch[]) {
  const overlaps: MergeOverlap[] = [];
  const steps = replaySteps(before, batches);
  let spec = after;
  const rebased = batches.map((batch, index): ChangeBatch => {
    const run: Run = { before: steps[index]?.before ?? before, after: spec, batch: index, taken: [], overlaps };
    const sets = batch.sets.map((set, at) => ({
      ...set,
      changes: set.changes.flatMap((change) => rebaseChange(run, change, at)),
    }));
    spec = applyHunks(spec, run.taken);
    return { ...batch, sets };
  });
  return { batches: rebased, spec, overlaps };
}

/** The change that puts what the User decided where both had touched the same words; none where nothing changes. */
export function resolveOverlap(overlap: MergeOverlap, words: string): Change | undefined {
  const { change: number, file, theirs } = overlap;
  if (words === theirs) return undefined;
  if (theirs.trim() === "") return { number, kind: "add-at-end", place: file, old: "", new: words };
  const kind = words.trim() === "" ? "remove" : "replace";
  return { number, kind, place: file, old: theirs, new: words };
}

/** A batch under way. */
interface Run {
  readonly before: Spec;
  readonly after: Spec;
  readonly batch: number;
  readonly taken: Hunk[];
  readonly overlaps: MergeOverlap[];
}

/** Quoted words that still stand there say it best, also where their section has moved. */
function rebaseChange(run: Run, change: Change, set: number): Change[] {
  const { before, after, batch, overlaps } = run;
  const was = findHunk(before, change);
  if (isDone(before, after, change, was)) return [];
  if (staysInPlace(run, change, was) && take(run, change)) return [change];
  const merged = mergeChange(before, after, change, was);
  if (merged?.change && take(run, merged.change)) return [merged.change];
  if (merged && !joinOverlap(overlaps, change)) {
    overlaps.push({ batch, set, change: change.number, ...merged.versions });
  }
  return [];
}

/** Words that stand under another heading now are not those that were changed, while the heading is still there. */
function staysInPlace({ before, after }: Run, change: Change, was: Hunk | undefined): boolean {
  const is = findHunk(after, change);
  if (was === undefined || is === undefined) return true;
  const heading = headingOf(before, was);
  if (heading === headingOf(after, is)) return true;
  return !after.some((file) => sectionsIn(viewOf(file)).some(({ path }) => path.at(-1) === heading));
}

function take({ after, taken }: Run, change: Change): boolean {
  const hunk = findHunk(after, change);
  if (hunk === undefined || taken.some((other) => overlap(other, hunk))) return false;
  taken.push(hunk);
  return true;
}

/** A change of words that are asked about already belongs to that question: it builds on what it may not get. */
function joinOverlap(overlaps: MergeOverlap[], change: Change): boolean {
  for (const [index, open] of [...overlaps.entries()].reverse()) {
    const spec = [{ path: "", text: open.ours }];
    const hunk = findHunk(spec, change);
    if (hunk === undefined) continue;
    overlaps[index] = { ...open, ours: applyHunks(spec, [hunk])[0]?.text ?? open.ours };
    return true;
  }
  return false;
}
