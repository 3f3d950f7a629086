import { table, tableHead } from "../../documents/rendering/table.ts";
import type { SeverityCounts } from "../../model/counting.ts";
import { GAP_STATES } from "../../model/gap.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { currentRound } from "../queries.ts";
import { blocks } from "../record-text.ts";
import type { State } from "../state.ts";
import { FULL_ROUNDS } from "./convergence-section.ts";
import { rangeText } from "./gap-ranges.ts";
import { GAP_COLUMNS, gapRow } from "./gap-row.ts";
import { closedSince, type InventoryDigest, inventoryDigest } from "./inventory-digest.ts";

const MOST_RECENT_ROWS = 100;

/** The gap inventory (SPEC 17): what is open line by line, worst and oldest first; what is closed by name. */
export function inventorySection(state: State): string {
  const digest = inventoryDigest(state.gaps);
  return blocks(
    "## Gap inventory",
    countTable(digest.counts.entries()),
    openTable(digest.openRows),
    recentTable(state),
    closedTable(digest),
  );
}

/** How many gaps there are of each state and severity, states in their order, and in all. */
export function countTable(groups: Iterable<readonly [state: string, SeverityCounts]>): string {
  const counts = [...groups]
    .sort(([a], [b]) => orderOf(a) - orderOf(b))
    .map(([name, of]) => [name, SEVERITIES.map((severity) => of[severity])] as const);
  const total = SEVERITIES.map((_, at) => counts.reduce((all, [, numbers]) => all + (numbers[at] ?? 0), 0));
  const rows = [...counts, ["Total", total] as const].map(([name, numbers]) => [
    name,
    ...numbers,
    numbers.reduce((all, number) => all + number, 0),
  ]);
  const columns = [...SEVERITIES, "All"].map((name) => ({ name, numbers: true }) as const);
  return table(["State", ...columns], counts.length === 0 ? [] : rows, "There is no gap.");
}

function orderOf(state: string): number {
  const at = GAP_STATES.indexOf(state as (typeof GAP_STATES)[number]);
  return at < 0 ? GAP_STATES.length : at;
}

function openTable(rows: readonly string[]): string {
  if (rows.length === 0) return "No gap is open.";
  return `### Open\n\n${tableHead(GAP_COLUMNS)}\n${rows.join("\n")}`;
}

function recentTable(state: State): string {
  const recent = closedSince(state.gaps, currentRound(state) - FULL_ROUNDS, MOST_RECENT_ROWS);
  if (recent.length === 0) return "";
  return `### Closed in the last ten rounds\n\n${tableHead(GAP_COLUMNS)}\n${recent.map(gapRow).join("\n")}`;
}

/** By name only: when and why each was closed stands in the log of its round. */
function closedTable({ closed, counts }: InventoryDigest): string {
  const rows = GAP_STATES.flatMap((state) => {
    const ranges = closed.get(state) ?? [];
    if (ranges.length === 0) return [];
    const of = counts.get(state);
    const count = SEVERITIES.reduce((all, severity) => all + (of?.[severity] ?? 0), 0);
    return [[state, count, rangeText(ranges)]];
  });
  if (rows.length === 0) return "";
  return `### All that is closed\n\n${table(["State", { name: "Gaps", numbers: true }, "Which"], rows, "")}`;
}
