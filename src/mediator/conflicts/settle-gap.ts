import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import { holdsBack } from "../../model/issue.ts";
import { waitsForPerson } from "../disagreement/flag-thresholds.ts";
import { unsettledIssues } from "../queries.ts";
import type { State } from "../state.ts";

/**
 * A reviewed proposal goes on by what is open on it: NEEDS_REVISION, or ACCEPTED when nothing CRITICAL or HIGH is
 * left. While all that is left is disputed, or waits for the person's word on a flag, it stays where it is (SPEC 3.3, 9,
 * 10.4).
 */
export function settleGap(state: State, id: GapId): SessionEvent[] {
  const gap = state.gaps.get(id);
  if (gap?.state !== "PROPOSED" || !state.proposals.get(id)?.reviewed) return [];
  const holding = unsettledIssues(state, id).filter(holdsBack);
  const open = holding.filter((issue) => issue.state !== "DISPUTED" && !waitsForPerson(state, issue.id));
  if (open.length > 0) {
    const why = `open: ${open.map((issue) => issue.id).join(", ")}`;
    return [{ type: "gap_changed", gap: id, to: "NEEDS_REVISION", actor: "reviewer", why }];
  }
  if (holding.length > 0) return [];
  const why = "nothing CRITICAL or HIGH is open";
  return [{ type: "gap_changed", gap: id, to: "ACCEPTED", actor: "reviewer", why }];
}
