import type { Change, ChangeBatch, MergeOverlap, Spec } from "../../model/change.ts";
import { alignedLines } from "./aligned-lines.ts";
import { quoteRegion } from "./changes-between.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { findQuote, foldQuote } from "./find-quote.ts";
import { addsLines, applyHunks, type Hunk, overlap } from "./hunk.ts";
import { diffLineLists, type LineDiff, type LineRange } from "./line-diff.ts";
import { findHunk } from "./locate-change.ts";
import { mergeTexts } from "./merge-texts.ts";
import { replaySteps } from "./replay.ts";
import { headingAt, pathText, sectionAt, sectionsIn } from "./section-places.ts";

/**
 * Replays accepted batches on the author's newest text (SPEC 12); `before` is the text that they were accepted on.
 * Restates changes in the author's words; `overlaps` are those that the User has to decide about.
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

/** Changes that wait, restated for a text that has changed; as they were where they mean the same, or clash with it. */
export function followChanges(before: Spec, after: Spec, changes: readonly Change[]): readonly Change[] {
  if (changes.every((change) => isSameEdit(before, after, change))) return changes;
  const { batches, overlaps } = rebase(before, after, [{ round: 0, sets: [{ gap: "GAP-ANY-001", changes }] }]);
  return overlaps.length > 0 ? changes : (batches[0]?.sets[0]?.changes ?? []);
}

/** Whether a change replaces the same words with the same text, and whole lines or a part of a line as before. */
function isSameEdit(before: Spec, after: Spec, change: Change): boolean {
  const [was, now] = [editOf(before, change), editOf(after, change)];
  return was !== undefined && was === now;
}

function editOf(spec: Spec, change: Change): string | undefined {
  const hunk = findHunk(spec, change);
  if (hunk === undefined) return undefined;
  const { file, start, end, text } = hunk;
  const whole = viewIn(spec, file)?.text ?? "";
  const isBreak = (at: number) => at < 0 || at >= whole.length || whole[at] === "\n" || whole[at] === "\r";
  return JSON.stringify([file, whole.slice(start, end), text, isBreak(start) || isBreak(start - 1), isBreak(end)]);
}

/** Changes that put the User's decision in place of an overlap, of which the first that applies is used; or none. */
export function resolveOverlap(overlap: MergeOverlap, words: string): Change[] {
  const { change: number, file, theirs } = overlap;
  if (words === theirs) return [];
  if (theirs.trim() === "") return [{ number, kind: "add-at-end", place: file, old: "", new: words }];
  const changeOf = (old: string, now: string): Change => ({
    number,
    kind: now.trim() === "" ? "remove" : "replace",
    place: file,
    old,
    new: now,
  });
  // Lines that both texts have only locate the place; a shorter quotation without them may apply where this fails.
  const [before, now] = [theirs.split("\n"), words.split("\n")];
  const [only, ...more] = diffLineLists(before, now);
  if (only === undefined || only.before.to === only.before.from || more.length > 0) return [changeOf(theirs, words)];
  const textOf = (lines: readonly string[], { from, to }: LineRange) => lines.slice(from, to).join("\n");
  return [changeOf(theirs, words), changeOf(textOf(before, only.before), textOf(now, only.after))];
}

/** The rebase of one batch; `taken` and `overlaps` grow. */
interface Run {
  readonly before: Spec;
  readonly after: Spec;
  readonly batch: number;
  readonly taken: Hunk[];
  readonly overlaps: MergeOverlap[];
}

/** The change as it was or restated; none if the author's text has it already, or the User has to be asked. */
function rebaseChange(run: Run, change: Change, set: number): Change[] {
  const [was, now] = [findHunk(run.before, change), findHunk(run.after, change)];
  if (was !== undefined && isAdded(run, change, was)) return [];
  const merged = was && mergeChange(run, was);
  const stays = now !== undefined && (change.kind === "add-at-end" || merged?.stays(now) === true);
  if (!stays && merged?.isDone) return [];
  const ways = [...(stays ? [change] : []), ...(merged?.edits(change) ?? [])];
  const restated = ways.find((way) => take(run, way));
  if (restated !== undefined) return [restated];
  const { batch, overlaps, after } = run;
  const { versions = { file: after[0]?.path ?? "", base: change.old, ours: change.new, theirs: "" } } = merged ?? {};
  if (!joinOverlap(overlaps, change)) overlaps.push({ batch, set, change: change.number, ...versions });
  return [];
}

/** Whether the author added the same lines under the same heading. */
function isAdded({ before, after }: Run, change: Change, was: Hunk): boolean {
  if (!addsLines(was)) return false;
  const added = foldQuote(change.new);
  const view = viewIn(before, was.file);
  const heading = view && headingAt(view, was.start);
  const now = findQuote(after.map(viewOf), added).filter(
    ({ view, start, startsLine, endsLine }) => startsLine && endsLine && headingAt(view, start) === heading,
  );
  return now.length > 0 && findQuote(before.map(viewOf), added).length === 0;
}

function viewIn(spec: Spec, file: string): FileView | undefined {
  const found = spec.find(({ path }) => path === file);
  return found && viewOf(found);
}

/** The lines that a change touches, merged with the author's edits of them. */
interface MergedChange {
  /** The author's text already has the change. */
  readonly isDone: boolean;
  readonly versions: Pick<MergeOverlap, "file" | "base" | "ours" | "theirs">;
  /** Whether an edit is that of the change: in its place, or of the same lines that were moved. */
  stays(now: Hunk): boolean;
  /** Edits that lead to the merged lines, the best first; none where the author's edit and the change collide. */
  edits(change: Change): Change[];
}

function mergeChange({ before, after }: Run, hunk: Hunk): MergedChange | undefined {
  const [old, newest] = [viewIn(before, hunk.file), viewIn(after, hunk.file)];
  if (old === undefined || newest === undefined) return undefined;
  const [made = old] = applyHunks([old.file], [hunk]).map(viewOf);
  const differences = diffLineLists(old.folded.lines, newest.folded.lines);
  const touched = linesOfHunk(old, hunk);
  const anchor = addsLines(hunk) ? alignedLines(old.folded.lines, newest.folded.lines).now(touched.to) : undefined;
  const { region, mapped: found } = anchor
    ? { region: touched, mapped: { from: anchor.line - 1, to: anchor.endLine } }
    : mapRegion(differences, touched);
  const own = addsLines(hunk) ? writtenBelow(old, newest, { differences, touched, added: hunk.text }) : undefined;
  const mapped = { from: found.from, to: own ?? found.to };
  const changed = { from: region.from, to: region.to + made.lines.length - old.lines.length };
  const [base, ours, theirs] = [linesText(old, region), linesText(made, changed), linesText(newest, mapped)];
  const isAsked = own !== undefined || isOtherPlace(old, newest, region, mapped);
  const { text, collisions } = isAsked ? { text: ours, collisions: [mapped.from] } : mergeTexts(ours, base, theirs);
  const put = text === "" ? [] : text.split("\n");
  // Widened to a quotation that is unique in the file, so that a decision can be applied there.
  const quoted = quoteRegion(after.map(viewOf), newest, mapped, put);
  const { from, to } = quoted?.region ?? mapped;
  const around = [newest.lineTexts.slice(from, mapped.from), newest.lineTexts.slice(mapped.to, to)] as const;
  const { old: kept, new: chosen } = quoted?.edit ?? { old: theirs, new: text };
  const isIn = (now: Hunk, { from, to }: LineRange) => {
    const lines = linesOfHunk(newest, now);
    return now.file === hunk.file && from <= lines.from && lines.to <= to;
  };
  return {
    isDone: text === theirs,
    versions: { file: hunk.file, base: [...around[0], base, ...around[1]].join("\n"), ours: chosen, theirs: kept },
    stays(now) {
      const isSame = linesText(old, touched).trimEnd() === linesText(newest, linesOfHunk(newest, now)).trimEnd();
      const isMoved = isSame && differences.some((difference) => isIn(now, difference.after));
      return isMoved || (collisions.length === 0 && isIn(now, mapped) && addsLines(now) === addsLines(hunk));
    },
    edits(change) {
      if (collisions.length > 0) return [];
      // What was added below a line, or at the end of a section, is added there again, whatever the line or heading says now.
      const place = pathText(sectionAt(sectionsIn(newest), mapped.to), after.length > 1);
      const below: Change =
        change.kind === "add-at-end" ? { ...change, place } : { ...change, kind: "add-after", old: theirs };
      const now = addsLines(hunk) ? findHunk(after, below) : undefined;
      const edit = quoted && { number: change.number, ...quoted.edit };
      return [...(now && (now.atEnd || isIn(now, mapped)) ? [below] : []), ...(edit ? [edit] : [])];
    },
  };
}

/** The lines that a hunk touches; of removed ones not the blank lines above them, nor the end of the line before. */
function linesOfHunk(view: FileView, hunk: Hunk): LineRange {
  const { from, to } = view.linesAt(hunk);
  const isRemoved = (at: number) => !view.isBlank(at) && (view.lines[at]?.end ?? 0) > hunk.start;
  const first = from + view.lineTexts.slice(from, to).findIndex((_, at) => isRemoved(from + at));
  return hunk.text === "" && first > from ? { from: first, to } : { from, to };
}

/** Whether lines that are repeated are now under another heading: those of the change may be gone. */
function isOtherPlace(old: FileView, newest: FileView, region: LineRange, mapped: LineRange): boolean {
  const [was, is] = [headingOf(old, region), headingOf(newest, mapped)];
  const lines = linesText(old, region);
  return (
    was !== is &&
    lines === linesText(newest, mapped) &&
    `\n${old.lineTexts.join("\n")}\n`.split(`\n${lines}\n`).length > 2
  );
}

function headingOf(view: FileView, { from }: LineRange): string {
  return headingAt(view, view.lines[from]?.start ?? view.text.length);
}

/** Where lines end that the author wrote below the same heading or item as a change: one may answer the other. */
function writtenBelow(
  old: FileView,
  newest: FileView,
  { differences, touched, added }: { differences: readonly LineDiff[]; touched: LineRange; added: string },
): number | undefined {
  const anchor = old.lineText(touched.to - 1);
  const own = differences.find(({ before }) => before.from === before.to && before.from >= touched.to);
  if (own === undefined || old.lineTexts.slice(touched.to, own.before.from).some(hasWords)) return undefined;
  const isBelow = anchor.startsWith("#") ? (line: string) => !line.startsWith("#") : isNestedIn(anchor);
  // Where more was there before, both only add to it.
  if (isBelow(old.lineTexts.slice(touched.to).find(hasWords) ?? anchor)) return undefined;
  const lines = newest.lineTexts.slice(own.after.from, own.after.to);
  const end = lines.findIndex((line) => hasWords(line) && !isBelow(line));
  const last = lines.slice(0, end === -1 ? undefined : end).findLastIndex(hasWords);
  return last >= 0 && isBelow(added.replace(/^[\r\n]+/, "")) ? own.after.from + last + 1 : undefined;
}

const hasWords = (line: string) => line.trim() !== "";

/** Whether a line is indented more than an item of a list. */
function isNestedIn(item: string): (line: string) => boolean {
  const indent = (line: string) => line.length - line.trimStart().length;
  return (line) => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(item) && indent(line) > indent(item);
}

function take({ after, taken }: Run, change: Change): boolean {
  const hunk = findHunk(after, change);
  if (hunk === undefined || taken.some((other) => overlap(other, hunk))) return false;
  taken.push(hunk);
  return true;
}

/** Adds a change to an open overlap whose words it changes: it builds on text that the User may not choose. */
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

/** Widens a region to the differences that it meets, and finds the same region in the newer text. */
function mapRegion(differences: readonly LineDiff[], touched: LineRange): { region: LineRange; mapped: LineRange } {
  const met = differences.filter(({ before }) => before.from < touched.to && touched.from < before.to);
  const from = Math.min(touched.from, met[0]?.before.from ?? touched.from);
  const to = Math.max(touched.to, met.at(-1)?.before.to ?? touched.to);
  const moved = (line: number, last: LineDiff | undefined) => line + (last ? last.after.to - last.before.to : 0);
  const above = differences.findLast(({ before }) => before.to <= from);
  const inside = differences.findLast(({ before }) => before.from < to);
  return { region: { from, to }, mapped: { from: moved(from, above), to: moved(to, inside) } };
}

function linesText({ lineTexts }: FileView, { from, to }: LineRange): string {
  return lineTexts.slice(from, to).join("\n");
}
