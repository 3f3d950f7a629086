import type { Gap } from "../../model/gap.ts";
import { parseGapId } from "../../model/ids.ts";

/** Gaps of one category whose numbers follow each other; a part of a split stands alone. */
export interface GapRange {
  readonly category: string;
  readonly from: number;
  readonly to: number;
  readonly part: string;
}

/** The ranges of some gaps, sorted by category and number (SPEC 3.1). */
export function rangesOf(gaps: readonly Gap[]): GapRange[] {
  return joinRanges(
    gaps.map((gap) => {
      const { category, number, part } = parseGapId(gap.id) ?? { category: gap.id, number: 0, part: "" };
      return { category, from: number, to: number, part };
    }),
  );
}

/** Sorts ranges and makes one of those that meet. */
export function joinRanges(ranges: readonly GapRange[]): GapRange[] {
  const joined: GapRange[] = [];
  for (const range of ranges.toSorted(compareRanges)) {
    const last = joined.at(-1);
    if (last && meets(last, range)) joined[joined.length - 1] = { ...last, to: range.to };
    else joined.push(range);
  }
  return joined;
}

function compareRanges(a: GapRange, b: GapRange): number {
  if (a.category !== b.category) return a.category < b.category ? -1 : 1;
  return a.from - b.from || (a.part < b.part ? -1 : 1);
}

function meets(a: GapRange, b: GapRange): boolean {
  return a.category === b.category && a.part === "" && b.part === "" && b.from === a.to + 1;
}

/** Many gaps in few words: `GAP-DB-001, 004 to 019; GAP-FLOW-002a`. */
export function rangeText(ranges: readonly GapRange[]): string {
  const categories = new Map<string, string[]>();
  for (const range of ranges) {
    const names = categories.get(range.category);
    if (names) names.push(...namesOf(range));
    else categories.set(range.category, namesOf(range));
  }
  return [...categories].map(([category, names]) => `GAP-${category}-${names.join(", ")}`).join("; ");
}

/** Two in a row are named; from three on a range is shorter. */
function namesOf({ from, to, part }: GapRange): string[] {
  if (from === to) return [three(from) + part];
  return to === from + 1 ? [three(from), three(to)] : [`${three(from)} to ${three(to)}`];
}

function three(number: number): string {
  return String(number).padStart(3, "0");
}
