import type { StopReason } from "../engine/run-session.ts";
import type { SessionView, ViewPatch } from "./session-view.ts";

/* Shared by server and page. Only types are imported, so that nothing else is bundled into the page. */

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

/** Applies a patch: rows of tables are replaced by id, other values as a whole. */
export function patched(view: SessionView, { set, rows, gone }: ViewPatch): SessionView {
  const next: Record<string, unknown> = { ...view, ...set };
  for (const [table, changed] of Object.entries(rows)) {
    next[table] = merged<{ id: string }>(view[table as keyof typeof rows], changed);
  }
  for (const key of gone) delete next[key];
  return next as unknown as SessionView;
}

function merged<R extends { readonly id: string }>(old: readonly R[], changed: readonly R[]): readonly R[] {
  const byId = new Map<string, R>(old.map((row) => [row.id, row]));
  for (const row of changed) byId.set(row.id, row);
  return [...byId.values()];
}
