import type { GapId } from "../../../src/model/ids.ts";
import { SEVERITIES, type Severity } from "../../../src/model/severity.ts";
import type { InventoryWish, StartPreview } from "../../../src/server/starting.ts";
import { severityOf } from "./gap-actions.tsx";

type FoundGap = StartPreview["gaps"][number];

/** What the person changed so far. */
export interface InventoryEdit {
  readonly dropped: ReadonlySet<GapId>;
  readonly severities: ReadonlyMap<GapId, Severity>;
  /** In their order; empty while it is as found. */
  readonly order: readonly GapId[];
  readonly add: string;
}

export const UNCHANGED: InventoryEdit = { dropped: new Set(), severities: new Map(), order: [], add: "" };

export function inventoryWish(gaps: readonly FoundGap[], edit: InventoryEdit): InventoryWish {
  const found = new Set(gaps.map((gap) => gap.id));
  const kept = (gap: GapId) => found.has(gap) && !edit.dropped.has(gap);
  return {
    drop: [...edit.dropped].filter((gap) => found.has(gap)),
    severities: [...edit.severities].flatMap(([gap, severity]) => (kept(gap) ? [{ gap, severity }] : [])),
    order: edit.order.filter(kept),
    add: edit.add,
  };
}

interface TableProps {
  readonly gaps: readonly FoundGap[];
  readonly edit: InventoryEdit;
  change(edit: InventoryEdit): void;
}

/** The gaps in the order of work: take or leave each, how much it weighs, what goes first. */
export function InventoryTable({ gaps, edit, change }: TableProps) {
  const shown = inOrder(gaps, edit.order);
  if (shown.length === 0) return <p>None. Add some below, or let the Reviewer look for them.</p>;
  const move = (from: number, to: number) => {
    const order = shown.map((gap) => gap.id);
    const [moved] = order.splice(from, 1);
    if (moved !== undefined) order.splice(to, 0, moved);
    change({ ...edit, order });
  };
  return (
    <section class="scrolls" tabIndex={0} aria-label="The gaps">
      <table class="inventory">
        <thead>
          <tr>
            <th>Work on it</th>
            <th>Gap</th>
            <th>Severity</th>
            <th>What is open</th>
            <th>Order</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((gap, index) => (
            <Row
              key={gap.id}
              gap={gap}
              edit={edit}
              change={change}
              up={index === 0 ? undefined : () => move(index, index - 1)}
              first={index === 0 ? undefined : () => move(index, 0)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps extends Omit<TableProps, "gaps"> {
  readonly gap: FoundGap;
  readonly up: (() => void) | undefined;
  readonly first: (() => void) | undefined;
}

function Row({ gap, edit, change, up, first }: RowProps) {
  const isDropped = edit.dropped.has(gap.id);
  const drop = () => {
    const dropped = new Set(edit.dropped);
    if (!dropped.delete(gap.id)) dropped.add(gap.id);
    change({ ...edit, dropped });
  };
  const weigh = (text: string) =>
    change({ ...edit, severities: new Map(edit.severities).set(gap.id, severityOf(text, gap.severity)) });
  return (
    <tr class={isDropped ? "dropped" : undefined}>
      <td>
        <input type="checkbox" aria-label={`Work on ${gap.id}`} checked={!isDropped} onChange={drop} />
      </td>
      <td class="id">{gap.id}</td>
      <td>
        <select
          aria-label={`Severity of ${gap.id}`}
          value={edit.severities.get(gap.id) ?? gap.severity}
          onChange={(event) => weigh(event.currentTarget.value)}
        >
          {SEVERITIES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </td>
      <td class="what">
        {gap.title}{" "}
        <span class="quiet">
          {gap.line === undefined ? "" : `line ${gap.line}, `}
          {gap.origin === "check" ? "found by the checks" : "written in the spec"}
        </span>
      </td>
      <td>
        <span class="row">
          <button type="button" disabled={!up} aria-label={`Move ${gap.id} up`} onClick={up}>
            ↑
          </button>
          <button type="button" disabled={!first} aria-label={`${gap.id} goes first`} onClick={first}>
            ⤒
          </button>
        </span>
      </td>
    </tr>
  );
}

function inOrder(gaps: readonly FoundGap[], order: readonly GapId[]): FoundGap[] {
  const rank = new Map(order.map((id, index) => [id, index]));
  const of = (gap: FoundGap) => rank.get(gap.id) ?? order.length;
  return [...gaps].sort((a, b) => of(a) - of(b));
}
