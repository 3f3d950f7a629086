import { spent } from "../mediator/budget.ts";
import { rollbackTargets } from "../mediator/rollback/rollback-targets.ts";
import type { State } from "../mediator/state.ts";
import { openBySeverity, openCount } from "../model/counting.ts";
import type { Table } from "../model/table.ts";

/** What the page knows of a session: the state, with tables as lists, and what is derived of it here. */
export interface SessionView extends Omit<State, "gaps" | "issues" | "proposals" | "checkpoints"> {
  readonly gaps: readonly Row<State["gaps"]>[];
  readonly issues: readonly Row<State["issues"]>[];
  readonly proposals: readonly Row<State["proposals"]>[];
  readonly derived: Derived;
}

export interface Derived {
  readonly open: number;
  readonly openBySeverity: ReturnType<typeof openBySeverity>;
  readonly spent: ReturnType<typeof spent>;
  readonly targets: ReturnType<typeof rollbackTargets>;
}

/** A change of the view: whole values where they are small, only the changed rows of tables. */
export type ViewPatch = Partial<SessionView> & Pick<SessionView, "seq" | "at">;

type Row<T> = T extends Table<string, infer R> ? R : never;

const TABLES = ["gaps", "issues", "proposals"] as const;

export function viewOf(state: State): SessionView {
  const { checkpoints: _, gaps, issues, proposals, ...rest } = state;
  return { ...rest, gaps: [...gaps], issues: [...issues], proposals: [...proposals], derived: derivedOf(state) };
}

/** What changed: unchanged parts of a state are the very same objects, so that comparing is cheap. */
export function patchOf(before: State, after: State): ViewPatch {
  const patch: Record<string, unknown> = { seq: after.seq, at: after.at, derived: derivedOf(after) };
  for (const key of Object.keys(after) as (keyof State)[]) {
    if (key === "checkpoints" || before[key] === after[key]) continue;
    patch[key] = isTable(key) ? changedRows(before[key], after[key]) : after[key];
  }
  return patch as unknown as ViewPatch;
}

function isTable(key: keyof State): key is (typeof TABLES)[number] {
  return (TABLES as readonly string[]).includes(key);
}

function changedRows(before: Iterable<{ id: string }>, after: Iterable<{ id: string }>): { id: string }[] {
  const old = new Map([...before].map((row) => [row.id, row]));
  return [...after].filter((row) => old.get(row.id) !== row);
}

function derivedOf(state: State): Derived {
  return {
    open: openCount(state.gaps),
    openBySeverity: openBySeverity(state.gaps),
    spent: spent(state),
    targets: rollbackTargets(state),
  };
}
