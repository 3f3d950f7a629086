import type { Change, MergeOverlap, Spec } from "../../model/change.ts";
import { type FileView, headingAt, viewOf } from "./file-view.ts";
import { findQuote, foldQuote } from "./find-quote.ts";
import type { Hunk } from "./hunk.ts";
import { diffLineLists, type LineRange } from "./line-diff.ts";
import { mergeWords } from "./merge-words.ts";
import { quoteRegion, quoteWords } from "./quote-region.ts";

/** Three versions of the words that a change and the author touched. */
type ThreeVersions = Pick<MergeOverlap, "file" | "base" | "ours" | "theirs">;

/** What becomes of a change that the author's newest text does not simply take. */
export interface MergedChange {
  /** Ways to say it there; none where a person has to be asked, or nothing is left to say. */
  readonly changes: readonly Change[];
  /** The author's text has it already. */
  readonly done: boolean;
  readonly versions: ThreeVersions;
}

/** Merges a change of one text, `hunk` there, with what the author made of that text (SPEC 12). */
export function mergeChange(before: Spec, after: Spec, change: Change, hunk: Hunk | undefined): MergedChange {
  const [old, now] = [before, after].map((spec) => spec.find(({ path }) => path === hunk?.file));
  if (hunk === undefined || old === undefined || now === undefined) {
    const versions = { file: after[0]?.path ?? "", base: change.old, ours: change.new, theirs: "" };
    return { changes: [], done: false, versions };
  }
  const [view, newest] = [viewOf(old), viewOf(now)];
  const { region, mapped } = mapRegion(view, newest, view.linesAt(hunk));
  const [base, theirs] = [textOf(view, region), textOf(newest, mapped)];
  const { text, conflict } = mergeWords(withHunk(view, region, hunk), base, theirs);
  const versions = { file: now.path, base, ours: text, theirs };
  if (text === theirs) return { changes: [], done: true, versions };
  const views = after.map(viewOf);
  const quoted = quoteRegion(views, newest, mapped, text === "" ? [] : text.split("\n"));
  const place = quoted?.edit.place ?? "";
  const edits = conflict ? [] : [quoted?.edit, quoteWords(views, theirs, text)];
  return {
    changes: edits.flatMap((edit) => (edit ? { number: change.number, kind: "replace", place, ...edit } : [])),
    done: false,
    versions: withContext(newest, mapped, quoted?.region, versions),
  };
}

/** The author took the change over: its words stand in the new text under the same heading, and did not in the old. */
export function isDone(before: Spec, after: Spec, change: Change, hunk: Hunk | undefined): boolean {
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
export function headingOf(spec: Spec, { file, start }: Hunk): string {
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

function textOf({ lineTexts }: FileView, { from, to }: LineRange): string {
  return lineTexts.slice(from, to).join("\n");
}

function withHunk(view: FileView, { from, to }: LineRange, hunk: Hunk): string {
  const start = view.lines[from]?.start ?? 0;
  const end = view.lines[to - 1]?.end ?? start;
  const text =
    view.text.slice(start, Math.max(start, hunk.start)) +
    hunk.text +
    view.text.slice(hunk.end, Math.max(end, hunk.end));
  return text.replace(/\r\n?/g, "\n");
}

/** The versions with as many lines around them as tell the place apart, so that a decision can be put there. */
function withContext(
  view: FileView,
  inner: LineRange,
  outer: LineRange = inner,
  versions: ThreeVersions,
): ThreeVersions {
  const lead = view.lineTexts.slice(outer.from, inner.from);
  const trail = view.lineTexts.slice(inner.to, outer.to);
  const within = (text: string) => [...lead, ...(text === "" ? [] : [text]), ...trail].join("\n");
  const { file, base, ours, theirs } = versions;
  return { file, base: within(base), ours: within(ours), theirs: within(theirs) };
}
