import { countingInstead } from "../../model/change-gap.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { moveGap, unblock } from "../ledger-events.ts";
import type { State } from "../state.ts";

/** Blocks gaps whose dependency is still open, and frees those whose blocker is gone (SPEC 3.3). */
export function dependencyEvents(state: State): SessionEvent[] {
  return [...state.gaps].flatMap((gap) => eventsOf(state, gap));
}

function eventsOf(state: State, gap: Gap): SessionEvent[] {
  if (gap.state === "BLOCKED" && gap.blocker?.type === "DEPENDENCY") {
    return openDependencies(state, gap).length > 0 ? [] : unblock(state, gap.id, "its dependencies are done");
  }
  if (gap.dependsOn.length === 0 || gap.flags.includes("FORCED_UNBLOCK")) return [];
  if (gap.state !== "OPEN" && gap.state !== "NEEDS_REVISION") return [];
  const gaps = openDependencies(state, gap);
  if (gaps.length === 0) return [];
  const blocked = moveGap(gap.id, "BLOCKED", "mediator", `waits for ${gaps.join(", ")}`);
  return [{ ...blocked, blocker: { type: "DEPENDENCY", gaps } }];
}

const DONE: ReadonlySet<GapState> = new Set(["ACCEPTED", "RESOLVED", "WONT_FIX"]);

/** The dependencies of a gap that have to go first; what counts instead of a SUPERSEDED gap stands for it. */
function openDependencies(state: State, gap: Gap): GapId[] {
  const open: GapId[] = [];
  const queue = [...gap.dependsOn];
  const seen = new Set<GapId>([gap.id]);
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const other = seen.has(id) ? undefined : state.gaps.get(id);
    seen.add(id);
    if (!other) continue;
    if (other.state === "SUPERSEDED") queue.push(...countingInstead(other));
    else if (!DONE.has(other.state)) open.push(id);
  }
  return open;
}

/** Gaps that wait for each other in a ring, so that none can go first by itself (SPEC 4.1). */
export function dependencyCycle(state: State): GapId[] {
  const blocked = state.gaps.filter((gap) => gap.state === "BLOCKED" && gap.blocker?.type === "DEPENDENCY");
  const waiting = new Map(blocked.map((gap) => [gap.id, openDependencies(state, gap)]));
  for (let removed = true; removed; ) {
    removed = false;
    for (const [id, needs] of waiting) {
      if (needs.some((need) => waiting.has(need))) continue;
      waiting.delete(id);
      removed = true;
    }
  }
  return [...waiting.keys()];
}
