import { isOpen } from "../../model/counting.ts";
import { GAP_STATES, type Gap, type GapState } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { SEVERITIES, type Severity } from "../../model/severity.ts";
import type { Table } from "../../model/table.ts";
import { type GapRange, joinRanges, rangesOf } from "./gap-ranges.ts";
import { gapRow } from "./gap-row.ts";

/** What the records show of the whole inventory. */
export interface InventoryDigest {
  readonly openBySeverity: Readonly<Record<Severity, number>>;
  readonly counts: ReadonlyMap<GapState, Readonly<Record<Severity, number>>>;
  /** Rows of open gaps, worst first, then as they entered. */
  readonly openRows: readonly string[];
  readonly closed: ReadonlyMap<GapState, readonly GapRange[]>;
}

interface ChunkDigest {
  readonly openBySeverity: Readonly<Record<Severity, number>>;
  /** The rows of each severity, joined. */
  readonly openText: Readonly<Record<Severity, string>>;
  readonly counts: ReadonlyMap<GapState, Readonly<Record<Severity, number>>>;
  readonly closed: ReadonlyMap<GapState, readonly GapRange[]>;
  readonly lastClosed: number;
}

export function inventoryDigest(gaps: Table<GapId, Gap>): InventoryDigest {
  const chunks = gaps.chunks.map(digestOf);
  const counts = new Map<GapState, Record<Severity, number>>();
  for (const chunk of chunks) for (const [state, of] of chunk.counts) addCounts(counts, state, of);
  return {
    openBySeverity: each((severity) => chunks.reduce((sum, chunk) => sum + chunk.openBySeverity[severity], 0)),
    counts,
    openRows: SEVERITIES.flatMap((severity) => chunks.map((chunk) => chunk.openText[severity])).filter(
      (text) => text !== "",
    ),
    closed: new Map(
      GAP_STATES.map((state) => [state, joinRanges(chunks.flatMap((chunk) => chunk.closed.get(state) ?? []))]),
    ),
  };
}

/** Gaps that were closed after a round, as they entered; at most so many. */
export function closedSince(gaps: Table<GapId, Gap>, round: number, most: number): Gap[] {
  const found: Gap[] = [];
  for (const chunk of gaps.chunks) {
    if (digestOf(chunk).lastClosed <= round) continue;
    for (const gap of chunk) if (!isOpen(gap) && gap.changedInRound > round && found.length < most) found.push(gap);
  }
  return found;
}

/** A round changes a few gaps of ten thousand: what is derived of the other chunks is still there. */
const digestOf = rememberFor(makeDigest);

function makeDigest(chunk: readonly Gap[]): ChunkDigest {
  const openRows: Record<Severity, string[]> = { CRITICAL: [], HIGH: [], MEDIUM: [], LOW: [] };
  const closed = new Map<GapState, Gap[]>();
  const counts = new Map<GapState, Record<Severity, number>>();
  let lastClosed = Number.NEGATIVE_INFINITY;
  for (const gap of chunk) {
    addCounts(counts, gap.state, { [gap.severity]: 1 });
    if (isOpen(gap)) openRows[gap.severity].push(gapRow(gap));
    else {
      closed.set(gap.state, [...(closed.get(gap.state) ?? []), gap]);
      lastClosed = Math.max(lastClosed, gap.changedInRound);
    }
  }
  return {
    openBySeverity: each((severity) => openRows[severity].length),
    openText: each((severity) => openRows[severity].join("\n")),
    counts,
    closed: new Map([...closed].map(([state, gaps]) => [state, rangesOf(gaps)])),
    lastClosed,
  };
}

function each<Value>(of: (severity: Severity) => Value): Record<Severity, Value> {
  return { CRITICAL: of("CRITICAL"), HIGH: of("HIGH"), MEDIUM: of("MEDIUM"), LOW: of("LOW") };
}

function addCounts(
  counts: Map<GapState, Record<Severity, number>>,
  state: GapState,
  more: Partial<Record<Severity, number>>,
): void {
  const known = counts.get(state) ?? { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  for (const severity of SEVERITIES) known[severity] += more[severity] ?? 0;
  counts.set(state, known);
}
