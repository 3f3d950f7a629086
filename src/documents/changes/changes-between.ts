import type { Change, Spec, SpecFile } from "../../model/change.ts";
import { applyBatch } from "./apply-changes.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { findQuote, foldQuote } from "./find-quote.ts";
import { diffLineLists, type LineDiff, type LineRange } from "./line-diff.ts";
import { pathText, sectionAt, sectionsIn } from "./section-places.ts";

/** With more differences than this, the file was rewritten: one change replaces all of it. */
const MOST_PLACES = 200;

/** The exact edits from one version of a spec to another: what a person edited by hand becomes changes (SPEC 12). */
export function changesBetween(before: Spec, after: Spec): Change[] {
  const changes: Change[] = [];
  for (const file of before) {
    const now = after.find(({ path }) => path === file.path);
    if (now === undefined || now.text === file.text) continue;
    changes.push(...fileChanges(before, file, now, changes.length + 1));
  }
  return changes;
}

function fileChanges(spec: Spec, file: SpecFile, now: SpecFile, number: number): Change[] {
  const changes = lineChanges(spec, file, now, number);
  const applied = applyBatch(spec, { round: 0, sets: [{ changes }] });
  const text = applied.ok ? applied.spec.find(({ path }) => path === file.path)?.text : undefined;
  if (text === now.text) return changes;
  return [{ number, kind: "replace", place: file.path, old: file.text, new: now.text }];
}

function lineChanges(spec: Spec, file: SpecFile, now: SpecFile, number: number): Change[] {
  const views = spec.map(viewOf);
  const [view, lines] = [viewOf(file), viewOf(now).lineTexts];
  const differences = diffLineLists(view.lineTexts, lines);
  if (differences.length > MOST_PLACES) return [];
  const quoted = quoteAll(views, view, differences, lines);
  return quoted.map(({ edit }, index) => ({ number: number + index, ...edit }));
}

/** Quotes every difference; quotations that would overlap are joined into one. */
function quoteAll(
  views: readonly FileView[],
  view: FileView,
  differences: readonly LineDiff[],
  lines: readonly string[],
): QuotedRegion[] {
  const quote = ({ before, after }: LineDiff) => quoteRegion(views, view, before, lines.slice(after.from, after.to));
  const done: { difference: LineDiff; quoted: QuotedRegion }[] = [];
  for (let difference of differences) {
    let quoted = quote(difference);
    for (let last = done.at(-1); last && quoted && last.quoted.region.to > quoted.region.from; last = done.at(-1)) {
      done.pop();
      difference = joined(last.difference, difference);
      quoted = quote(difference);
    }
    if (quoted === undefined) return [];
    done.push({ difference, quoted });
  }
  return done.map(({ quoted }) => quoted);
}

function joined(a: LineDiff, b: LineDiff): LineDiff {
  return {
    before: { from: a.before.from, to: b.before.to },
    after: { from: a.after.from, to: b.after.to },
  };
}

/** Lines to change, widened until they can be quoted, and the edit that changes them. */
interface QuotedRegion {
  readonly region: LineRange;
  readonly edit: Omit<Change, "number">;
}

const MOST_CONTEXT = 60;

/** Quotes whole lines, with as many lines around them as it takes for the quotation to occur once in the spec. */
export function quoteRegion(
  views: readonly FileView[],
  view: FileView,
  region: LineRange,
  lines: readonly string[],
): QuotedRegion | undefined {
  let { from, to } = region;
  for (let step = 0; step < MOST_CONTEXT; step++) {
    const old = view.lineTexts.slice(from, to);
    const now = [...view.lineTexts.slice(from, region.from), ...lines, ...view.lineTexts.slice(region.to, to)];
    if (isBounded(old) && isBounded(now) && findQuote(views, foldQuote(old.join("\n"))).length === 1) {
      const place = pathText(sectionAt(sectionsIn(view), from + 1), views.length > 1);
      return { region: { from, to }, edit: { kind: "replace", place, old: old.join("\n"), new: now.join("\n") } };
    }
    if (from > 0 && (step % 2 === 0 || to >= view.lines.length)) from--;
    else if (to < view.lines.length) to++;
    else return undefined;
  }
  return undefined;
}

/** Blank lines around a quotation are ignored when it is applied, so a quotation must begin and end with words. */
function isBounded(lines: readonly string[]): boolean {
  return (lines[0] ?? "").trim() !== "" && (lines.at(-1) ?? "").trim() !== "";
}
