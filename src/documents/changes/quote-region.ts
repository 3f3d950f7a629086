import type { Change } from "../../model/change.ts";
import type { FileView } from "./file-view.ts";
import { findQuote, foldQuote } from "./find-quote.ts";
import type { LineRange } from "./line-diff.ts";
import { pathText, sectionAt } from "./sections.ts";

/** Lines of a file with enough of what stands around them to be quoted, and the edit that changes them. */
export interface QuotedRegion {
  readonly region: LineRange;
  readonly edit: Omit<Change, "number">;
}

/** The words that an edit quotes, and what stands in their place. */
type Quotation = Pick<Change, "old" | "new">;

/** Lines or words. */
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
      const place = pathText(sectionAt(view.sections, from + 1), views.length > 1);
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

/** Quotes as few words as say what changes between two versions of a passage, and stand once in the spec. */
export function quoteWords(views: readonly FileView[], before: string, after: string): Quotation | undefined {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const most = Math.min(old.length, now.length);
  let [head, tail] = [0, 0];
  while (head < most && old[head] === now[head]) head++;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  for (let step = 0; step < MOST_CONTEXT; step++) {
    const quoted = old.slice(head, old.length - tail).join("");
    const added = now.slice(head, now.length - tail).join("");
    const isBound = quoted !== "" && quoted === quoted.trim() && added === added.trim();
    if (isBound && findQuote(views, foldQuote(quoted)).length === 1) return { old: quoted, new: added };
    if (head === 0 && tail === 0) return undefined;
    [head, tail] = [Math.max(0, head - 1), Math.max(0, tail - 1)];
  }
  return undefined;
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|\S+/g) ?? [];
}
