import { table, tableHead } from "../../documents/rendering/table.ts";
import { isOpen } from "../../model/counting.ts";
import { GAP_STATES, type Gap, type GapState } from "../../model/gap.ts";
import { SEVERITIES, type Severity } from "../../model/severity.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";
import { GAP_COLUMNS, gapRanges, gapRow } from "./gap-row.ts";
import { blocks } from "./record-text.ts";

/** Closed gaps are shown with their row as long as their round is shown in full. */
const RECENT_ROUNDS = 10;
const MOST_RECENT_ROWS = 100;

/** The gap inventory (SPEC 17): what is open line by line, worst and oldest first; what is closed by name. */
export function inventorySection(state: State): string {
  const inventory = sorted(state);
  return blocks(
    "## Gap inventory",
    countTable(inventory.counts),
    openTable(inventory.open),
    recentTable(inventory.recent),
    closedTable(inventory.closed),
  );
}

interface Inventory {
  readonly counts: Map<GapState, Record<Severity, number>>;
  readonly open: Record<Severity, Gap[]>;
  readonly recent: Gap[];
  readonly closed: Map<GapState, Gap[]>;
}

/** One pass over the inventory: with ten thousand gaps a sort would cost more than the rest of the round. */
function sorted(state: State): Inventory {
  const counts: Inventory["counts"] = new Map();
  const open = { CRITICAL: [], HIGH: [], MEDIUM: [], LOW: [] };
  const inventory: Inventory = { counts, open, recent: [], closed: new Map() };
  const since = currentRound(state) - RECENT_ROUNDS;
  for (const gap of state.gaps) {
    countIn(counts, gap);
    if (isOpen(gap)) inventory.open[gap.severity].push(gap);
    else keepClosed(inventory, gap, since);
  }
  return inventory;
}

function countIn(counts: Inventory["counts"], gap: Gap): void {
  const known = counts.get(gap.state);
  if (known) known[gap.severity] += 1;
  else counts.set(gap.state, { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, [gap.severity]: 1 });
}

function keepClosed(inventory: Inventory, gap: Gap, since: number): void {
  if (gap.changedInRound > since && inventory.recent.length < MOST_RECENT_ROWS) inventory.recent.push(gap);
  const list = inventory.closed.get(gap.state);
  if (list) list.push(gap);
  else inventory.closed.set(gap.state, [gap]);
}

function countTable(counts: Inventory["counts"]): string {
  const rows = GAP_STATES.flatMap((state) => {
    const of = counts.get(state);
    return of ? [[state, ...SEVERITIES.map((severity) => of[severity]), total(of)]] : [];
  });
  const columns = [...SEVERITIES, "All"].map((name) => ({ name, numbers: true }) as const);
  return table(["State", ...columns], rows, "There is no gap.");
}

function total(of: Record<Severity, number>): number {
  return SEVERITIES.reduce((all, severity) => all + of[severity], 0);
}

function openTable(open: Inventory["open"]): string {
  const rows = SEVERITIES.flatMap((severity) => open[severity].map(gapRow));
  if (rows.length === 0) return "No gap is open.";
  return `### Open\n\n${tableHead(GAP_COLUMNS)}\n${rows.join("\n")}`;
}

function recentTable(recent: readonly Gap[]): string {
  if (recent.length === 0) return "";
  return `### Closed in the last ten rounds\n\n${tableHead(GAP_COLUMNS)}\n${recent.map(gapRow).join("\n")}`;
}

/** By name only: when and why each was closed stands in the log of its round. */
function closedTable(closed: Inventory["closed"]): string {
  if (closed.size === 0) return "";
  const rows = GAP_STATES.flatMap((state) => {
    const gaps = closed.get(state);
    return gaps ? [[state, gaps.length, gapRanges(gaps)]] : [];
  });
  return `### All that is closed\n\n${table(["State", { name: "Gaps", numbers: true }, "Which"], rows, "")}`;
}
