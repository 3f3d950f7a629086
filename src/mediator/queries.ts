import type { Config } from "../model/config.ts";
import type { ConvergenceState, RoundRecord } from "../model/convergence.ts";
import { countRound, isOpen, openCount, type RoundCount } from "../model/counting.ts";
import type { Decision } from "../model/decision.ts";
import type { Gap } from "../model/gap.ts";
import type { GapId } from "../model/ids.ts";
import type { Issue } from "../model/issue.ts";
import { holdsBack, isUnsettled, missingWord } from "../model/issue-state.ts";
import type { OpenRound, RoundLog, Run, Slot, State } from "./state.ts";

/** What is asked of the state in more than one place. */

/** The running round, else the last one; 0 before the first. */
export function currentRound(state: State): number {
  return state.round?.number ?? state.records.at(-1)?.round ?? 0;
}

/** A round was opened, or an agent was asked for something. */
export function hasBegun(state: State): boolean {
  return currentRound(state) > 0 || runsOf(state).length > 0;
}

/** Decisions that go with a rollback to `then`: that of an edit by hand stays, as its words do (SPEC 12, 13.3). */
export function undoneDecisions({ decisions, spec }: State, then: State | undefined): Decision[] {
  const own = spec.batches.flatMap(({ sets }) => sets.filter(({ gap }) => gap === undefined));
  const since = decisions.slice(then?.decisions.length ?? 0);
  return since.filter(({ id }) => !own.some(({ decision }) => decision === id));
}

export function unsettledIssues(state: State, gap: GapId): Issue[] {
  return liveIssues(state).filter((issue) => issue.gap === gap && isUnsettled(issue));
}

/** What keeps a gap from being accepted, and whose word is missing: the Reviewer's on the proposal, or one on an issue. */
export function heldBy(state: State, { id, state: now }: Pick<Gap, "id" | "state">): string {
  const { reviewed, held } = state.proposals.get(id) ?? { reviewed: true };
  const isPending = now === "PROPOSED" && !reviewed;
  if (isPending && held === undefined) return "still unreviewed";
  const holding = unsettledIssues(state, id).filter(holdsBack);
  const issues = holding.map((issue) => `${issue.id} (${missingWord(issue)})`).join(", ");
  return [isPending ? held : "", issues && `held back by ${issues}`].filter(Boolean).join("; ");
}

export function liveIssues(state: State): Issue[] {
  return state.liveIssues.flatMap((id) => state.issues.get(id) ?? []);
}

type Reviewed = Pick<State, "gaps" | "finalReview">;

/** Words of the finished text by which a gap that was left open is settled (SPEC 12). */
export function settlingWords({ finalReview }: Reviewed, { id }: Pick<Gap, "id">): readonly string[] | undefined {
  return finalReview.settled.find(({ gap }) => gap === id)?.words;
}

/** Gaps in an open state that the finished text does not settle. */
export function gapsStillOpen(state: Reviewed): Gap[] {
  return state.gaps.select(isOpen).filter((gap) => !settlingWords(state, gap));
}

/** Found and set aside (SPEC 3.2), and not settled since: whoever builds the spec must know of them. */
export function parkedGaps(state: Reviewed): Gap[] {
  const standing = standings(state);
  return state.gaps.filter((gap) => standing(gap) === "PARKED");
}

/** A gap's state as it is counted: what the text settles, or another gap takes up, is neither open nor parked. */
export function standings(state: Reviewed): (gap: Gap) => string {
  const { gaps, finalReview } = state;
  const takenUp = new Set([...gaps.select(takesUpAnother), ...finalReview.blockers].map(({ takesUp }) => takesUp));
  const settled = new Set(finalReview.settled.map(({ gap }) => gap));
  return ({ id, state: now }) => {
    if (settled.has(id)) return "settled by the text";
    return now === "PARKED" && takenUp.has(id) ? "taken up" : now;
  };
}

function takesUpAnother({ takesUp }: Gap): boolean {
  return takesUp !== undefined;
}

export function slotRuns(round: OpenRound, slot: Pick<Slot, "gap">): Run[] {
  return standing(round.runs).filter((run) => run.role === "engineer" && run.gaps.includes(slot.gap));
}

export function reviewerRuns(round: OpenRound): Run[] {
  return standing(round.runs).filter((run) => run.role === "reviewer");
}

/** Without those whose process ended before they did. */
export function standing(runs: readonly Run[]): Run[] {
  return runs.filter((run) => !run.abandoned);
}

/** Every run of the running round and of the passes over the whole spec. */
export function runsOf({ round, finalReview, setup }: State): Run[] {
  return [...(round?.runs ?? []), ...finalReview.runs, ...setup.runs];
}

export function isRunning(run: Run): boolean {
  return run.end === undefined && !run.abandoned;
}

/** Gaps of the round whose proposals the Reviewer has to read: this round's, and those left over (SPEC 4.1). */
export function gapsUnderReview(state: State, round: OpenRound): GapId[] {
  const proposed = round.engineerDocument?.digest.proposals.map((proposal) => proposal.gap) ?? [];
  const gaps = [...new Set([...proposed, ...round.carriedOver])];
  // Gaps keep their state while they are polished (SPEC 12).
  return round.polishing ? gaps : gaps.filter((id) => state.gaps.get(id)?.state === "PROPOSED");
}

type Course = Pick<State, "records" | "convergence">;

/** Where the rounds led to (SPEC 11): what the last one says, or a new beginning where the User answered its warning. */
export function courseOf({ records, convergence }: Course): Pick<RoundRecord, "state" | "flatCount"> {
  const last = records.at(-1);
  const isAnswered = last?.round === convergence.choices.at(-1)?.round;
  return last && !isAnswered ? last : { state: "CONVERGING", flatCount: 0 };
}

/** The state of SPEC 11 as it is now: a pause and a complete end stand above what the rounds say. */
export function convergenceNow({ stop, ...course }: Course & Pick<State, "stop">): ConvergenceState {
  if (stop.type === "paused") return "PAUSED";
  return stop.type === "ended" && stop.termination === "COMPLETE" ? "COMPLETE" : courseOf(course).state;
}

/** How many warnings were given, and how many of them were false alarms (SPEC 11). */
export function divergenceWarnings({ records, convergence }: Course) {
  return {
    warnings: records.filter(({ state }) => state === "DIVERGENCE_WARNING").length,
    acceptedComplexity: convergence.choices.filter(({ choice }) => choice === "accept-complexity").length,
  };
}

/** How long the session took until its last entry. A clock that jumped while a process had it is no part of that. */
export function sessionSeconds({ totals }: Pick<State, "totals">): number {
  return totals.activeSeconds + totals.waitedSeconds;
}

/** Whether an agent is a model or a program: the others think of nothing by themselves (SPEC 10.2, 15.2, 16.1). */
export function readsByItself({ kind }: Config["agents"]["reviewer"]): boolean {
  return !["interview", "human", "replay"].includes(kind);
}

/** A session in which a person is asked and no model works: nothing is said of rounds, runs or retries (SPEC 16.4). */
export function isInterview({ session }: Pick<State, "session">): boolean {
  return session.engineer === "interview" && session.reviewer === "interview";
}

/** A round as its records show it, whether it is closed yet or not. */
export interface RoundView extends OpenRound {
  readonly assigned: readonly GapId[];
  readonly openAtEnd: number;
  readonly count: RoundCount;
  /** Absent while the round is open. */
  readonly record: RoundRecord | undefined;
}

export function roundView(state: State, round: RoundLog | OpenRound): RoundView {
  const record = "record" in round ? round.record : undefined;
  return {
    ...round,
    assigned: round.slots.map(({ gap }) => gap),
    openAtEnd: record?.openAtEnd ?? openCount(state.gaps),
    count: record ?? countRound(state.gaps, round.number, state.config.severityWeights),
    record,
  };
}
