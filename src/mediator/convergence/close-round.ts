import { wordCount, wordsIn } from "../../documents/stated/word-count.ts";
import type { Change } from "../../model/change.ts";
import type { RoundRecord } from "../../model/convergence.ts";
import { countRound, openCount, type RoundCount } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { isBlocking } from "../../model/severity.ts";
import { collect } from "../evolve/evolve.ts";
import { giveBack, moveGap, noteEvents } from "../ledger-events.ts";
import { courseOf, liveIssues, sessionSeconds } from "../queries.ts";
import type { OpenRound, Slot, State } from "../state.ts";
import { candidateOf } from "../working-spec/candidate.ts";

/** Step 7 of SPEC 4: confirms gaps accepted in an earlier round, counts, and measures convergence. */
export function closeRound(state: State, round: OpenRound): SessionEvent[] {
  return collect(
    state,
    (current) => noteClosedOver(current, round),
    (current) => confirmAccepted(current, round),
    (current) => [{ type: "round_closed", record: roundRecord(current, round, openCount(current.gaps)) }],
  );
}

/** Ends the open round early: gaps in progress are open again, written proposals stay. */
export function cutShort(state: State): SessionEvent[] {
  const { round } = state;
  if (!round) return [];
  const isUnderWay = ({ gap, dropped }: Slot) => !dropped && state.gaps.get(gap)?.state === "IN_PROGRESS";
  const back = round.slots.filter(isUnderWay).flatMap(({ gap }) => giveBack(state, gap, "the session ends", false));
  return collect(
    state,
    () => back,
    (current) => (current.round ? closeRound(current, current.round) : []),
  );
}

const ENDED: readonly GapState[] = ["USER_DEFERRED", "WONT_FIX", "PARKED"];

/** Notes gaps that were closed in this round over a CRITICAL or HIGH issue that nobody answered (SPEC 9). */
function noteClosedOver(state: State, round: OpenRound): SessionEvent[] {
  const isEnded = (gap: Gap) => gap.changedInRound === round.number && ENDED.includes(gap.state);
  const ended = new Set(state.gaps.filter(isEnded).map(({ id }) => id));
  const issues = liveIssues(state).filter(
    (issue) =>
      ended.has(issue.gap) &&
      isBlocking(issue.severity) &&
      isUnsettled(issue) &&
      issue.state !== "ANSWERED" &&
      !issue.noted,
  );
  const notes = issues.map(({ id, gap, severity, state: now }) => {
    const message = `${gap} was closed while ${id} (${severity}) was still ${now}`;
    return { kind: "closed-over-open-issue" as const, message, gap, issue: id };
  });
  return noteEvents(state, notes);
}

/** With `auto_confirm`, an ACCEPTED gap becomes RESOLVED after one more round (SPEC 3.3). */
function confirmAccepted(state: State, round: OpenRound): SessionEvent[] {
  if (!state.config.autoConfirm) return [];
  return state.gaps
    .filter((gap) => gap.state === "ACCEPTED" && gap.changedInRound < round.number)
    .map(({ id }) =>
      moveGap(id, "RESOLVED", "mediator", "confirmed automatically after one more round (auto_confirm)"),
    );
}

/** The round's effect on the inventory, and the convergence state that follows (SPEC 3.5, 11). */
function roundRecord(state: State, round: OpenRound, openAtEnd: number): RoundRecord {
  const count = countRound(state.gaps, round.number, state.config.severityWeights);
  const outcome = roundOutcome(state, round);
  const before = courseOf(state);
  return {
    round: round.number,
    openAtStart: round.openAtStart,
    openAtEnd,
    ...count,
    ...(round.polishing ? { polishing: true as const } : {}),
    ...(round.polishing || outcome === "DROPPED"
      ? { state: before.state, flatCount: before.flatCount }
      : convergenceState(state, round.number, count, outcome)),
    outcome,
    openedAt: round.openedAt,
    closedAt: state.at,
    seconds: sessionSeconds(state) - round.openedAfter,
    specWords: wordCount(state.spec.text),
  };
}

/** The convergence state after a round, by its weighted net (SPEC 11). */
function convergenceState(
  state: State,
  round: number,
  { resolved, created, weightedNet }: RoundCount,
  outcome: RoundRecord["outcome"],
): Pick<RoundRecord, "state" | "flatCount" | "cause"> {
  const { flatCount } = courseOf(state);
  const { stallThreshold, divergenceThreshold } = state.limits;
  if (created.CRITICAL > 0 && state.config.criticalOverride) {
    return { state: "DIVERGENCE_WARNING", flatCount, cause: "new-critical" };
  }
  if (weightedNet < -divergenceThreshold) return { state: "DIVERGENCE_WARNING", flatCount, cause: "weight" };
  const closedNothing = Object.values(resolved).every((number) => number === 0);
  if (closedNothing && growthOf(state, round).length > 0) {
    return { state: "DIVERGENCE_WARNING", flatCount: flatCount + 1, cause: "growth" };
  }
  if (weightedNet > 0) return { state: "CONVERGING", flatCount: 0 };
  // A round that only gathered input does not change the counter (SPEC 4.2).
  if (outcome === "INPUT_ONLY") return { state: flatCount === 0 ? "CONVERGING" : "FLAT", flatCount };
  if (flatCount + 1 < stallThreshold) return { state: "FLAT", flatCount: flatCount + 1 };
  return { state: "DIVERGENCE_WARNING", flatCount: flatCount + 1, cause: "stall" };
}

const TAKEN: ReadonlySet<GapState> = new Set(["WONT_FIX", "SUPERSEDED", "PARKED", "USER_DEFERRED"]);

/** Whether the User dropped, deferred or parked every gap of the round; if an agent did, that was its work. */
function isDropped(state: State, { slots, carriedOver, engineerDocument, reviewerDocument }: OpenRound): boolean {
  if (reviewerDocument || (engineerDocument && engineerDocument.digest.outOfScope.length > 0)) return false;
  const worked = [...slots.map(({ gap }) => gap), ...carriedOver];
  return worked.every((gap) => TAKEN.has(state.gaps.get(gap)?.state ?? "OPEN"));
}

function roundOutcome(state: State, round: OpenRound): RoundRecord["outcome"] {
  if (isDropped(state, round)) return "DROPPED";
  const asked = round.runs.some((run) => run.end?.blocked.length);
  const failed = round.slots.some(({ gap }) => state.gaps.get(gap)?.failedInRound === round.number);
  if (!round.engineerDocument && !round.reviewerDocument && asked && !failed) return "INPUT_ONLY";
  const dropped = round.slots.some((slot) => slot.dropped);
  const missing = (round.slots.length > 0 && !round.engineerDocument) || !round.reviewerDocument;
  const reviewed = round.reviewerDocument?.digest.reviewed ?? [];
  const isUnreviewed = round.engineerDocument?.digest.proposals.some(({ gap }) => !reviewed.includes(gap));
  return dropped || missing || isUnreviewed ? "PARTIAL" : "FULL";
}

/** What more than doubled since the last acceptance, and beyond the word budget of its gaps (SPEC 11). */
export function growthOf(state: State, round: number): string[] {
  const isPending = (gap: GapId) => ["PROPOSED", "NEEDS_REVISION"].includes(state.gaps.get(gap)?.state ?? "");
  const pending = state.proposals.filter(({ id }) => isPending(id));
  const resolutions = pending
    .filter((proposal) => proposal.round === round && proposal.previous !== undefined)
    .map(({ id, changes, previous }) => {
      return { what: id, from: added(previous?.changes ?? []), to: added(changes), gaps: 1 };
    });
  const ids = pending.map(({ id }) => id);
  const to = wordCount(candidateOf(state, ids).spec);
  const whole = { what: "The spec", from: wordCount(state.spec.text), to, gaps: pending.length };
  return [...resolutions, whole]
    .filter(({ from, to, gaps }) => to > 2 * from && to - from > gaps * state.config.maxWordsPerGap)
    .map(({ what, from, to }) => `${what} grew from ${from} words to ${to} while nothing was closed.`);
}

function added(changes: readonly Change[]): number {
  return changes.reduce((sum, change) => sum + wordsIn(change.new), 0);
}
