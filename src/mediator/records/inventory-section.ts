import { inlineText } from "../../documents/rendering/inline-text.ts";
import { table, tableOfLines, tableRow } from "../../documents/rendering/table.ts";
import { isOpen } from "../../model/counting.ts";
import { type Blocker, GAP_STATES, type Gap } from "../../model/gap.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { SEVERITIES, type Severity } from "../../model/severity.ts";
import { currentRound } from "../queries.ts";
import { blocks, numbers, section, sum } from "../record-text.ts";
import type { State } from "../state.ts";
import { FULL_ROUNDS } from "./convergence-section.ts";
import { gapRanges } from "./gap-ranges.ts";

const MOST_RECENT_ROWS = 100;

/** The gap inventory (SPEC 17): what is open line by line, worst and oldest first; what is closed by name. */
export function inventorySection({ gaps, ...state }: State): string {
  const open = gaps.filter(isOpen);
  const worstFirst = SEVERITIES.flatMap((severity) => open.filter((gap) => gap.severity === severity));
  const since = currentRound({ gaps, ...state }) - FULL_ROUNDS;
  const recent = gaps.filter((gap) => !isOpen(gap) && gap.changedInRound > since).slice(0, MOST_RECENT_ROWS);
  return blocks(
    "## Gap inventory",
    countTable(gaps),
    section("### Open", gapTable(worstFirst)) || "No gap is open.",
    section("### Closed in the last ten rounds", gapTable(recent)),
    section("### All that is closed", closedTable(gaps.filter((gap) => !isOpen(gap)))),
  );
}

/** How many gaps there are of each state, or of another group, and severity; states in their order, and in all. */
export function countTable(gaps: Iterable<Gap>, groupOf: (gap: Gap) => string = ({ state }) => state): string {
  const groups = new Map<string, Record<Severity, number>>();
  const total = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  for (const gap of gaps) {
    const group = groupOf(gap);
    const counts = groups.get(group) ?? { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
    groups.set(group, counts);
    counts[gap.severity] += 1;
    total[gap.severity] += 1;
  }
  const ordered = [...groups].sort(([a], [b]) => orderOf(a) - orderOf(b));
  const rows = [...ordered, ["Total", total] as const].map(([name, counts]) => [
    name,
    ...SEVERITIES.map((severity) => counts[severity]),
    sum(counts),
  ]);
  return table(["State", ...numbers(...SEVERITIES, "All")], groups.size === 0 ? [] : rows, "There is no gap.");
}

function orderOf(state: string): number {
  const at = GAP_STATES.indexOf(state as (typeof GAP_STATES)[number]);
  return at < 0 ? GAP_STATES.length : at;
}

function gapTable(gaps: readonly Gap[]): string {
  const columns = ["Gap", "Severity (by)", "State", "Entered", "Changed", "Blocked by", "Title"];
  return tableOfLines(columns, gaps.map(gapRow), "");
}

/** Gaps never change, they are replaced: ten thousand rows cost little in the next round. */
const gapRow = rememberFor((gap: Gap): string => {
  const state = gap.flags.length === 0 ? gap.state : `${gap.state} (${gap.flags.join(", ")})`;
  const label = gap.label === undefined ? "" : ` (${inlineText(gap.label, 40)})`;
  const severity = `${gap.severity} (${gap.severityBy})`;
  const title = inlineText(gap.title, 80) + label;
  return tableRow([gap.id, severity, state, gap.round, gap.changedInRound, blockedBy(gap.blocker), title]);
});

export function blockedBy(blocker: Blocker | undefined): string {
  if (blocker === undefined) return "";
  if (blocker.type === "DEPENDENCY") return blocker.gaps.join(", ");
  return `${blocker.type}: ${inlineText(blocker.reason, 80)}`;
}

/** By name only: when and why each was closed stands in the log of its round. */
function closedTable(closed: readonly Gap[]): string {
  const rows = GAP_STATES.flatMap((state) => {
    const gaps = closed.filter((gap) => gap.state === state);
    return gaps.length === 0 ? [] : [[state, gaps.length, gapRanges(gaps)]];
  });
  return table(["State", ...numbers("Gaps"), "Which"], rows, "");
}
