import { inlineText } from "../../documents/rendering/inline-text.ts";
import { tableRow } from "../../documents/rendering/table.ts";
import type { Blocker, Gap } from "../../model/gap.ts";

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
