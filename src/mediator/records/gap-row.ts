import { inlineText } from "../../documents/rendering/inline-text.ts";
import { tableRow } from "../../documents/rendering/table.ts";
import type { Blocker, Gap } from "../../model/gap.ts";
import { parseGapId } from "../../model/ids.ts";

export const GAP_COLUMNS = ["Gap", "Severity (by)", "State", "Entered", "Changed", "Blocked by", "Title"];

/** Gaps never change, they are replaced: a row is made once, and ten thousand of them cost nothing in the next round. */
const rows = new WeakMap<Gap, string>();

/** A line of the gap inventory (SPEC 17). */
export function gapRow(gap: Gap): string {
  const known = rows.get(gap);
  if (known !== undefined) return known;
  const state = gap.flags.length === 0 ? gap.state : `${gap.state} (${gap.flags.join(", ")})`;
  const label = gap.label === undefined ? "" : ` (${inlineText(gap.label, 40)})`;
  const row = tableRow([
    gap.id,
    `${gap.severity} (${gap.severityBy})`,
    state,
    gap.round,
    gap.changedInRound,
    blockedBy(gap.blocker),
    inlineText(gap.title, 80) + label,
  ]);
  rows.set(gap, row);
  return row;
}

export function blockedBy(blocker: Blocker | undefined): string {
  if (blocker === undefined) return "";
  switch (blocker.type) {
    case "DEPENDENCY":
      return blocker.gaps.join(", ");
    case "DIVERGENCE":
    case "USER_INPUT":
    case "EXTERNAL":
      return `${blocker.type}: ${inlineText(blocker.reason, 80)}`;
  }
}

interface Numbered {
  readonly category: string;
  readonly number: number;
  readonly part: string;
}

const numbers = new WeakMap<Gap, Numbered>();

function numberOf(gap: Gap): Numbered {
  const known = numbers.get(gap);
  if (known) return known;
  const parsed = parseGapId(gap.id) ?? { category: gap.id, number: 0, part: "" };
  numbers.set(gap, parsed);
  return parsed;
}

/** Many gaps in few words: `GAP-DB-001, 004…019; GAP-FLOW-002a`. Sorted by category and number (SPEC 3.1). */
export function gapRanges(gaps: readonly Gap[]): string {
  const categories = new Map<string, Numbered[]>();
  for (const gap of gaps) {
    const parsed = numberOf(gap);
    const list = categories.get(parsed.category);
    if (list) list.push(parsed);
    else categories.set(parsed.category, [parsed]);
  }
  const sorted = [...categories].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([category, list]) => `GAP-${category}-${rangesOf(list)}`).join("; ");
}

function rangesOf(list: Numbered[]): string {
  list.sort((a, b) => a.number - b.number || (a.part < b.part ? -1 : 1));
  const out: string[] = [];
  for (let start = 0; start < list.length; ) {
    let end = start;
    while (follows(list[end], list[end + 1])) end++;
    const [first, last] = [list[start], list[end]];
    // Two in a row are named; from three on a range is shorter.
    if (first && last && end - start >= 2) out.push(`${nameOf(first)}…${nameOf(last)}`);
    else for (const one of list.slice(start, end + 1)) out.push(nameOf(one));
    start = end + 1;
  }
  return out.join(", ");
}

function follows(a: Numbered | undefined, b: Numbered | undefined): boolean {
  return a !== undefined && b !== undefined && a.part === "" && b.part === "" && b.number === a.number + 1;
}

function nameOf({ number, part }: Numbered): string {
  return String(number).padStart(3, "0") + part;
}
