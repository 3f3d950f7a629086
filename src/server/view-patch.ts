import type { StopReason } from "../engine/run-session.ts";
import type { Spent } from "../mediator/queries.ts";
import type { State } from "../mediator/state.ts";
import type { ConvergenceState } from "../model/convergence.ts";
import type { SeverityCounts } from "../model/counting.ts";
import type { Table } from "../model/table.ts";

/* Shared by server and page. Only types are imported, so that nothing else is bundled into the page. */

/** What the page knows of a session: the state with its tables as arrays, and derived values, without the spec. */
export interface SessionView extends Omit<State, "gaps" | "issues" | "proposals" | "checkpoints" | "spec"> {
  readonly gaps: readonly Row<State["gaps"]>[];
  readonly issues: readonly Row<State["issues"]>[];
  readonly proposals: readonly Row<State["proposals"]>[];
  readonly derived: Derived;
}

export interface Derived {
  readonly openBySeverity: SeverityCounts;
  /** Parked gaps, without those that the spec has settled since. */
  readonly parked: number;
  readonly convergence: ConvergenceState;
  /** Changes with the text of the working spec. */
  readonly spec: string;
  readonly spent: Spent;
  /** A sentence about the appendix of the finished spec. */
  readonly appendix?: string;
}

/** A change of the view: new values as a whole, of tables only the changed rows. */
export interface ViewPatch {
  readonly seq: number;
  readonly set: Partial<SessionView>;
  /** Keys without a value now, because JSON has no `undefined`. */
  readonly gone: readonly (keyof SessionView)[];
}

/** Who runs the session: this server, another process, or nobody. */
export type Runner = "here" | "elsewhere" | "nobody";

/** Who runs the session, and why a run in this server stopped. */
export interface Running {
  readonly runner: Runner;
  readonly reason?: StopReason;
  readonly problem?: string;
}

/** Events for an open page; `reset` tells it to load the session again. */
export type HubMessage =
  | { readonly type: "patch"; readonly patch: ViewPatch }
  | { readonly type: "reset" }
  | { readonly type: "progress"; readonly progress: { readonly run: string; readonly chars: number } }
  | { readonly type: "running"; readonly running: Running };

type Row<T> = T extends Table<string, infer R> ? R : never;

export const TABLES = ["gaps", "issues", "proposals"] as const;

/** Applies a patch: rows of tables are replaced by id, other values as a whole. */
export function patched(view: SessionView, { set, gone }: ViewPatch): SessionView {
  const rows: Record<string, unknown> = {};
  for (const table of TABLES) if (set[table]) rows[table] = merged<{ id: string }>(view[table], set[table]);
  const kept = Object.entries(view).filter(([key]) => !(gone as readonly string[]).includes(key));
  return { ...(Object.fromEntries(kept) as unknown as SessionView), ...set, ...rows };
}

function merged<R extends { readonly id: string }>(old: readonly R[], changed: readonly R[]): readonly R[] {
  const byId = new Map<string, R>(old.map((row) => [row.id, row]));
  for (const row of changed) byId.set(row.id, row);
  return [...byId.values()];
}
