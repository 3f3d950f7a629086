import type { Change } from "../../model/change.ts";
import type { FileView } from "./file-view.ts";
import { findQuote, foldQuote } from "./find-quote.ts";
import type { LineRange } from "./line-diff.ts";
import { pathText, sectionAt } from "./sections.ts";

/** Lines of a file with enough of what stands around them to be quoted, and what shall stand there. */
export interface QuotedRegion {
  readonly region: LineRange;
  readonly old: string;
  readonly new: string;
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
  let now = [...lines];
  for (let step = 0; step < MOST_CONTEXT; step++) {
    const old = Array.from({ length: to - from }, (_, index) => view.lineText(from + index));
    if (isBounded(old) && isBounded(now) && standsOnce(views, old.join("\n"))) {
      return { region: { from, to }, old: old.join("\n"), new: now.join("\n") };
    }
    if (from > 0 && (step % 2 === 0 || to >= view.lines.length)) now = [view.lineText(--from), ...now];
    else if (to < view.lines.length) now = [...now, view.lineText(to++)];
    else return undefined;
  }
  return undefined;
}

/** The change that says it. */
export function replaceRegion(
  views: readonly FileView[],
  view: FileView,
  quoted: QuotedRegion,
  number: number,
): Change {
  const section = sectionAt(view.sections, quoted.region.from + 1);
  const place = pathText(section, views.length > 1);
  return { number, kind: "replace", place, old: quoted.old, new: quoted.new };
}

/** Blank lines around quoted text are free, so it has to begin and end with words. */
function isBounded(lines: readonly string[]): boolean {
  return (lines[0] ?? "").trim() !== "" && (lines.at(-1) ?? "").trim() !== "";
}

function standsOnce(views: readonly FileView[], old: string): boolean {
  return findQuote(views, foldQuote(old)).length === 1;
}
