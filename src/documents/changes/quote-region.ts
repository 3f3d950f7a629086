import type { Change } from "../../model/change.ts";
import type { FileView } from "./file-view.ts";
import { findQuote, foldQuote } from "./find-quote.ts";
import type { LineRange } from "./line-diff.ts";
import { pathText, sectionAt } from "./sections.ts";
import { sectionsIn } from "./view-sections.ts";

/** Lines of a file with enough of what stands around them to be quoted, and the edit that changes them. */
export interface QuotedRegion {
  readonly region: LineRange;
  readonly edit: Omit<Change, "number">;
}

const MOST_CONTEXT = 60;

/** Quotes whole lines exactly: lines around them are taken in until the quotation stands once in the spec. */
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

/** Blank lines around quoted text are free, so it has to begin and end with words. */
function isBounded(lines: readonly string[]): boolean {
  return (lines[0] ?? "").trim() !== "" && (lines.at(-1) ?? "").trim() !== "";
}
