import type { GapId } from "../../../src/model/ids.ts";
import type { InventoryFields } from "../../../src/model/inventory-choice.ts";
import type { ListedGap } from "../../../src/model/question.ts";
import { isProblem, selectGaps } from "../../../src/model/select-gaps.ts";
import type { Severity } from "../../../src/model/severity.ts";

/** What the person changed in the list of gaps. */
export interface InventoryEdit {
  readonly dropped: ReadonlySet<GapId>;
  readonly parked: ReadonlySet<GapId>;
  readonly duplicates: ReadonlyMap<GapId, GapId>;
  readonly severities: ReadonlyMap<GapId, Severity>;
  /** Ids in the person's order; empty while the order is unchanged. */
  readonly order: readonly GapId[];
  readonly add: string;
  /** Ids of parked gaps to work on, as the person typed them. */
  readonly take?: string;
  /** Undefined while the person has not changed the scope. */
  readonly scope?: string;
  readonly reason: string;
}

export const UNCHANGED: InventoryEdit = {
  dropped: new Set(),
  parked: new Set(),
  duplicates: new Map(),
  severities: new Map(),
  order: [],
  add: "",
  reason: "",
};

/** The same with arrays instead of sets and maps, so that it can be stored as JSON. */
export function plainEdit(edit: InventoryEdit) {
  const { dropped, parked, duplicates, severities, ...rest } = edit;
  return {
    ...rest,
    dropped: [...dropped],
    parked: [...parked],
    duplicates: [...duplicates],
    severities: [...severities],
  };
}

export function editFrom({ dropped, parked, duplicates, severities, ...rest }: PlainEdit): InventoryEdit {
  return {
    ...rest,
    dropped: new Set(dropped),
    parked: new Set(parked),
    duplicates: new Map(duplicates),
    severities: new Map(severities),
  };
}

export type PlainEdit = ReturnType<typeof plainEdit>;

/** The edit as fields of the inventory question. It names gaps by id, because numbers may have changed by the time the answer is read. */
export function inventoryFields(gaps: readonly ListedGap[], edit: InventoryEdit): InventoryFields {
  const found = new Set(gaps.map((gap) => gap.id));
  const isKept = (gap: GapId) => found.has(gap) && !isExcluded(edit, gap);
  const fields = {
    drop: [...edit.dropped].filter((gap) => found.has(gap)).join(" "),
    park: [...edit.parked].filter((gap) => found.has(gap)).join(" "),
    duplicate: [...edit.duplicates].map(([gap, of]) => `${gap}=${of}`).join(", "),
    severity: [...edit.severities].flatMap(([gap, severity]) => (isKept(gap) ? [`${gap} ${severity}`] : [])).join(", "),
    order: edit.order.filter(isKept).join(" "),
    add: edit.add,
    take: edit.take ?? "",
    scope: edit.scope ?? "",
    reason: edit.reason,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ""));
}

export function isExcluded({ dropped, parked, duplicates }: InventoryEdit, gap: GapId): boolean {
  return dropped.has(gap) || parked.has(gap) || duplicates.has(gap);
}

export const BULK = ["Only these", "Drop", "Park", "Work on", "Merge into the first"] as const;
export type Bulk = (typeof BULK)[number];

/** Applies an action to the gaps that the typed selection names; a string says why it cannot be applied. */
export function bulkEdit(
  shown: readonly ListedGap[],
  edit: InventoryEdit,
  what: Bulk,
  words: string,
): InventoryEdit | { readonly problem: string } {
  const chosen = selectGaps(words, { gaps: shown, numbered: true });
  if (isProblem(chosen)) return chosen;
  const freed = includeAgain(edit, chosen);
  const [first, ...rest] = chosen;
  switch (what) {
    case "Only these":
      return { ...freed, dropped: new Set([...freed.dropped, ...others(shown, chosen, edit)]) };
    case "Drop":
      return { ...freed, dropped: new Set([...freed.dropped, ...chosen]) };
    case "Park":
      return { ...freed, parked: new Set([...freed.parked, ...chosen]) };
    case "Work on":
      return freed;
    case "Merge into the first":
      if (first === undefined || rest.length === 0) return { problem: "name at least two gaps; the first one stays" };
      return { ...freed, duplicates: new Map([...freed.duplicates, ...rest.map((gap) => [gap, first] as const)]) };
  }
}

function others(shown: readonly ListedGap[], chosen: readonly GapId[], edit: InventoryEdit): GapId[] {
  const kept = new Set(chosen);
  return shown.map((gap) => gap.id).filter((id) => !kept.has(id) && !isExcluded(edit, id));
}

/** Includes these gaps again, and separates gaps that were merged into them. */
export function includeAgain(edit: InventoryEdit, gaps: readonly GapId[]): InventoryEdit {
  const gone = new Set(gaps);
  return {
    ...edit,
    dropped: new Set([...edit.dropped].filter((gap) => !gone.has(gap))),
    parked: new Set([...edit.parked].filter((gap) => !gone.has(gap))),
    duplicates: new Map([...edit.duplicates].filter(([gap, of]) => !gone.has(gap) && !gone.has(of))),
  };
}

/** Includes or excludes gaps. */
export function setIncluded(edit: InventoryEdit, gaps: readonly GapId[], isIn: boolean): InventoryEdit {
  return isIn ? includeAgain(edit, gaps) : { ...edit, dropped: new Set([...edit.dropped, ...gaps]) };
}

/** The row numbers that a typed selection such as `3-9, HIGH+` names; empty while it is not valid. */
export function selectedNumbers(shown: readonly ListedGap[], words: string): ReadonlySet<number> {
  const chosen = selectGaps(words, { gaps: shown, numbered: true });
  const ids = new Set(isProblem(chosen) ? [] : chosen);
  return new Set(shown.flatMap(({ id }, index) => (ids.has(id) ? [index + 1] : [])));
}

/** The typed selection after rows were added or removed, written as `1, 3-5`. */
export function reselected(selected: ReadonlySet<number>, numbers: readonly number[], isIn: boolean): string {
  const all = new Set(selected);
  for (const number of numbers) {
    if (isIn) all.add(number);
    else all.delete(number);
  }
  const ranges: [first: number, last: number][] = [];
  for (const number of [...all].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(", ");
}

export function between(from: number, to: number): number[] {
  const first = Math.min(from, to);
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => first + index);
}

export function inOrder(gaps: readonly ListedGap[], order: readonly GapId[]): ListedGap[] {
  const rank = new Map(order.map((id, index) => [id, index]));
  const of = (gap: ListedGap) => rank.get(gap.id) ?? order.length;
  return [...gaps].sort((a, b) => of(a) - of(b));
}
