import type { Change, MergeOverlap, Spec } from "../../model/change.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { findQuote, foldQuote } from "./find-quote.ts";
import { applyHunks, type Hunk } from "./hunk.ts";
import { diffLineLists, type LineRange } from "./line-diff.ts";
import { mergeWords } from "./merge-words.ts";
import { quoteRegion } from "./quote-region.ts";
import { headingAt } from "./view-sections.ts";

/** What becomes of a change that the author's newest text does not simply take. */
export interface MergedChange {
  /** How to say it there; absent where a person has to be asked. */
  readonly change?: Change;
  readonly versions: Pick<MergeOverlap, "file" | "base" | "ours" | "theirs">;
}

/** Merges a change of one text, `hunk` there, with what the author made of it; `undefined` where they have it already. */
export function mergeChange(
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
  const [base, theirs] = [textOf(view, region), textOf(newest, mapped)];
  const { text, conflict } = mergeWords(textOf(made, changed), base, theirs);
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
