import type { BlockedDigest } from "../../model/digest.ts";
import { slotRuns } from "../queries.ts";
import type { OpenRound, Run, Slot } from "../state.ts";

/** Where the Engineer's work on one gap stands, read off its runs. */
export type SlotStatus =
  | { readonly type: "dropped" }
  | { readonly type: "running" }
  /** The next attempt may start. */
  | { readonly type: "ready"; readonly last: Run | undefined }
  | { readonly type: "valid"; readonly run: Run }
  /** It asked the person for input with BLOCKED_NEEDS_INPUT (SPEC 7). */
  | { readonly type: "blocked"; readonly run: Run; readonly input: BlockedDigest }
  /** The agent itself cannot work: not found, not authorised (SPEC 5, EXECUTION_ERROR). */
  | { readonly type: "fatal"; readonly run: Run }
  | { readonly type: "failed"; readonly run: Run };

export function slotStatus(round: OpenRound, slot: Slot): SlotStatus {
  if (slot.dropped) return { type: "dropped" };
  const runs = slotRuns(round, slot);
  const last = runs.at(-1);
  if (!last) return { type: "ready", last };
  if (!last.end) return { type: "running" };
  if (isConsumed(slot, runs)) return { type: "ready", last };
  if (last.end.fatal) return { type: "fatal", run: last };
  if (last.end.gate.success) return validStatus(slot, runs, last);
  if (last.end.gate.retriable && runs.length < slot.allowed) return { type: "ready", last };
  return { type: "failed", run: last };
}

/** The person gave what was missing: whatever the last run said, one more may start. */
function isConsumed(slot: Slot, runs: readonly Run[]): boolean {
  return slot.granted !== undefined && runs.length < slot.granted;
}

function validStatus(slot: Slot, runs: readonly Run[], run: Run): SlotStatus {
  const blocked = run.end?.blocked.find(({ gap }) => gap === slot.gap);
  // In a cluster each gap passes or fails by itself (SPEC 4.5).
  if (!blocked)
    return run.end?.gate.gapsAddressed.includes(slot.gap) || !slot.cluster
      ? { type: "valid", run }
      : { type: "failed", run };
  if (blocked.kind === "BLOCKED_NEEDS_INPUT") return { type: "blocked", run, input: blocked };
  // UNCERTAINTY gets one retry of its own (SPEC 7); a second one is a question to the person.
  const uncertain = runs.filter(({ end }) =>
    end?.blocked.some(({ gap, kind }) => gap === slot.gap && kind === "UNCERTAINTY"),
  );
  return uncertain.length > 1 ? { type: "blocked", run, input: blocked } : { type: "ready", last: run };
}
