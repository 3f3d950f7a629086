import { occursIn } from "../documents/changes/occurs.ts";
import type { ChangeSet } from "../model/change.ts";
import type { Config } from "../model/config.ts";
import type { ConvergenceState, RoundRecord } from "../model/convergence.ts";
import { countRound, isOpen, openCount, type RoundCount } from "../model/counting.ts";
import type { Decision } from "../model/decision.ts";
import type { Gap } from "../model/gap.ts";
import { gapIdMint } from "../model/id-mint.ts";
import type { GapId } from "../model/ids.ts";
import type { Issue } from "../model/issue.ts";
import { holdsBack, isUnsettled, missingWord } from "../model/issue-state.ts";
import { rememberFor } from "../model/remember-for.ts";
import { compareSeverity, isBlocking } from "../model/severity.ts";
import type { OpenRound, Proposal, RoundLog, Run, State } from "./state.ts";

/** Queries of the state that several folders need. */

/** The number of the running round, else of the last one; 0 before the first. */
export function currentRound(state: State): number {
  return state.round?.number ?? state.records.at(-1)?.round ?? 0;
}

export function hasBegun(state: State): boolean {
  return currentRound(state) > 0 || runsOf(state).length > 0;
}

/** Decisions that a rollback to `then` undoes. Those of edits by hand stay, as the edits do (SPEC 12, 13.3). */
export function undoneDecisions({ decisions, spec }: State, then: State | undefined): Decision[] {
  const handEdits = spec.batches.flatMap(({ sets }) => sets.filter(({ gap }) => gap === undefined));
  const since = decisions.slice(then?.decisions.length ?? 0);
  return since.filter(({ id }) => !handEdits.some(({ decision }) => decision === id));
}

/** Gives out gap ids that the session has never used, not even in rounds that were undone (SPEC 3.1). */
export function unusedGapIds({ gaps, retired }: Pick<State, "gaps" | "retired">) {
  return gapIdMint([...gaps, ...retired.gaps].map(({ id }) => id));
}

export function unsettledIssues(state: State, gap: GapId): Issue[] {
  return liveIssues(state).filter((issue) => issue.gap === gap);
}

/** What keeps a gap from being accepted, in words: a missing review, or issues and whose word they wait for. */
export function heldBy(state: State, { id, state: now }: Pick<Gap, "id" | "state">): string {
  const { reviewed, held } = state.proposals.get(id) ?? { reviewed: true };
  const isPending = now === "PROPOSED" && !reviewed;
  if (isPending && held === undefined) return "still unreviewed";
  const holding = unsettledIssues(state, id).filter(holdsBack);
  const issues = holding.map((issue) => `${issue.id} (${missingWord(issue)})`).join(", ");
  return [isPending ? held : "", issues && `held back by ${issues}`].filter(Boolean).join("; ");
}

export function calledOutOfScope(state: State, { engineerDocument, reviewerDocument }: OpenRound) {
  const words = [engineerDocument, reviewerDocument].flatMap((document) => document?.digest.outOfScope ?? []);
  return words.map((word) => ({ ...word, settled: saidInScope(state, word.gap) }));
}

/** Whether the User was asked about the scope and said that an open gap is in it. */
export function saidInScope({ decisions }: Pick<State, "decisions">, id: GapId): boolean {
  return decisions.some(({ type, gaps }) => type === "scope" && gaps.includes(id));
}

/** Whether the User is to be asked if a CRITICAL or HIGH gap is in scope (SPEC 3.5a). */
export function waitsForScope(state: State, id: GapId): boolean {
  const gap = state.gaps.get(id);
  if (!state.round || !gap || !isOpen(gap) || !isBlocking(gap.severity)) return false;
  return calledOutOfScope(state, state.round).some((word) => word.gap === id && !word.settled);
}

/** Issues that would stay open in the written spec, worst first (SPEC 12). */
export function openIssues(state: State): Issue[] {
  return liveIssues(state).toSorted((a, b) => compareSeverity(a.severity, b.severity));
}

export function liveIssues({ issues }: Pick<State, "issues">): readonly Issue[] {
  return unsettledIn(issues);
}

/** Cached, because most issues of a long session are settled. */
const unsettledIn = rememberFor((issues: State["issues"]) => issues.filter(isUnsettled));

type Reviewed = Pick<State, "gaps" | "finalReview">;

/** Words of the finished spec that settle a gap which was left open, as the final review found (SPEC 12). */
export function settlingWords({ finalReview }: Reviewed, { id }: Pick<Gap, "id">): readonly string[] | undefined {
  return finalReview.settled.find(({ gap }) => gap === id)?.words;
}

export function gapsStillOpen(state: Reviewed): Gap[] {
  const open = state.gaps.filter(isOpen);
  return state.finalReview.settled.length === 0 ? open : open.filter((gap) => !settlingWords(state, gap));
}

/** Parked gaps that nothing has settled since (SPEC 3.2): whoever builds the spec must know of them. */
export function parkedGaps(state: Reviewed): Gap[] {
  const stateOf = countedStates(state);
  return state.gaps.filter((gap) => stateOf(gap) === "PARKED");
}

/** Gaps that the final spec does not settle: open, parked, or closed by the User. */
export function gapsLeftAside(state: State): Gap[] {
  const parked = parkedGaps(state);
  return state.gaps.filter((gap) => isOpen(gap) || gap.state === "WONT_FIX" || parked.includes(gap));
}

/** Decisions that say nothing of what the spec is to say. */
const ABOUT_ORDER: ReadonlySet<string> = new Set([
  "severity",
  "split",
  "duplicate",
  "forced-unblock",
  "deferral",
  "parked",
  "taken-up",
  "scope",
  "gap-add",
  "divergence",
]);

/** Whether a decision says what the spec is to say of a gap. */
export function isAbout({ type, gaps }: Decision, gap: GapId): boolean {
  return !ABOUT_ORDER.has(type) && gaps.includes(gap);
}

interface Choice {
  readonly gap: GapId | undefined;
  readonly place: string;
  readonly text: string;
  /** The words that it stood in are gone: it may hold in others. */
  readonly isRewritten: boolean;
}

/** What the Engineer says it decided in accepted changes, unless the words are gone and the User decided since. */
export function choicesMade({ spec }: Pick<State, "spec">): Choice[] {
  const sets = spec.batches.flatMap((batch) => batch.sets);
  return sets.flatMap(({ gap, decision, decided = [], changes }, at) => {
    const isByUser = (later: ChangeSet) =>
      (later.gap ?? gap) === gap && later.decision !== undefined && later.decision !== decision;
    const isDecidedSince = sets.slice(at + 1).some(isByUser);
    return decided.flatMap(({ change: number, text }) => {
      const change = changes.find((each) => each.number === number);
      const stands = change?.new.split("\n").some((line) => line.trim() !== "" && occursIn(spec.text, line)) === true;
      if (change === undefined || (!stands && isDecidedSince)) return [];
      return [{ gap, place: change.place, text, isRewritten: !stands }];
    });
  });
}

/**
 * Settled by the Engineer's own choice that it does not name: no decision of the User stands on it (SPEC 12), and it is CRITICAL or the Engineer
 * was not sure that the spec supports it.
 */
export function decidedAlone(state: State): Proposal[] {
  const { gaps, proposals, decisions, spec } = state;
  const named = choicesMade(state).flatMap(({ gap }) => gap ?? []);
  const told = new Set(named);
  return [...proposals].filter(({ id, confidence = "HIGH", changes, noChange }) => {
    const { state: now, severity } = gaps.get(id) ?? {};
    const isSure = confidence === "HIGH" && severity !== "CRITICAL";
    if ((now !== "ACCEPTED" && now !== "RESOLVED") || isSure || told.has(id)) return false;
    if (decisions.some((made) => isAbout(made, id))) return false;
    // Words that it quotes and the author did not write went in with the changes of another gap.
    return changes.length > 0 || (noChange !== undefined && !occursIn(spec.source, noChange));
  });
}

/** What a policy answered for the User and nothing has replaced since (SPEC 16.4). */
export function assumptions({ decisions }: Pick<State, "decisions">): Decision[] {
  return decisions.filter((made) => {
    const isLater = ({ type, gaps, question }: Decision) =>
      made.gaps.some((gap) => gaps.includes(gap)) && (type === "deferral" || question === made.question);
    return made.type === "assumption" && decisions.findLast(isLater) === made;
  });
}

/** The state a gap counts as: one that the spec settles or another gap takes up is neither open nor parked. */
export function countedStates(state: Reviewed): (gap: Gap) => string {
  const { gaps, finalReview } = state;
  const takenUp = new Set([...gaps, ...finalReview.blockers].map(({ takesUp }) => takesUp));
  const settled = new Set(finalReview.settled.map(({ gap }) => gap));
  return ({ id, state: now }) => {
    if (settled.has(id)) return "settled by the text";
    return now === "PARKED" && takenUp.has(id) ? "taken up" : now;
  };
}

export function slotRuns(round: OpenRound, gap: GapId): Run[] {
  return withoutAbandoned(round.runs).filter((run) => run.role === "engineer" && run.gaps.includes(gap));
}

export function reviewerRuns(round: OpenRound): Run[] {
  return withoutAbandoned(round.runs).filter((run) => run.role === "reviewer");
}

/** Leaves out runs that were abandoned because their process died. */
export function withoutAbandoned(runs: readonly Run[]): Run[] {
  return runs.filter((run) => !run.abandoned);
}

export function runsOf({ round, finalReview, setup }: State): Run[] {
  return [...(round?.runs ?? []), ...finalReview.runs, ...setup.runs];
}

export function isRunning(run: Run): boolean {
  return run.end === undefined && !run.abandoned;
}

/** Gaps whose proposals are to be reviewed: this round's, and those left unreviewed before (SPEC 4.1). */
export function gapsUnderReview(state: State, round: OpenRound): GapId[] {
  const proposed = round.engineerDocument?.digest.proposals.map((proposal) => proposal.gap) ?? [];
  const gaps = [...new Set([...proposed, ...round.carriedOver])];
  // In a polishing round gaps keep their state (SPEC 12).
  return round.polishing ? gaps : gaps.filter((id) => state.gaps.get(id)?.state === "PROPOSED");
}

type Course = Pick<State, "records" | "convergence">;

/** The convergence after the last round (SPEC 11); it starts anew once the User has answered that round's warning. */
export function courseOf({ records, convergence }: Course): Pick<RoundRecord, "state" | "flatCount"> {
  const last = records.at(-1);
  const isAnswered = last?.round === convergence.choices.at(-1)?.round;
  return last && !isAnswered ? last : { state: "CONVERGING", flatCount: 0 };
}

/** The convergence state of SPEC 11: a pause or a complete end comes before what the rounds say. */
export function convergenceNow({ stop, ...course }: Course & Pick<State, "stop">): ConvergenceState {
  if (stop.type === "paused") return "PAUSED";
  return stop.type === "ended" && stop.termination === "COMPLETE" ? "COMPLETE" : courseOf(course).state;
}

/** How many divergence warnings were given, and how many of them the User called accepted complexity (SPEC 11). */
export function divergenceWarnings({ records, convergence }: Course) {
  return {
    warnings: records.filter(({ state }) => state === "DIVERGENCE_WARNING").length,
    acceptedComplexity: convergence.choices.filter(({ choice }) => choice === "accept-complexity").length,
  };
}

/** How long the session took until its last entry, measured so that a clock that jumped does not count. */
export function sessionSeconds({ totals }: Pick<State, "totals">): number {
  return totals.activeSeconds + totals.waitedSeconds;
}

/** Whether an agent can find things by itself, as a model or a program does (SPEC 10.2, 15.2, 16.1). */
export function isModelOrProgram({ kind }: Config["agents"]["reviewer"]): boolean {
  return !["interview", "human", "replay"].includes(kind);
}

/** Whether the interview takes the Engineer's part: gaps become questions to the User (SPEC 16.4). */
export function engineerIsInterview({ config }: Pick<State, "config">): boolean {
  return config.agents.engineer.kind === "interview";
}

/** In an interview no model works: records say nothing of rounds, runs or retries (SPEC 16.4). */
export function isInterview({ session }: Pick<State, "session">): boolean {
  return session.engineer === "interview" && session.reviewer === "interview";
}

export interface RoundView extends OpenRound {
  readonly assigned: readonly GapId[];
  readonly openAtEnd: number;
  readonly count: RoundCount;
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

export type Spent = ReturnType<typeof spent>;

/** The session's total, rolled-back rounds included; estimated if an agent reported no tokens (SPEC 15.4a). */
export function spent({ totals }: Pick<State, "totals">) {
  const roles = Object.values(totals.usage);
  const total = (of: "inputTokens" | "outputTokens" | "costUsd") => roles.reduce((sum, role) => sum + role[of], 0);
  const [input, output] = [total("inputTokens"), total("outputTokens")];
  return {
    input,
    output,
    tokens: input + output,
    usd: total("costUsd"),
    estimated: roles.some(({ estimated }) => estimated),
  };
}

/** Whether changes of a gap were accepted since a round. Reopening a gap removes none of them (SPEC 4.5). */
export function isInSpec({ spec }: State, gap: GapId, since = 0): boolean {
  return spec.batches.some(
    (batch) => batch.round >= since && batch.sets.some((set) => set.gap === gap && set.changes.length > 0),
  );
}
