import type { Gap } from "../../model/gap.ts";
import { type GapIdParts, parseGapId } from "../../model/ids.ts";

/** Gaps whose numbers follow each other; a part of a split stands alone. */
interface GapRange {
  readonly from: number;
  readonly to: number;
  readonly part: string;
}

/** Many gaps in few words: `GAP-DB-001, 004 to 019; GAP-FLOW-002a` (SPEC 3.1). */
export function gapRanges(gaps: readonly Gap[]): string {
  const ids = gaps.map(({ id }) => parseGapId(id) ?? { category: id, number: 0, part: "" });
  const categories = new Map<string, GapRange[]>();
  for (const { category, number, part } of ids.sort(compareParsed)) {
    const ranges = categories.get(category) ?? [];
    categories.set(category, ranges);
    const last = ranges.at(-1);
    const goesOn = last?.part === "" && part === "" && number === last.to + 1;
    if (goesOn) ranges[ranges.length - 1] = { ...last, to: number };
    else ranges.push({ from: number, to: number, part });
  }
  return [...categories]
    .map(([category, ranges]) => `GAP-${category}-${ranges.flatMap(namesOf).join(", ")}`)
    .join("; ");
}

function compareParsed(a: GapIdParts, b: GapIdParts): number {
  if (a.category !== b.category) return a.category < b.category ? -1 : 1;
  return a.number - b.number || (a.part < b.part ? -1 : 1);
}

/** Two in a row are named; from three on a range is shorter. */
function namesOf({ from, to, part }: GapRange): string[] {
  if (from === to) return [three(from) + part];
  return to === from + 1 ? [three(from), three(to)] : [`${three(from)} to ${three(to)}`];
}

function three(number: number): string {
  return String(number).padStart(3, "0");
}
