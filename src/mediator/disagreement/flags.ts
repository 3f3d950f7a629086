import { foldedWords } from "../../documents/changes/occurs.ts";
import type { EngineerDigest, ReviewerDigest } from "../../model/digest.ts";
import { type Flag, type FlagOutcome, isWaiting } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { OpenRound, State } from "../state.ts";
import { judgeAnswers } from "./measure-round.ts";

/**
 * What blocks the round, asked before a review is paid for, and what is asked after it (SPEC 9, thresholds): by the
 * weight of all flags that stand, whatever the person said of some.
 */
export function flagActions(state: State, round: OpenRound): Readonly<Record<"block" | "warn", readonly Flag[]>> {
  const standing = flagsOf(state, round).filter(({ outcome }) => outcome !== "withdrawn" && outcome !== "moot");
  const waiting = standing.filter(isWaiting);
  if (waiting.length === 0) return { block: [], warn: [] };
  const { high, critical } = state.config.implicit;
  const count = (severity: Flag["severity"]) => standing.filter((flag) => flag.severity === severity).length;
  const blocks = count("CRITICAL") > critical;
  const warns = blocks || count("CRITICAL") >= critical || count("HIGH") >= high;
  const due = waiting.filter((flag) => isJudged(round, flag.gap));
  return {
    block: blocks ? waiting.filter((flag) => flag.severity === "CRITICAL") : [],
    warn: warns ? due : due.filter((flag) => patternOf(state, flag) !== undefined),
  };
}

/** The flags on the proposals of a round: its own, and those of proposals that were left over to it. */
function flagsOf(state: State, round: OpenRound): Flag[] {
  const carriedOver = (gap: GapId, since: number) =>
    round.carriedOver.includes(gap) && state.proposals.get(gap)?.round === since;
  return state.flags.filter((flag) => flag.round === round.number || carriedOver(flag.gap, flag.round));
}

/** The same concern, unanswered in so many rounds that it is no oversight (SPEC 9). */
export function patternOf(state: State, flag: Flag) {
  const own = state.issues.get(flag.issue);
  if (!own) return undefined;
  const quoted = own.quotations.map(foldedWords);
  // Models raise a dropped concern anew under another id: on the same gap, with the same words quoted.
  const alike = state.issues.filter(
    ({ id, gap, quotations }) =>
      id === own.id || (gap === own.gap && quotations.some((words) => quoted.includes(foldedWords(words)))),
  );
  const rounds = new Set([flag.round, ...alike.flatMap((issue) => issue.unansweredIn)]);
  if (rounds.size < state.config.implicit.pattern) return undefined;
  return { issues: alike.map((issue) => issue.id), rounds: [...rounds].sort((a, b) => a - b) };
}

/** Also where it passed over some of the issues (SPEC 9). */
export function isJudged({ reviewerDocument }: Pick<OpenRound, "reviewerDocument">, gap: GapId): boolean {
  return reviewerDocument?.digest.verdicts.some((verdict) => verdict.gap === gap) ?? false;
}

/** Whether the person is still to be asked about this issue in the running round: nothing is settled over their head. */
export function waitsForPerson(state: State, issue: IssueId): boolean {
  return state.round !== undefined && flagActions(state, state.round).warn.some((flag) => flag.issue === issue);
}

/** By the flag's id; the issue's own where it is only a note. */
type ReviewerRemark = Pick<Flag, "id" | "issue"> & { readonly text: string };

/** What the Reviewer is asked to look at before the person is: flags, and passages that stand as they were (SPEC 9). */
export function flagsForReviewer(state: State): ReviewerRemark[] {
  const { round } = state;
  if (!round) return [];
  const flags = flagsOf(state, round)
    .filter(isWaiting)
    .map(({ id, issue, evidence }) => ({ id, issue, text: evidence.map(({ what }) => what).join("; ") }));
  const digest = round.engineerDocument?.digest;
  return [...flags, ...(digest ? unchangedPassages(state, digest) : [])];
}

/** An unchanged passage beside changes elsewhere is no flag: the Reviewer sees whether it matters (SPEC 9). */
function unchangedPassages(state: State, digest: EngineerDigest): ReviewerRemark[] {
  return judgeAnswers(state, digest)
    .filter(({ status, passages }) => status === "ANSWERED" && passages.length > 0)
    .filter(({ passages }) => passages.every(({ changed, gone }) => !changed && gone === undefined))
    .map(({ issue: { id } }) => ({
      id,
      issue: id,
      text: "it is answered, and the words that it quotes stand as they were",
    }));
}

/** The Reviewer's next word on an issue settles its flags for good: RESOLVED withdraws, NOT_FIXED or PARTLY confirms (SPEC 9). */
export function reviewedFlags(state: State, { rechecks }: Pick<ReviewerDigest, "rechecks">): SessionEvent[] {
  const words = new Map(rechecks.map(({ issue, status }) => [issue, status]));
  const raised = state.flags.filter(({ outcome }) => outcome === "raised");
  return raised.flatMap((flag): SessionEvent[] => {
    const word = words.get(flag.issue);
    if (word === undefined) return [];
    const outcome: FlagOutcome = word === "RESOLVED" || word === "WITHDRAWN" ? "withdrawn" : "confirmed";
    return [{ type: "flag_settled", flag: flag.id, outcome }];
  });
}
