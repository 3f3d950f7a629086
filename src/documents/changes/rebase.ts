import type { Change, ChangeBatch, MergeOverlap, Spec } from "../../model/change.ts";
import { quoteRegion } from "./changes-between.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { findQuote, foldQuote, type Occurrence } from "./find-quote.ts";
import { applyHunks, type Hunk, overlap } from "./hunk.ts";
import { addLines } from "./hunk-of-change.ts";
import { diffLineLists, type LineRange } from "./line-diff.ts";
import { findHunk } from "./locate-change.ts";
import { lineNow, mergeTexts } from "./merge-lines.ts";
import { replaySteps } from "./replay.ts";
import { findPlaces, headingAt, pathText, type Section, sectionAt, sectionsIn } from "./sections.ts";

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

/** Changes that put what the User decided where both had touched the same words, the first that applies; none where nothing changes. */
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
  // Lines that both have only tell the place apart, and another change may stand between them and the others.
  const [before, now] = [theirs.split("\n"), words.split("\n")];
  const [{ before: own, after } = { before: undefined, after: undefined }, ...more] = diffLineLists(before, now);
  const isOne = own !== undefined && own.to > own.from && more.length === 0;
  const less = isOne ? [before.slice(own.from, own.to), now.slice(after.from, after.to)] : [];
  const [old, text] = less.map((lines) => lines.join("\n"));
  return [changeOf(theirs, words), ...(old === undefined || text === undefined ? [] : [changeOf(old, text)])];
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
  const moved = was && moveLines(before, after, change, was);
  if (moved && take(run, moved)) return [moved];
  const merged = mergeChange(before, after, change, was);
  if (merged?.change && take(run, merged.change)) return [merged.change];
  if (merged && !joinOverlap(overlaps, change)) {
    overlaps.push({ batch, set, change: change.number, ...merged.versions });
  }
  return [];
}

/** The quoted words stand where they stood: under their heading while it is there, and beside the same words of their line. */
function staysInPlace({ before, after }: Run, change: Change, was: Hunk | undefined): boolean {
  const is = findHunk(after, change);
  if (was === undefined || is === undefined) return true;
  if (addsLines(was) !== addsLines(is) || !hasSameNeighbours(before, was, after, is)) return false;
  const heading = headingOf(before, was);
  if (heading === headingOf(after, is) || isSameLine(before, was, after, is)) return true;
  // Words under another heading now are not those that were changed.
  return !after.some((file) => sectionsIn(viewOf(file)).some(({ path }) => path.at(-1) === heading));
}

/** A heading that the author put above a line moves no line. */
function isSameLine(before: Spec, was: Hunk, after: Spec, is: Hunk): boolean {
  const lines = linesBoth(before, after, was.file);
  return (
    was.file === is.file && lines?.now(lines.old.linesAt(was).to - 1) === (lines && lines.newest.linesAt(is).to - 1)
  );
}

/** A file before and after, and where its lines are. */
interface LinesBoth {
  readonly old: FileView;
  readonly newest: FileView;
  now(line: number): number | undefined;
}

function linesBoth(before: Spec, after: Spec, file: string): LinesBoth | undefined {
  const [old, newest] = [before, after]
    .map((spec) => spec.find(({ path }) => path === file))
    .map((at) => at && viewOf(at));
  if (old === undefined || newest === undefined) return undefined;
  const [was, is] = [old.folded.text.split("\n"), newest.folded.text.split("\n")];
  return { old, newest, now: (line: number) => lineNow(was, is, line) };
}

/** Lines put behind a line, which none of them belongs to. */
function addsLines({ start, end, text }: Hunk): boolean {
  return start === end && /^[\r\n]/.test(text);
}

/** An edit of the words right beside those of a change may be about the same thing. */
function hasSameNeighbours(before: Spec, was: Hunk, after: Spec, is: Hunk): boolean {
  const [old, now] = [besides(before, was), besides(after, is)];
  return [0, 1].every((side) => old.line[side] === now.line[side] || old.text[side] === now.text[side]);
}

/** A neighbour is looked for so many characters away. */
const FARTHEST = 400;

/** The words before and behind a hunk: of its line, and of the text, which may have been wrapped anew. */
function besides(spec: Spec, { file, start, end }: Hunk) {
  const found = spec.find(({ path }) => path === file);
  if (found === undefined) return { line: [], text: [] };
  const { text } = viewOf(found);
  const [above, own, below] = [
    text.slice(Math.max(0, start - FARTHEST), start),
    text.slice(start, end),
    text.slice(end),
  ];
  const [lead = "", trail = ""] = [above.split(/[\r\n]/).at(-1), below.split(/[\r\n]/, 1)[0]];
  // A line end that goes with the words is where their line ends.
  const line = [/^[\r\n]/.test(own) ? "" : lastWord(lead), /[\r\n]$/.test(own) ? "" : firstWord(trail)];
  return { line, text: [lastWord(above), firstWord(below.slice(0, FARTHEST))] };
}

function lastWord(text: string): string | undefined {
  return text.trimEnd().split(/\s/).at(-1);
}

function firstWord(text: string): string | undefined {
  return text.trimStart().split(/\s/, 1)[0];
}

/** Lines put behind a line stay whole lines behind that line, whatever the author made of it, while most of it is there. */
function moveLines(before: Spec, after: Spec, change: Change, was: Hunk): Change | undefined {
  const lines = addsLines(was) ? linesBoth(before, after, was.file) : undefined;
  const at = lines?.now(lines.old.lineAt(was.start));
  if (lines === undefined || at === undefined) return undefined;
  const { newest } = lines;
  if (change.kind === "add-at-end") return moveEnd(lines, change, at);
  const wanted = addLines(change, newest, at);
  for (let from = at; from >= 0 && at - from < MOST_QUOTED; from--) {
    const quoted = newest.lineTexts.slice(from, at + 1).join("\n");
    const place = pathText(sectionAt(sectionsIn(newest), from + 1), after.length > 1);
    const moved: Change = { ...change, kind: "add-after", place, old: quoted };
    const found = findHunk(after, moved);
    if (found?.file === wanted.file && found.start === wanted.start && found.text === wanted.text) return moved;
  }
  return undefined;
}

/** What is added at the end of a section is added at its end under whatever heading it has now. */
function moveEnd({ old, newest, now }: LinesBoth, change: Change, last: number): Change | undefined {
  const known = new Set(sectionsIn(old).map(({ path }) => path.at(-1)));
  const [section, ...more] = findPlaces(sectionsIn(old), change.place);
  // The end of the file is its end, whatever the author put there.
  if (section === undefined) return change;
  const at = more.length === 0 ? now(section.line - 1) : undefined;
  const around = sectionsIn(newest).filter(({ line, endLine }) => line <= last + 1 && last + 1 <= endLine);
  const isRenamed = ({ path }: Section) => path.length === section.path.length && !known.has(path.at(-1));
  const renamed = around.find(({ line }) => line - 1 === at) ?? around.find(isRenamed);
  return renamed && { ...change, place: pathText(renamed, true) };
}

/** So many lines above tell a line apart from others like it. */
const MOST_QUOTED = 60;

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
  const { text, conflict } = mergeTexts(linesText(made, changed), base, theirs);
  if (text === theirs) return undefined;
  // With as many lines around it as tell the place apart, so that a decision can be put there.
  const quoted = quoteRegion(after.map(viewOf), newest, mapped, text === "" ? [] : text.split("\n"));
  const { from, to } = quoted?.region ?? mapped;
  const lead = newest.lineTexts.slice(from, mapped.from);
  const trail = newest.lineTexts.slice(mapped.to, to);
  const { old: kept, new: ours } = quoted?.edit ?? { old: theirs, new: text };
  const versions = { file: now.path, base: [...lead, base, ...trail].join("\n"), ours, theirs: kept };
  // A section that is gone has no end to add anything at.
  return {
    versions,
    ...(quoted && !conflict && change.kind !== "add-at-end" ? { change: { number, ...quoted.edit } } : {}),
  };
}

/** The author took the change over: its words stand in the new text under the same heading, and did not in the old. */
function isDone(before: Spec, after: Spec, change: Change, hunk: Hunk | undefined): boolean {
  const added = foldQuote(change.new);
  const heading = hunk && headingOf(before, hunk);
  const now = findQuote(after.map(viewOf), added)
    .filter(({ view, start }) => headingAt(view, start) === heading)
    .filter((found) => hunk === undefined || isOwnPlace(before, after, hunk, found));
  if (now.length === 0 || findQuote(before.map(viewOf), added).length > 0) return false;
  if (change.kind !== "replace") return change.kind !== "remove";
  return findQuote(after.map(viewOf), foldQuote(change.old)).every((old) =>
    now.some(({ view, start, end }) => view === old.view && start <= old.start && old.end <= end),
  );
}

/** Whole lines, or words of the line that they were to change: another line may happen to hold them. */
function isOwnPlace(before: Spec, after: Spec, hunk: Hunk, { first, last, startsLine, endsLine }: Occurrence): boolean {
  if (startsLine && endsLine) return true;
  const lines = addsLines(hunk) ? undefined : linesBoth(before, after, hunk.file);
  const at = lines?.now(lines.old.linesAt(hunk).from);
  return at !== undefined && first <= at && at <= last;
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
