import type { Hunk } from "../../documents/changes/hunk.ts";
import { overlap } from "../../documents/changes/hunk.ts";
import { locateChanges } from "../../documents/changes/locate-changes.ts";
import type { Digest, ProposalDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { giveBack } from "../gap-events.ts";
import { withProposals } from "../spec/candidate.ts";
import type { OpenRound, Overlap, State } from "../state.ts";
import { noteEvents } from "./note-events.ts";

/**
 * Two runs that changed the same words: the later gap's Engineer gets one more run, shown the text with the changes
 * before it (SPEC 4.2). `undefined` where all changes stand beside each other.
 */
export function overlapEvents(state: State, round: OpenRound, digest: Digest): SessionEvent[] | undefined {
  const before: (Pick<ProposalDigest, "gap" | "changes"> & { readonly hunks: readonly Hunk[] })[] = [];
  for (const { gap, changes, after } of inIdOrder(digest)) {
    if (after.length > 0) continue;
    const { hunks } = locateChanges(state.spec.text, changes);
    const other = before.find((earlier) => earlier.hunks.some((a) => hunks.some((b) => overlap(a, b))));
    if (other) {
      const after = before.map((earlier) => ({ gap: earlier.gap, changes: earlier.changes }));
      return rerun(round, { gap, with: other.gap, after, changes });
    }
    before.push({ gap, changes, hunks });
  }
  return undefined;
}

function rerun(round: OpenRound, overlap: Overlap & { readonly gap: GapId }): SessionEvent[] {
  const { gap, with: other } = overlap;
  const message = `${gap}: its changes overlap with those of ${other}; it is run once more`;
  return [{ type: "overlap_found", ...overlap }, ...noteEvents({ round }, [{ kind: "overlap", message, gap }])];
}

/** What still does not fit after its second run goes back (SPEC 4.2). */
export function giveBackOverlapping(state: State, round: OpenRound, digest: Digest): SessionEvent[] {
  const proposals = inIdOrder(digest).map(({ gap, changes, after }) => ({ id: gap, changes, after }));
  const why = "its changes still overlap with those of another gap";
  const { failed } = withProposals(state.spec.text, proposals);
  const notes = failed.map((gap) => ({ kind: "overlap" as const, message: `${gap} goes back: ${why}`, gap }));
  return [...failed.flatMap((gap) => giveBack(state, { gap }, why, true)), ...noteEvents({ round }, notes)];
}

function inIdOrder(digest: Digest): ProposalDigest[] {
  return digest.role === "engineer" ? digest.proposals.toSorted((a, b) => compareGapIds(a.gap, b.gap)) : [];
}
