import { diffArrays } from "diff";
import { diff3MergeRegions, type IRegion } from "node-diff3";
import type { Change, ChangeBatch, MergeOverlap, Spec } from "../../model/change.ts";
import { quoteRegion } from "./changes-between.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { findQuote, foldQuote } from "./find-quote.ts";
import { applyHunks, type Hunk, overlap } from "./hunk.ts";
import { diffLineLists, type LineRange } from "./line-diff.ts";
import { findHunk } from "./locate-change.ts";
import { replaySteps } from "./replay.ts";
import { headingAt, sectionsIn } from "./sections.ts";

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

/** What becomes of a change that the author's newest text does not simply take. */
interface MergedChange {
  /** How to say it there; absent where a person has to be asked. */
  readonly change?: Change;
  readonly versions: Pick<MergeOverlap, "file" | "base" | "ours" | "theirs">;
}

/** Merges a change of one text, `hunk` there, with what the author made of it; `undefined` where they have it already. */
function mergeChange(
  before: Spec,
  after: Spec,
  { number, ...change }: Change,
  hunk: Hunk | undefined,
): MergedChange | undefined {
  const [old, now] = [before, after].map((spec) => spec.find(({ path }) => path === hunk?.file));
  if (hunk === undefined || old === undefined || now === undefined) {
    return { versions: { file: after[0]?.path ?? "", base: change.old, ours: change.new, theirs: "" } };
  }
  const [view, newest] = [viewOf(old), viewOf(now)];
  const [made = view] = applyHunks([old], [hunk]).map(viewOf);
  const { region, mapped } = mapRegion(view, newest, view.linesAt(hunk));
  const changed = { from: region.from, to: region.to + made.lines.length - view.lines.length };
  const [base, theirs] = [linesText(view, region), linesText(newest, mapped)];
  const { text, conflict } = mergeWords(linesText(made, changed), base, theirs);
  if (text === theirs) return undefined;
  // With as many lines around it as tell the place apart, so that a decision can be put there.
  const quoted = quoteRegion(after.map(viewOf), newest, mapped, text === "" ? [] : text.split("\n"));
  const { from, to } = quoted?.region ?? mapped;
  const lead = newest.lineTexts.slice(from, mapped.from);
  const trail = newest.lineTexts.slice(mapped.to, to);
  const { old: kept, new: ours } = quoted?.edit ?? { old: theirs, new: text };
  const versions = { file: now.path, base: [...lead, base, ...trail].join("\n"), ours, theirs: kept };
  return { versions, ...(quoted && !conflict ? { change: { number, ...quoted.edit } } : {}) };
}

/** The author took the change over: its words stand in the new text under the same heading, and did not in the old. */
function isDone(before: Spec, after: Spec, change: Change, hunk: Hunk | undefined): boolean {
  const added = foldQuote(change.new);
  const heading = hunk && headingOf(before, hunk);
  const now = findQuote(after.map(viewOf), added).filter(({ view, start }) => headingAt(view, start) === heading);
  if (now.length === 0 || findQuote(before.map(viewOf), added).length > 0) return false;
  if (change.kind !== "replace") return change.kind !== "remove";
  return findQuote(after.map(viewOf), foldQuote(change.old)).every((old) =>
    now.some(({ view, start, end }) => view === old.view && start <= old.start && old.end <= end),
  );
}

/** The heading that a hunk stands under. */
function headingOf(spec: Spec, { file, start }: Hunk): string {
  const found = spec.find(({ path }) => path === file);
  return found === undefined ? "" : headingAt(viewOf(found), start);
}

/** The lines of a region and of every difference that meets it, in both texts. */
function mapRegion(view: FileView, newest: FileView, touched: LineRange): { region: LineRange; mapped: LineRange } {
  let { from, to } = touched;
  const differences = diffLineLists(view.folded.text.split("\n"), newest.folded.text.split("\n"));
  const met = differences.filter(({ before }) => before.from < touched.to && touched.from < before.to);
  for (const { before } of met) [from, to] = [Math.min(from, before.from), Math.max(to, before.to)];
  const shift = (most: number, isCounted: (at: LineRange) => boolean) =>
    differences
      .filter(({ before }) => isCounted(before))
      .reduce((sum, { before, after }) => sum + (after.to - after.from) - (before.to - before.from), most);
  const mapped = { from: shift(from, (at) => at.to <= from), to: shift(to, (at) => at.to <= from || at.from < to) };
  return { region: { from, to }, mapped };
}

function linesText({ lineTexts }: FileView, { from, to }: LineRange): string {
  return lineTexts.slice(from, to).join("\n");
}

/** The library's cost grows with the product of the lengths: longer texts are merged by lines. */
const MOST_WORDS = 4000;
/** An author who kept less of a passage wrote it anew: what the other edit meant there is for a person to say. */
const LEAST_KEPT = 0.5;

/** Both edits of a text, word by word; a conflict, with ours in it, where they touch the same or neighbouring words (SPEC 12). */
export function mergeWords(ours: string, base: string, theirs: string) {
  const split = Math.max(ours.length, base.length, theirs.length) > MOST_WORDS * 5 ? splitLines : splitWords;
  const regions = diff3MergeRegions(split(ours), split(base), split(theirs));
  const text = regions.map(textOf).join("");
  return { text, conflict: regions.some(isConflict) || isRewritten(base, theirs, ours) };
}

/** Spaces belong to the word before them, so that edits side by side meet: `5 minutes` cannot become `15 seconds`. */
function splitWords(text: string): string[] {
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
  // Lines that were only wrapped anew are no edit of the words.
  return !isSame(ours, theirs) && !isSame(ours, base) && !isSame(theirs, base);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return fold(a) === fold(b);
}

function fold(tokens: readonly string[]): string {
  return tokens.join("").replace(/\s+/g, " ");
}

function isRewritten(base: string, theirs: string, ours: string): boolean {
  if (theirs === base || theirs === ours) return false;
  const [words, now] = [wordsOf(base), wordsOf(theirs)];
  const parts = diffArrays(words, now, { maxEditLength: MOST_WORDS }) ?? [];
  const kept = parts.reduce((sum, part) => (part.added || part.removed ? sum : sum + part.count), 0);
  return kept < LEAST_KEPT * words.length;
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
