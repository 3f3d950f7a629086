import type { StopReason } from "../engine/run-session.ts";
import type { Spent } from "../mediator/questions/cost-questions.ts";
import type { State } from "../mediator/state.ts";
import type { ConvergenceState } from "../model/convergence.ts";
import type { SeverityCounts } from "../model/counting.ts";
import type { Table } from "../model/table.ts";

/* What server and page have in common; the page is built with it, so nothing is imported here but types. */

/**
 * What the page knows of a session: the state, with tables as lists, and what is derived of it here. The spec is asked
 * for by itself.
 */
export interface SessionView extends Omit<State, "gaps" | "issues" | "proposals" | "checkpoints" | "spec"> {
  readonly gaps: readonly Row<State["gaps"]>[];
  readonly issues: readonly Row<State["issues"]>[];
  readonly proposals: readonly Row<State["proposals"]>[];
  readonly derived: Derived;
}

export interface Derived {
  readonly openBySeverity: SeverityCounts;
  /** Of those that nothing settled since. */
  readonly parked: number;
  readonly convergence: ConvergenceState;
  /** Names the working spec as it is now. */
  readonly spec: string;
  readonly spent: Spent;
  /** What the finished spec ends with and is no part of it. */
  readonly appendix?: string;
}

/** A change of the view: whole values where they are small, only the changed rows of tables. */
export interface ViewPatch {
  readonly seq: number;
  readonly set: Partial<SessionView>;
  /** Keys that have no value any more: JSON cannot say `undefined`. */
  readonly gone: readonly (keyof SessionView)[];
}

/** Who carries the session out: this server, another process of the computer, or nobody. */
export type Runner = "here" | "elsewhere" | "nobody";

/** How it stands with carrying the session out; why it stands still or what went wrong, where it did so here. */
export interface Running {
  readonly runner: Runner;
  readonly reason?: StopReason;
  readonly problem?: string;
}

/** What a page is told while it is open; a reset: what it knows of the session is to be fetched again. */
export type HubMessage =
  | { readonly type: "patch"; readonly patch: ViewPatch }
  | { readonly type: "reset" }
  | { readonly type: "progress"; readonly progress: { readonly run: string; readonly chars: number } }
  | { readonly type: "running"; readonly running: Running };

type Row<T> = T extends Table<string, infer R> ? R : never;

export const TABLES = ["gaps", "issues", "proposals"] as const;

/** The view after a patch: rows are replaced by id, everything else as a whole. */
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
