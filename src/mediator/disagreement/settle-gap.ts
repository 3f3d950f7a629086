import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { holdsBack } from "../../model/issue-state.ts";
import { collect } from "../collect.ts";
import { unsettledIssues } from "../queries.ts";
import { acceptGaps } from "../spec/accept-gaps.ts";
import type { State } from "../state.ts";
import { waitsForPerson } from "./flag-thresholds.ts";
import { openConflictOn } from "./open-conflicts.ts";
import { refusal } from "./refusal.ts";
import { waitsForGround } from "./ungrounded.ts";

/**
 * Reviewed proposals go on by what is open on them: NEEDS_REVISION, or ACCEPTED when nothing holds them back. While all
 * that is left waits for the person (a conflict, a flag, an issue without its words, a verdict) a proposal stays where
 * it is: nothing is accepted over a decision that would have bound it (SPEC 3.3, 3.6, 9, 10.4).
 */
export function settleGaps(state: State, ids: readonly GapId[]): SessionEvent[] {
  const settled = ids.map((id) => ({ id, fate: fateOf(state, id) }));
  const revised = settled.flatMap(({ id, fate }): SessionEvent[] =>
    fate.type === "revise"
      ? [{ type: "gap_changed", gap: id, to: "NEEDS_REVISION", actor: "reviewer", why: fate.why }]
      : [],
  );
  const accepted = settled.filter(({ fate }) => fate.type === "accept").map(({ id }) => id);
  return [...revised, ...acceptGaps(state, accepted, "nothing is open that holds it back")];
}

export function settleGap(state: State, id: GapId): SessionEvent[] {
  return settleGaps(state, [id]);
}

type Fate = { readonly type: "revise"; readonly why: string } | { readonly type: "accept" | "stay" };

function fateOf(state: State, id: GapId): Fate {
  if (state.gaps.get(id)?.state !== "PROPOSED" || !state.proposals.get(id)?.reviewed) return { type: "stay" };
  const unsettled = unsettledIssues(state, id);
  const waits = (issue: Issue) =>
    openConflictOn(state, issue.id) !== undefined || waitsForPerson(state, issue.id) || waitsForGround(state, issue);
  const open = unsettled.filter((issue) => holdsBack(issue) && !waits(issue));
  if (open.length > 0) return { type: "revise", why: `open: ${open.map((issue) => issue.id).join(", ")}` };
  if (unsettled.some(waits)) return { type: "stay" };
  switch (refusal(state, id)) {
    case "first":
      return { type: "revise", why: "the verdict asks for a revision" };
    case "again":
      return { type: "stay" };
    case "none":
      return { type: "accept" };
  }
}

/** What the person says of an issue, and what becomes of its gap with it. */
export function settleBound(state: State, gap: GapId, now: string, said: readonly SessionEvent[]): SessionEvent[] {
  return collect(
    state,
    now,
    () => said,
    (current) => settleGap(current, gap),
    (current) => reopenBound(current, gap),
  );
}

/** A decision binds a gap that the review accepted before it was made, too: the person reopens it (SPEC 3.3, 3.6). */
function reopenBound(state: State, id: GapId): SessionEvent[] {
  const gap = state.gaps.get(id);
  const bound = unsettledIssues(state, id).filter(holdsBack);
  if (bound.length === 0 || (gap?.state !== "ACCEPTED" && gap?.state !== "RESOLVED")) return [];
  const why = `to be done: ${bound.map((issue) => issue.id).join(", ")}`;
  return [{ type: "gap_changed", gap: id, to: "NEEDS_REVISION", actor: "user", why }];
}
