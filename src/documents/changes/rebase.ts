import type { Change, ChangeBatch, ChangeSet, MergeOverlap, Spec } from "../../model/change.ts";
import { applyBatch } from "./apply-batch.ts";
import { headingAt, viewOf } from "./file-view.ts";
import { applyHunks, type Hunk } from "./hunk.ts";
import { locateChanges } from "./locate-changes.ts";
import { isDone, mergeChange } from "./merge-change.ts";
import { overlap } from "./overlaps.ts";
import { replaySteps } from "./replay.ts";

export interface Rebased {
  /** As they were, set by set; changes restated in the author's words, without those that are asked about. */
  readonly batches: readonly ChangeBatch[];
  readonly spec: Spec;
  readonly overlaps: readonly MergeOverlap[];
}

/** Replays what was accepted on the text that the author has now (SPEC 12): `before` is what it was accepted on. */
export function rebase(before: Spec, after: Spec, batches: readonly ChangeBatch[]): Rebased {
  const overlaps: MergeOverlap[] = [];
  let spec = after;
  const steps = replaySteps(before, batches);
  const rebased = batches.map((batch, index) => {
    const from = steps[index]?.before ?? before;
    const next = new BatchRebase(from, spec, index, overlaps).run(batch);
    const applied = applyBatch(spec, next);
    if (applied.ok) spec = applied.spec;
    return next;
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

class BatchRebase {
  readonly #before: Spec;
  readonly #after: Spec;
  readonly #batch: number;
  readonly #overlaps: MergeOverlap[];
  readonly #taken: Hunk[] = [];

  constructor(before: Spec, after: Spec, batch: number, overlaps: MergeOverlap[]) {
    this.#before = before;
    this.#after = after;
    this.#batch = batch;
    this.#overlaps = overlaps;
  }

  run(batch: ChangeBatch): ChangeBatch {
    const sets = batch.sets.map((set, index): ChangeSet => {
      const changes = set.changes.flatMap((change) => this.#rebase(change, index) ?? []);
      return { ...set, changes };
    });
    return { ...batch, sets };
  }

  /** Quoted words that still stand there say it best, also where their section has moved. */
  #rebase(change: Change, set: number): Change | undefined {
    if (isDone(this.#before, this.#after, change)) return undefined;
    if (this.#staysInPlace(change) && this.#take(change)) return change;
    const { changes, done, versions } = mergeChange(this.#before, this.#after, change);
    const restated = changes.find((candidate) => this.#take(candidate));
    if (restated !== undefined || done || this.#joinOverlap(change)) return restated;
    this.#overlaps.push({ batch: this.#batch, set, change: change.number, ...versions });
    return undefined;
  }

  /** Words that stand under another heading now are not those that were changed, while the heading is still there. */
  #staysInPlace(change: Change): boolean {
    const [was] = locateChanges(this.#before, [change]).hunks;
    const [is] = locateChanges(this.#after, [change]).hunks;
    if (was === undefined || is === undefined) return true;
    const heading = headingOf(this.#before, was);
    if (heading === headingOf(this.#after, is)) return true;
    return !this.#after.some((file) => viewOf(file).sections.some(({ path }) => path.at(-1) === heading));
  }

  #take(change: Change): boolean {
    const [hunk] = locateChanges(this.#after, [change]).hunks;
    if (hunk === undefined || this.#taken.some((other) => overlap(other, hunk))) return false;
    this.#taken.push(hunk);
    return true;
  }

  /** A change of words that are asked about already belongs to that question: it builds on what it may not get. */
  #joinOverlap(change: Change): boolean {
    const index = this.#overlaps.findLastIndex(({ ours }) => locateChanges(asSpec(ours), [change]).hunks.length === 1);
    const open = this.#overlaps[index];
    if (open === undefined) return false;
    const spec = asSpec(open.ours);
    const [file] = applyHunks(spec, locateChanges(spec, [change]).hunks);
    this.#overlaps[index] = { ...open, ours: file?.text ?? open.ours };
    return true;
  }
}

function headingOf(spec: Spec, { file, start }: Hunk): string {
  const found = spec.find(({ path }) => path === file);
  return found === undefined ? "" : headingAt(viewOf(found), start);
}

function asSpec(text: string): Spec {
  return [{ path: "", text }];
}
