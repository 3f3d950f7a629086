import { type Hunk, overlap } from "../../documents/changes/hunk.ts";
import { findHunk } from "../../documents/changes/locate-change.ts";
import { quotationsIn } from "../../documents/form/quotations.ts";
import { isOpen } from "../../model/counting.ts";
import type { Digest, NewGapDigest, ProposalDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { newGap } from "../../model/new-gap.ts";
import { isBlocking } from "../../model/severity.ts";
import { giveBack, moveGap, noteEvents } from "../ledger-events.ts";
import { withProposals } from "../spec/candidate.ts";
import type { EventOf, OpenRound, State } from "../state.ts";

export type Joined = Omit<EventOf<"document_joined">, "type" | "round">;

/** What follows from a role's document being there: proposals, and gaps that it introduces (SPEC 4.2, 4.4). */
export function joinEvents(state: State, round: OpenRound, joined: Joined): SessionEvent[] {
  const { digest } = joined;
  const document: SessionEvent = { type: "document_joined", round: round.number, ...joined };
  const gaps = newGapEvents(state, digest.newGaps, digest.role, round.number);
  // Of something CRITICAL or HIGH the User is asked (SPEC 3.5a).
  const isParked = (gap: Gap | undefined) => gap && isOpen(gap) && !isBlocking(gap.severity);
  const parked = digest.outOfScope
    .filter(({ gap }) => isParked(state.gaps.get(gap)))
    .map(({ gap, reason }) => moveGap(gap, "PARKED", digest.role, `out of scope: ${reason}`));
  if (digest.role === "reviewer") return [document, ...gaps, ...parked];
  const proposed = digest.proposals
    .filter((proposal) => state.gaps.get(proposal.gap)?.state === "IN_PROGRESS")
    .map(({ gap }) => moveGap(gap, "PROPOSED", "engineer", "a valid resolution is written"));
  const aside = digest.setAside.map((gap) => {
    const message = `a resolution of ${gap}, which was not assigned, is set aside`;
    return { kind: "set-aside" as const, message, gap };
  });
  return [document, ...gaps, ...proposed, ...parked, ...noteEvents({ round }, aside)];
}

/** The gaps that a document introduces enter the inventory with it, so that the next document may speak of them. */
export function newGapEvents(
  state: State,
  gaps: readonly NewGapDigest[],
  origin: "engineer" | "reviewer",
  round: number,
): SessionEvent[] {
  const introduced = new Set(gaps.map((gap) => gap.id));
  const isKnown = (id: GapId) => state.gaps.has(id) || introduced.has(id);
  // A heading without quotation marks is itself what is quoted.
  const quoted = (place: string) => (quotationsIn(place).length === 0 ? [place] : quotationsIn(place));
  return gaps
    .filter((gap) => !state.gaps.has(gap.id))
    .map(({ place, line: _, ...digest }) => {
      const gap = newGap(round, {
        ...digest,
        severityBy: origin,
        origin,
        state: stateOf(state, digest, origin),
        dependsOn: digest.dependsOn.filter((id) => id !== digest.id && isKnown(id)),
        ...(place === undefined ? {} : { quotations: quoted(place) }),
      });
      return { type: "gap_added", gap };
    });
}

/** New gaps must earn their place: CRITICAL or HIGH, and children of children CRITICAL; else PARKED (SPEC 3.5a). */
function stateOf(
  state: State,
  { severity, parent }: Pick<NewGapDigest, "severity" | "parent">,
  origin: "engineer" | "reviewer",
): GapState {
  // What the checks find in the person's own words is asked about (SPEC 16.4).
  if (state.config.agents[origin].kind === "interview") return "OPEN";
  const isGrandchild = parent !== undefined && state.gaps.get(parent)?.parent !== undefined;
  const earns = isGrandchild ? severity === "CRITICAL" : isBlocking(severity);
  return earns ? "OPEN" : "PARKED";
}

/** Two runs changed the same words: the later gap gets one more run (SPEC 4.2). `undefined` where none did. */
export function overlapEvents(state: State, round: OpenRound, digest: Digest): SessionEvent[] | undefined {
  const before: (Pick<ProposalDigest, "gap" | "changes"> & { readonly hunks: readonly Hunk[] })[] = [];
  const together = inIdOrder(digest).filter(({ after }) => after.length === 0);
  if (together.length < 2) return undefined;
  for (const { gap, changes } of together) {
    const hunks = changes.flatMap((change) => findHunk(state.spec.text, change) ?? []);
    const other = before.find((earlier) => earlier.hunks.some((a) => hunks.some((b) => overlap(a, b))));
    if (other) {
      const after = before.map((earlier) => ({ gap: earlier.gap, changes: earlier.changes }));
      const message = `${gap}: its changes overlap with those of ${other.gap}; it is run once more`;
      const found: SessionEvent = { type: "overlap_found", gap, with: other.gap, after, changes };
      return [found, ...noteEvents({ round }, [{ kind: "overlap", message, gap }])];
    }
    before.push({ gap, changes, hunks });
  }
  return undefined;
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
