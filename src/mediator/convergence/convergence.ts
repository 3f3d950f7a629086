import { wordCount, wordsIn } from "../../documents/stated/word-count.ts";
import type { Change } from "../../model/change.ts";
import type { RoundRecord } from "../../model/convergence.ts";
import { countRound, isNewIn, isOpen, openBySeverity, openCount, type RoundCount } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import { type GapId, gapIdsIn } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { namesOf } from "../../model/plural.ts";
import type { Evidence, Question } from "../../model/question.ts";
import { isBlocking } from "../../model/severity.ts";
import { collect } from "../evolve/evolve.ts";
import { decide, decideGaps, giveBack, giveContext, moveGap, noteEvents } from "../ledger-events.ts";
import { type Answered, endOrPause, field, makeQuestion, option, pauseOption, type Ways } from "../make-question.ts";
import { courseOf, currentRound, divergenceWarnings, liveIssues, sessionSeconds } from "../queries.ts";
import { bySeverity } from "../record-text.ts";
import { requestRollback, rollbackTargets } from "../rollback/request-rollback.ts";
import type { OpenRound, Slot, State } from "../state.ts";
import { candidateOf } from "../working-spec/candidate.ts";

/** The divergence warning, with evidence and options (SPEC 11). */
export function divergenceQuestion(state: State): Question {
  const last = state.records.at(-1);
  const big = "The subject really is this complex.";
  const gates = "You first confirm what is still open.";
  const suggested = spawnedGaps(state).map((gap) => gap.id);
  return makeQuestion(state, {
    kind: "divergence",
    text: `${warning(last)} How do you want to continue?`,
    evidence: last ? evidence(state, last) : [],
    options: [
      option("narrow", "Narrow the scope", "Defer the gaps you name.", "Work continues on the rest.", "gaps"),
      option("accept-complexity", "Accept the complexity", big, "The warning is reset, and work continues."),
      ...(state.gaps.filter(isOpen).some(({ severity }) => severity === "CRITICAL") ? [CRITICAL_FIRST] : []),
      option("context", "Add context", "Your words go into every prompt.", "The next round uses them.", "context"),
      ...(rollbackTargets(state).length > 0 ? [UNDO_ROUNDS] : []),
      pauseOption(),
      option("force-complete", "End the session", gates, "The spec is written."),
    ],
    fields: [
      field("gaps", "Gaps to defer", {
        initial: suggested.join(", "),
        ids: state.gaps.filter((gap) => DEFERRABLE.has(gap.state)).map(({ id }) => id),
      }),
      field("context", "Context for the prompts", { long: true }),
    ],
  });
}

const DEFERRABLE: ReadonlySet<Gap["state"]> = new Set(["OPEN", "NEEDS_REVISION", "PROPOSED", "BLOCKED"]);

/** A divergence warning may be answered with a rollback (SPEC 13.5). */
const ARCHIVED = "They are archived and analyzed; then you choose how to continue.";
const UNDO_ROUNDS = option("rollback", "Undo rounds", "One or more; you will see how far back you can go.", ARCHIVED);

const ALONE = "The next round works on nothing else.";
const CRITICAL_FIRST = option("critical-first", "CRITICAL gaps first", ALONE, "The others wait one round.");

/** Gaps that rounds added and no open gap depends on: the first candidates for deferral (SPEC 11). */
function spawnedGaps(state: State): Gap[] {
  const needed = new Set([...state.gaps].flatMap((gap) => (isOpen(gap) ? gap.dependsOn : [])));
  return state.gaps.filter(
    (gap) =>
      (gap.state === "OPEN" || gap.state === "NEEDS_REVISION") &&
      (gap.origin === "engineer" || gap.origin === "reviewer") &&
      gap.severity !== "CRITICAL" &&
      !needed.has(gap.id),
  );
}

function warning(last: RoundRecord | undefined): string {
  const { round = 0, cause, weightedNet = 0, flatCount = 0 } = last ?? {};
  const causes: Readonly<Record<NonNullable<RoundRecord["cause"]>, string>> = {
    "new-critical": "a new CRITICAL gap appeared.",
    weight: `the open gaps weigh ${-weightedNet} more than before.`,
    growth: "the text keeps growing, but no gap gets closed.",
    stall: `${flatCount} rounds in a row closed no more gaps than they opened.`,
  };
  return `Round ${round}: ${cause ? causes[cause] : "the work is not converging."}`;
}

function evidence(state: State, last: RoundRecord): Evidence[] {
  const disagree = last.net > 0 !== last.weightedNet > 0 && last.net !== last.weightedNet;
  const nets = `Net ${last.net}, weighted ${last.weightedNet}${disagree ? " (they disagree: the weighted one decides)" : ""}.`;
  const resolved = state.gaps.filter((gap) => gap.resolvedInRound === last.round);
  const created = state.gaps.filter((gap) => isNewIn(gap, last.round));
  const growth = last.cause === "growth" ? growthOf(state, last.round) : [];
  const { warnings, acceptedComplexity } = divergenceWarnings(state);
  const alarms = `Earlier warnings: ${warnings - 1}; answered with "accept the complexity": ${acceptedComplexity}.`;
  return [
    { title: "This round", body: `Resolved: ${weighed(state, resolved)}. New: ${weighed(state, created)}. ${nets}` },
    { title: "Open by severity", body: bySeverity(openBySeverity(state.gaps)) },
    ...signs(state),
    ...(growth.length === 0 ? [] : [{ title: "Growth", body: growth.join("\n") }]),
    ...(warnings < 2 ? [] : [{ title: "False alarms", body: alarms }]),
  ];
}

/** `Retry limit (GAP-FLOW-001, HIGH, weight 4)`: each gap with its severity and weight. */
function weighed({ config }: State, gaps: readonly Gap[]): string {
  const named = gaps.map(
    ({ id, title, severity }) => `${title} (${id}, ${severity}, weight ${config.severityWeights[severity]})`,
  );
  return namesOf(named, ", ", 12) || "none";
}

/** Issues that tell why rounds do not converge. */
function signs(state: State): Evidence[] {
  const kinds: readonly (readonly [string, (issue: Issue) => boolean])[] = [
    ["Not fixed twice in a row", ({ notFixedInARow }) => notFixedInARow >= 2],
    ["Disputed", ({ state: now }) => now === "DISPUTED"],
    ["Raised late", ({ late }) => late],
  ];
  const lines = kinds.flatMap(([kind, is]) => {
    const named = liveIssues(state).filter(is);
    return named.length === 0 ? [] : [`- ${kind}: ${named.map(({ id, title }) => `${title} (${id})`).join(", ")}`];
  });
  return lines.length === 0 ? [] : [{ title: "Issues that stay open", body: lines.join("\n") }];
}

/** Applies the answer; afterwards the state is CONVERGING with counter 0 (SPEC 11). */
export function applyDivergence(state: State, { choice, question, field: given }: Answered): readonly SessionEvent[] {
  const reset: SessionEvent = { type: "convergence_reset", choice, criticalOnly: choice === "critical-first" };
  const gaps = gapIdsIn(given("gaps"));
  const deferred = `Scope narrowed: ${gaps.join(", ")} deferred`;
  const narrowed = { type: "divergence", title: "Narrow the scope", gaps, decision: deferred };
  const context = { gaps: [], text: given("context"), when: "divergence warning" };
  const chosen = question.options.find(({ id }) => id === choice)?.label ?? choice;
  const ways: Ways = {
    narrow: () => [...decideGaps(state, narrowed, "USER_DEFERRED", "the scope was narrowed"), reset],
    context: () => [...giveContext(state, context), reset],
    pause: () => endOrPause(state, choice, "paused at a divergence warning"),
    // No reset here: if the rollback is cancelled, the warning is given again.
    rollback: () => requestRollback(state, { rounds: 1, reason: warning(state.records.at(-1)), by: "user" }),
    "force-complete": () => [reset, ...endOrPause(state, choice, "ended from a divergence warning", "STALL_EXIT")],
  };
  const title = `Divergence in round ${currentRound(state)}`;
  const decision = { type: "divergence", title, decision: chosen, option: chosen };
  return ways[choice]?.() ?? [decide(state, decision), reset];
}

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
    (issue) => ended.has(issue.gap) && isBlocking(issue.severity) && issue.state !== "ANSWERED" && !issue.noted,
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
