import { foldedWords } from "../../documents/changes/occurs.ts";
import type { EngineerDigest, ReviewerDigest } from "../../model/digest.ts";
import { type Flag, type FlagOutcome, HEURISTICS, isWaiting } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { OpenRound, State } from "../state.ts";
import { judgeAnswers } from "./measure-round.ts";

/** The flags to ask about: `block` before a review is paid for, `warn` after it. Decided flags count, too (SPEC 9). */
export function flagActions(state: State, round: OpenRound): Readonly<Record<"block" | "warn", readonly Flag[]>> {
  const valid = flagsOf(state, round).filter(({ outcome }) => outcome !== "withdrawn" && outcome !== "moot");
  const waiting = valid.filter(isWaiting);
  if (waiting.length === 0) return { block: [], warn: [] };
  const { high, critical } = state.config.implicit;
  const count = (severity: Flag["severity"]) => valid.filter((flag) => flag.severity === severity).length;
  const blocks = count("CRITICAL") > critical;
  const warns = blocks || count("CRITICAL") >= critical || count("HIGH") >= high;
  const due = waiting.filter((flag) => isJudged(round, flag.gap));
  return {
    block: blocks ? waiting.filter((flag) => flag.severity === "CRITICAL") : [],
    warn: warns ? due : due.filter((flag) => patternOf(state, flag) !== undefined),
  };
}

/** The flags on the proposals under review: those of this round, and those of proposals carried over to it. */
function flagsOf(state: State, round: OpenRound): Flag[] {
  const carriedOver = (gap: GapId, since: number) =>
    round.carriedOver.includes(gap) && state.proposals.get(gap)?.round === since;
  return state.flags.filter((flag) => flag.round === round.number || carriedOver(flag.gap, flag.round));
}

/** The rounds and issues of a concern that went unanswered too often for an oversight (SPEC 9). */
export function patternOf(state: State, flag: Flag) {
  const flagged = state.issues.get(flag.issue);
  if (!flagged) return undefined;
  const quoted = flagged.quotations.map(foldedWords);
  // Models raise an ignored concern again under another id: on the same gap, with the same quotation.
  const alike = state.issues.filter(
    ({ id, gap, quotations }) =>
      id === flagged.id || (gap === flagged.gap && quotations.some((words) => quoted.includes(foldedWords(words)))),
  );
  const rounds = new Set([flag.round, ...alike.flatMap((issue) => issue.unansweredIn)]);
  if (rounds.size < state.config.implicit.pattern) return undefined;
  return { issues: alike.map((issue) => issue.id), rounds: [...rounds].sort((a, b) => a - b) };
}

/** Whether the review has a verdict on the gap, even if it passed over some of its issues (SPEC 9). */
export function isJudged({ reviewerDocument }: Pick<OpenRound, "reviewerDocument">, gap: GapId): boolean {
  return reviewerDocument?.digest.verdicts.some((verdict) => verdict.gap === gap) ?? false;
}

/** Whether the User is still to be asked about a flag on this issue in the running round. */
export function waitsForUser(state: State, issue: IssueId): boolean {
  return state.round !== undefined && flagActions(state, state.round).warn.some((flag) => flag.issue === issue);
}

type ReviewerRemark = Pick<Flag, "issue"> & { readonly text: string };

/** What the Reviewer is asked to look at: flags, and quoted passages that were not changed (SPEC 9). */
export function flagsForReviewer(state: State): ReviewerRemark[] {
  const { round } = state;
  if (!round) return [];
  const flags = flagsOf(state, round)
    .filter(isWaiting)
    .map(({ issue, evidence }) => ({ issue, text: evidence.map(({ what }) => what).join("; ") }));
  const digest = round.engineerDocument?.digest;
  return [...flags, ...(digest ? unchangedPassages(state, digest) : [])];
}

/** An answer may leave the quoted passage as it is: no flag, but the Reviewer is told (SPEC 9). */
function unchangedPassages(state: State, digest: EngineerDigest): ReviewerRemark[] {
  return judgeAnswers(state, digest)
    .filter(({ status, passages }) => status === "ANSWERED" && passages.length > 0)
    .filter(({ passages }) => passages.every(({ changed, gone, beside }) => !changed && !gone && !beside))
    .map(({ issue: { id } }) => ({
      issue: id,
      text: "it is answered, and the words that it quotes stand as they were",
    }));
}

/** The Reviewer's word settles flags: RESOLVED withdraws them, NOT_FIXED or PARTLY confirms them (SPEC 9). */
export function settleReviewedFlags(state: State, { rechecks }: Pick<ReviewerDigest, "rechecks">): SessionEvent[] {
  const words = new Map(rechecks.map(({ issue, status }) => [issue, status]));
  const raised = state.flags.filter(({ outcome }) => outcome === "raised");
  return raised.flatMap((flag): SessionEvent[] => {
    const word = words.get(flag.issue);
    if (word === undefined) return [];
    const outcome: FlagOutcome = word === "RESOLVED" || word === "WITHDRAWN" ? "withdrawn" : "confirmed";
    return [{ type: "flag_settled", flag: flag.id, outcome }];
  });
}

const WRONG: readonly FlagOutcome[] = ["false-positive", "withdrawn"];
const UNDECIDED: readonly FlagOutcome[] = ["raised", "moot"];

/** How many flags were right and wrong, also for each heuristic, by their last outcome (SPEC 9). */
export function flagStatistics({ flags }: Pick<State, "flags">) {
  const wrong = flags.filter(({ outcome }) => WRONG.includes(outcome));
  const right = flags.filter(({ outcome }) => !WRONG.includes(outcome) && !UNDECIDED.includes(outcome));
  const byHeuristic = HEURISTICS.map((heuristic) => {
    const count = (counted: readonly Flag[]) =>
      counted.filter(({ heuristics }) => heuristics.includes(heuristic)).length;
    return { heuristic, confirmed: count(right), falsePositive: count(wrong) };
  });
  return { flagged: right.length, byHeuristic };
}
