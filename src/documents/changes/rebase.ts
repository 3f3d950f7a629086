import type { Change, ChangeBatch, MergeOverlap, Spec } from "../../model/change.ts";
import { allSections } from "../markdown/markdown.ts";
import { alignedLines } from "./aligned-lines.ts";
import { quoteRegion } from "./changes-between.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { findQuote, foldQuote } from "./find-quote.ts";
import { addsLines, applyHunks, type Hunk, overlap } from "./hunk.ts";
import { blocksAt } from "./hunk-of-change.ts";
import { diffBlocks, diffLineLists, type LineDiff, type LineRange } from "./line-diff.ts";
import { findHunk } from "./locate-change.ts";
import { mergeTexts } from "./merge-texts.ts";
import { replaySteps } from "./replay.ts";
import { findPlaces, headingAt, pathText, sectionsIn } from "./section-places.ts";

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
  const was = findHunk(run.before, change);
  if (was !== undefined && isAdded(run, change, was)) return [];
  const merged = was && mergeChange(run, was);
  const now = findHunk(run.after, change);
  const isMoved = was && now && merged && movesTo(run, was, now, merged);
  if (merged?.isDone && !(isMoved && change.kind === "remove")) return [];
  const restated = (isMoved ? [change] : waysToRestate(run, change, was, merged)).find((way) => take(run, way));
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
  const heading = headingOf(before, was);
  const now = findQuote(after.map(viewOf), added).filter(
    ({ view, start, startsLine, endsLine }) => startsLine && endsLine && headingAt(view, start) === heading,
  );
  return now.length > 0 && findQuote(before.map(viewOf), added).length === 0;
}

function headingOf(spec: Spec, { file, start }: Hunk): string {
  const view = viewIn(spec, file);
  return view === undefined ? "" : headingAt(view, start);
}

function headingOfLine(view: FileView, { from }: LineRange): string {
  return headingAt(view, view.lines[from]?.start ?? view.text.length);
}

function viewIn(spec: Spec, file: string): FileView | undefined {
  const found = spec.find(({ path }) => path === file);
  return found && viewOf(found);
}

/** The lines that a change touches, merged with the author's edits of them. */
interface MergedChange {
  /** The author's text already has the change. */
  readonly isDone: boolean;
  /** The User has to be asked. */
  readonly conflict: boolean;
  /** The edit that leads to the merged lines; absent where they cannot be quoted. */
  readonly edit: Omit<Change, "number"> | undefined;
  /** The author's lines there. */
  readonly theirs: readonly string[];
  /** The whole file with both edits. */
  readonly lines: readonly string[];
  readonly differences: readonly LineDiff[];
  readonly versions: Pick<MergeOverlap, "file" | "base" | "ours" | "theirs">;
}

function mergeChange({ before, after }: Run, hunk: Hunk): MergedChange | undefined {
  const [old, newest] = [viewIn(before, hunk.file), viewIn(after, hunk.file)];
  if (old === undefined || newest === undefined) return undefined;
  const [made = old] = applyHunks([old.file], [hunk]).map(viewOf);
  const differences = diffBlocks(old.folded.lines, newest.folded.lines);
  const { region, mapped: found } = mapRegion(differences, old.linesAt(hunk));
  const own = isFirstBelow(old, made, hunk) ? newLinesBelow(newest, found.to - 1, differences) : 0;
  const mapped = { from: found.from, to: found.to + own };
  const changed = { from: region.from, to: region.to + made.lines.length - old.lines.length };
  const [base, theirs] = [linesText(old, region), linesText(newest, mapped)];
  const changedText = linesText(made, changed);
  const isAsked = own > 0 || isOtherPlace(old, newest, region, mapped);
  const { text, conflict } = isAsked ? { text: changedText, conflict: true } : mergeTexts(changedText, base, theirs);
  const put = text === "" ? [] : text.split("\n");
  // Widened to a quotation that is unique in the file, so that a decision can be applied there.
  const quoted = quoteRegion(after.map(viewOf), newest, mapped, put);
  const { from, to } = quoted?.region ?? mapped;
  const around = [newest.lineTexts.slice(from, mapped.from), newest.lineTexts.slice(mapped.to, to)] as const;
  const { old: kept, new: ours } = quoted?.edit ?? { old: theirs, new: text };
  return {
    isDone: text === theirs,
    conflict,
    edit: quoted?.edit,
    theirs: newest.lineTexts.slice(mapped.from, mapped.to),
    lines: [...newest.lineTexts.slice(0, mapped.from), ...put, ...newest.lineTexts.slice(mapped.to)],
    differences,
    versions: { file: hunk.file, base: [...around[0], base, ...around[1]].join("\n"), ours, theirs: kept },
  };
}

/** Whether the same lines are now under another heading, and fewer of them are left: those of the change may be gone. */
function isOtherPlace(old: FileView, newest: FileView, region: LineRange, mapped: LineRange): boolean {
  const lines = linesText(old, region);
  if (lines !== linesText(newest, mapped)) return false;
  const [was, is] = [old, newest].map((view) => `\n${view.lineTexts.join("\n")}\n`.split(`\n${lines}\n`).length);
  const headings = [headingOfLine(old, region), headingOfLine(newest, mapped)];
  return (was ?? 0) > (is ?? 0) && headings[0] !== headings[1];
}

/** Whether a change writes the first lines below a question or a heading: what the author writes there answers it, too. */
function isFirstBelow(old: FileView, made: FileView, hunk: Hunk): boolean {
  const { from } = old.linesAt(hunk);
  return addsLines(hunk) && linesBelow(old, from) === 0 && linesBelow(made, from) > 0;
}

/** How many lines the author wrote below a line; none where one of them was there before, or replaced another. */
function newLinesBelow(newest: FileView, line: number, differences: readonly LineDiff[]): number {
  const count = linesBelow(newest, line);
  const isNew = (at: number) =>
    differences.some(
      ({ before, after }) => at >= after.from && at < after.to && after.to - after.from > before.to - before.from,
    );
  const below = newest.lineTexts.slice(line + 1, line + 1 + count);
  return below.every((text, index) => text.trim() === "" || isNew(line + 1 + index)) ? count : 0;
}

/** How many lines belong to a line (from 0): nested in its list item, or directly in the section of its heading. */
function linesBelow(view: FileView, at: number): number {
  const line = at + 1;
  const section = [...allSections(view.markdown.root)].find(({ heading }) => heading?.line === line);
  const list = blocksAt(view, at).findLast((block) => block.type === "list");
  const item = list?.items.findLast((each) => each.line <= line);
  let end = (section === undefined ? item : section.blocks.at(-1))?.endLine ?? line;
  while (end > line && view.isBlank(end - 1)) end--;
  return end - line;
}

/** Ways to express a change in the author's newest text, the best first; none if the User has to be asked. */
function waysToRestate(run: Run, change: Change, was: Hunk | undefined, merged: MergedChange | undefined): Change[] {
  if (was === undefined || merged === undefined) return [];
  if (change.kind === "add-at-end") return [change, ...atRenamedEnd(run, change, was)];
  const { conflict, edit, lines, theirs } = merged;
  if (conflict) return [];
  // Lines that were added below a line are added below it again, whatever the line says now.
  const below = theirs.map((old): Change => ({ ...change, kind: "add-after", old }));
  const ways = [change, ...(addsLines(was) ? below : [])].filter((way) => leadsTo(run, way, lines));
  return edit === undefined ? ways : [...ways, { number: change.number, ...edit }];
}

/** Whether a change leads to the wanted lines; blank lines do not count. */
function leadsTo({ after }: Run, change: Change, wanted: readonly string[]): boolean {
  const hunk = findHunk(after, change);
  if (hunk === undefined) return false;
  const [file] = applyHunks(after, [hunk]).filter(({ path }) => path === hunk.file);
  const worded = (lines: readonly string[]) => lines.map((line) => line.trimEnd()).filter((line) => line !== "");
  return worded(viewOf(file ?? { path: "", text: "" }).lineTexts).join("\n") === worded(wanted).join("\n");
}

/** Whether the author moved the lines elsewhere in the file. */
function movesTo({ before, after }: Run, was: Hunk, is: Hunk, { differences }: MergedChange): boolean {
  const [old, newest] = [viewIn(before, was.file), viewIn(after, was.file)];
  if (old === undefined || newest === undefined || is.file !== was.file) return false;
  const lines = newest.linesAt(is);
  const isNew = differences.some(({ after: put }) => put.from <= lines.from && lines.to <= put.to);
  return isNew && linesText(old, old.linesAt(was)).trimEnd() === linesText(newest, lines).trimEnd();
}

/** The same addition at the end of its section, where the author renamed the heading and kept a line below it. */
function atRenamedEnd({ before, after }: Run, change: Change, was: Hunk): Change[] {
  const [old, newest] = [viewIn(before, was.file), viewIn(after, was.file)];
  const [section, ...more] = old === undefined ? [] : findPlaces(sectionsIn(old), change.place);
  if (old === undefined || newest === undefined || section === undefined || more.length > 0) return [];
  const aligned = alignedLines(old.lineTexts, newest.lineTexts);
  const renamed = sectionsIn(newest).find(({ line }) => line === aligned.now(section.line)?.line);
  const isKept = (text: string, at: number) => {
    const [line, was] = [at + 1, aligned.before(at + 1)];
    const isBelow = renamed !== undefined && line > renamed.line && line <= renamed.endLine;
    return isBelow && text.trim() !== "" && aligned.stood(line) && was > section.line && was <= section.endLine;
  };
  return renamed && newest.lineTexts.some(isKept) ? [{ ...change, place: pathText(renamed, true) }] : [];
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
