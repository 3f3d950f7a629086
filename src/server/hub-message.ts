import type { StopReason } from "../engine/run-session.ts";
import type { ViewPatch } from "./view-patch.ts";

/** Who carries the session out: this server, another process of the computer, or nobody. */
export type Runner = "here" | "elsewhere" | "nobody";

/** How it stands with carrying the session out. */
export interface Running {
  readonly runner: Runner;
  /** Why it stands still, when it did so here. */
  readonly reason?: StopReason;
  /** What went wrong here, in words. */
  readonly problem?: string;
}

/** How much came of a run so far. */
export interface RunProgress {
  readonly run: string;
  readonly chars: number;
}

/** What a page is told while it is open. */
export type HubMessage =
  | { readonly type: "patch"; readonly patch: ViewPatch }
  /** What is known of the session does not hold any more: it is to be fetched again. */
  | { readonly type: "reset" }
  | { readonly type: "progress"; readonly progress: RunProgress }
  | { readonly type: "running"; readonly running: Running };
