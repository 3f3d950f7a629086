import { isOpen } from "../../model/counting.ts";
import type { Digest, OutOfScopeDigest } from "../../model/digest.ts";
import type { RepairRecord } from "../../model/events/run-events.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { isBlocking } from "../../model/severity.ts";
import type { OpenRound, State } from "../state.ts";
import { makeNote } from "./make-note.ts";
import { newGapEvents } from "./new-gap-events.ts";

/** A round's document as it is stored. */
export interface Joined {
  readonly path: string;
  readonly sha256: string;
  readonly chars: number;
  readonly digest: Digest;
  readonly repairs: readonly RepairRecord[];
  readonly warnings: readonly GateWarning[];
}

/** What follows from a role's document being there: proposals, and gaps that it introduces (SPEC 4.2, 4.4). */
export function joinEvents(state: State, round: OpenRound, joined: Joined): SessionEvent[] {
  const { digest } = joined;
  const document: SessionEvent = { type: "document_joined", round: round.number, ...joined };
  const gaps = newGapEvents(state, digest.newGaps, digest.role, round.number);
  const parked = digest.outOfScope.flatMap((word) => outOfScopeEvents(state, word, digest.role));
  if (digest.role === "reviewer") return [document, ...gaps, ...parked];
  const proposed = digest.proposals
    .filter((proposal) => state.gaps.get(proposal.gap)?.state === "IN_PROGRESS")
    .map((proposal): SessionEvent => {
      const why = "a valid resolution is written";
      return { type: "gap_changed", gap: proposal.gap, to: "PROPOSED", actor: "engineer", why };
    });
  const aside = digest.setAside.map((gap, index): SessionEvent => {
    const message = `a resolution of ${gap}, which was not assigned, is set aside`;
    return { type: "noted", note: makeNote(round, index, { kind: "set-aside", message, gap }) };
  });
  return [document, ...gaps, ...proposed, ...parked, ...aside];
}

/** What is called out of scope is PARKED; of something CRITICAL or HIGH the User is asked (SPEC 3.5a). */
function outOfScopeEvents(
  state: State,
  { gap: id, reason }: OutOfScopeDigest,
  actor: "engineer" | "reviewer",
): SessionEvent[] {
  const gap = state.gaps.get(id);
  if (!gap || !isOpen(gap) || isBlocking(gap.severity)) return [];
  return [{ type: "gap_changed", gap: id, to: "PARKED", actor, why: `out of scope: ${reason}` }];
}
