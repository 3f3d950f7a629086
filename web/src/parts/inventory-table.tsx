import { useRef, useState } from "preact/hooks";
import type { GapId } from "../../../src/model/ids.ts";
import type { ListedGap } from "../../../src/model/question.ts";
import { SEVERITIES } from "../../../src/model/severity.ts";
import { severityOf } from "./gap-actions.tsx";
import { between, type InventoryEdit, isExcluded, reselected, selectedNumbers, setIncluded } from "./inventory-edit.ts";

/** Rows rendered at first, because a list may have thousands. */
const PAGE = 100;

interface TableProps {
  /** In the order shown, which the row numbers follow. */
  readonly shown: readonly ListedGap[];
  readonly edit: InventoryEdit;
  /** The typed selection, such as `3-9, HIGH+`. */
  readonly words: string;
  change(edit: InventoryEdit): void;
  select(words: string): void;
}

/** The gaps in working order; each can be excluded, moved, and given another severity. */
export function InventoryTable({ shown, edit, words, change, select }: TableProps) {
  const [from, setFrom] = useState(0);
  const last = useRef(1);
  if (shown.length === 0) return <p>None. Add some below, or have the Reviewer look for them.</p>;
  const move = (at: number, to: number) => {
    const order = shown.map((gap) => gap.id);
    const [moved] = order.splice(at, 1);
    if (moved !== undefined) order.splice(to, 0, moved);
    change({ ...edit, order });
  };
  /** The rows that a click selects: one, or with Shift all since the last click. */
  const rows = (number: number, isRange: boolean) => {
    const numbers = isRange ? between(last.current, number) : [number];
    last.current = number;
    return numbers;
  };
  const selected = selectedNumbers(shown, words);
  const first = from < shown.length ? from : 0;
  return (
    <section class="scrolls" tabIndex={0} aria-label="The gaps">
      <table class="inventory">
        <thead>
          <tr>
            <th>No.</th>
            <th>Include</th>
            <th>Severity</th>
            <th>Gap</th>
            <th>Order</th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(first, first + PAGE).map((gap, index) => (
            <Row
              key={gap.id}
              number={first + index + 1}
              gap={gap}
              edit={edit}
              change={change}
              isSelected={selected.has(first + index + 1)}
              pick={(number, isRange) => select(reselected(selected, rows(number, isRange), !selected.has(number)))}
              take={(number, isIn, isRange) => {
                const ids = rows(number, isRange).flatMap((each) => shown[each - 1]?.id ?? []);
                change(setIncluded(edit, ids, isIn));
              }}
              up={first + index === 0 ? undefined : () => move(first + index, first + index - 1)}
              first={first + index === 0 ? undefined : () => move(first + index, 0)}
            />
          ))}
        </tbody>
      </table>
      <Pages count={shown.length} from={first} go={setFrom} />
    </section>
  );
}

function Pages({ count, from, go }: { count: number; from: number; go(from: number): void }) {
  if (count <= PAGE) return null;
  return (
    <p class="row">
      <button type="button" disabled={from === 0} onClick={() => go(Math.max(0, from - PAGE))}>
        Previous
      </button>
      <span>
        {from + 1} to {Math.min(count, from + PAGE)} of {count}
      </span>
      <button type="button" disabled={from + PAGE >= count} onClick={() => go(from + PAGE)}>
        Next
      </button>
    </p>
  );
}

interface RowProps extends Pick<TableProps, "edit" | "change"> {
  readonly number: number;
  readonly gap: ListedGap;
  readonly isSelected: boolean;
  pick(number: number, isRange: boolean): void;
  take(number: number, isIn: boolean, isRange: boolean): void;
  readonly up: (() => void) | undefined;
  readonly first: (() => void) | undefined;
}

const ORIGINS: Partial<Record<ListedGap["origin"], string>> = {
  source: "written in the spec",
  check: "found by the checks",
  survey: "found by the survey",
  user: "added by you",
};

function Row({ number, gap, edit, change, isSelected, pick, take, up, first }: RowProps) {
  const isOut = isExcluded(edit, gap.id);
  const weigh = (text: string) =>
    change({ ...edit, severities: new Map(edit.severities).set(gap.id, severityOf(text, gap.severity)) });
  const facts = [gap.id, gap.where, ORIGINS[gap.origin], exclusionLabel(edit, gap.id)].filter(
    (fact) => fact !== undefined,
  );
  return (
    <tr class={[isOut ? "dropped" : "", isSelected ? "selected" : ""].join(" ").trim() || undefined}>
      <td>
        <button
          type="button"
          class="number"
          aria-pressed={isSelected}
          aria-label={`Select ${number}, ${gap.id}`}
          onClick={(event) => pick(number, event.shiftKey)}
        >
          {number}
        </button>
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`Work on ${gap.id}`}
          checked={!isOut}
          onClick={(event) => take(number, isOut, event.shiftKey)}
        />
      </td>
      <td>
        <select
          aria-label={`Severity of ${gap.id}`}
          value={edit.severities.get(gap.id) ?? gap.severity}
          onChange={(event) => weigh(event.currentTarget.value)}
        >
          {SEVERITIES.map((severity) => (
            <option key={severity}>{severity}</option>
          ))}
        </select>
      </td>
      <td class="what">
        {gap.title} <span class="quiet">{facts.join(" · ")}</span>
        {gap.quote === undefined ? null : <q class="quiet">{gap.quote}</q>}
      </td>
      <td>
        <span class="row">
          <button type="button" disabled={!up} aria-label={`Move ${gap.id} up`} onClick={up}>
            ↑
          </button>
          <button type="button" disabled={!first} aria-label={`Move ${gap.id} to the top`} onClick={first}>
            ⤒
          </button>
        </span>
      </td>
    </tr>
  );
}

/** What happens to an excluded gap. */
function exclusionLabel({ dropped, parked, duplicates }: InventoryEdit, gap: GapId): string | undefined {
  if (dropped.has(gap)) return "dropped";
  if (parked.has(gap)) return "parked";
  const of = duplicates.get(gap);
  return of === undefined ? undefined : `duplicate of ${of}`;
}
