import { takenByBoth } from "../../documents/changes/given-ids.ts";
import { applyHunks, type Hunk, overlap } from "../../documents/changes/hunk.ts";
import { findHunk } from "../../documents/changes/locate-change.ts";
import { quotationsIn } from "../../documents/form/quotations.ts";
import { newGap } from "../../model/change-gap.ts";
import { isOpen } from "../../model/counting.ts";
import type { Digest, NewGapDigest, ProposalDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
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

/** Two runs changed the same words or gave the same number: the later gap gets one more run (SPEC 4.2). `undefined` where none did. */
export function overlapEvents(state: State, round: OpenRound, digest: Digest): SessionEvent[] | undefined {
  const before: Located[] = [];
  const together = inIdOrder(digest).filter(({ after }) => after.length === 0);
  if (together.length < 2) return undefined;
  for (const { gap, changes } of together) {
    const located = { gap, changes, hunks: changes.flatMap((change) => findHunk(state.spec.text, change) ?? []) };
    const [found] = before.flatMap((earlier) => clashOf(state, round, earlier, located) ?? []);
    if (found) {
      const after = before.map((earlier) => ({ gap: earlier.gap, changes: earlier.changes }));
      const what = found.taken ? `both give ${found.taken}` : "both change the same words";
      const message = `${gap} is run once more after ${found.with}: ${what}`;
      const event: SessionEvent = { type: "overlap_found", gap, ...found, after, changes };
      return [event, ...noteEvents({ round }, [{ kind: "overlap", message, gap }])];
    }
    before.push(located);
  }
  return undefined;
}

type Located = Pick<ProposalDigest, "gap" | "changes"> & { readonly hunks: readonly Hunk[] };
type Clash = Pick<EventOf<"overlap_found">, "with" | "taken">;

function clashOf({ spec }: State, round: OpenRound, earlier: Located, later: Located): Clash | undefined {
  if (earlier.hunks.some((a) => later.hunks.some((b) => overlap(a, b)))) return { with: earlier.gap };
  // Who wrote both in one document saw its own numbers.
  const isOneRun = round.slots.some(({ gap, cluster }) => gap === earlier.gap && cluster?.includes(later.gap));
  const figures = figuresIn(earlier);
  if (isOneRun || !figuresIn(later).some((figure) => figures.includes(figure))) return undefined;
  const withHunks = (hunks: readonly Hunk[]) => applyHunks(spec.text, hunks);
  const [one, other] = [withHunks(earlier.hunks), withHunks(later.hunks)];
  const taken = takenByBoth({ before: spec.text, one, other, both: withHunks([...earlier.hunks, ...later.hunks]) });
  return taken === undefined ? undefined : { with: earlier.gap, taken };
}

/** Without one in common no two specs need be read. */
function figuresIn({ hunks }: Located): string[] {
  return hunks.flatMap(({ text }) => text.match(/\d+/g) ?? []);
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
