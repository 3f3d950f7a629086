import type { Digest } from "../../model/digest.ts";
import type { RepairRecord, SessionEvent } from "../../model/events.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import type { ParallelConflict } from "../parallel/parallel-conflicts.ts";
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
  /** Shown as notes; not kept with the document. */
  readonly conflicts?: readonly ParallelConflict[];
}

/** What follows from a role's document being there: proposals, and gaps that it introduces (SPEC 4.2, 4.4). */
export function joinEvents(state: State, round: OpenRound, joined: Joined): SessionEvent[] {
  const { conflicts = [], ...stored } = joined;
  const { digest } = stored;
  const document: SessionEvent = { type: "document_joined", round: round.number, ...stored };
  const gaps = newGapEvents(state, digest.newGaps, digest.role, round.number);
  if (digest.role === "reviewer") return [document, ...gaps];
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
  const beside = conflicts.map(({ gap, message }, index): SessionEvent => {
    const note = makeNote(round, aside.length + index, { kind: "parallel-conflict", message, gap });
    return { type: "noted", note };
  });
  return [document, ...gaps, ...proposed, ...aside, ...beside];
}
