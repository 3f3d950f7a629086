import type { BlockedDigest } from "../../model/digest.ts";
import { slotRuns } from "../queries.ts";
import type { OpenRound, Run, Slot } from "../state.ts";

/** Where the Engineer's work on one gap stands, read off its runs. */
export type SlotStatus =
  /** `ready`: the next attempt may start. */
  | { readonly type: "dropped" | "running" | "ready" }
  /** `fatal`: the agent itself cannot work: not found, not authorised (SPEC 5, EXECUTION_ERROR). */
  | { readonly type: "valid" | "fatal" | "failed"; readonly run: Run }
  /** It asked the person for input with BLOCKED_NEEDS_INPUT (SPEC 7). */
  | { readonly type: "blocked"; readonly input: BlockedDigest };

export function slotStatus(round: OpenRound, slot: Slot): SlotStatus {
  if (slot.dropped) return { type: "dropped" };
  const runs = slotRuns(round, slot);
  const run = runs.at(-1);
  if (!run) return { type: "ready" };
  if (!run.end) return { type: "running" };
  const { fatal, gate } = run.end;
  // The person gave what was missing: whatever the last run said, one more may start.
  if (slot.granted !== undefined && runs.length < slot.granted) return { type: "ready" };
  if (fatal) return { type: "fatal", run };
  if (gate.success) return validStatus(slot, runs, run);
  return gate.retriable && runs.length < slot.allowed ? { type: "ready" } : { type: "failed", run };
}

function validStatus({ gap, cluster }: Slot, runs: readonly Run[], run: Run): SlotStatus {
  const asked = (of: Run) => of.end?.blocked.find((blocked) => blocked.gap === gap);
  const input = asked(run);
  // In a cluster each gap passes or fails by itself (SPEC 4.5).
  const isAddressed = !cluster || run.end?.gate.gapsAddressed.includes(gap);
  if (!input) return { type: isAddressed ? "valid" : "failed", run };
  // UNCERTAINTY gets one retry of its own (SPEC 7); a second one is a question to the person.
  const uncertain = runs.filter((earlier) => asked(earlier)?.kind === "UNCERTAINTY");
  return input.kind === "UNCERTAINTY" && uncertain.length === 1 ? { type: "ready" } : { type: "blocked", input };
}
