import { type Flag, isWaiting } from "../../model/disagreement.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { OpenRound, State } from "../state.ts";
import { fold } from "./passage.ts";

/** What is done about the flags of a round (SPEC 9, thresholds). */
export interface FlagActions {
  /** The round cannot complete without the person: asked before a review is paid for. */
  readonly block: readonly Flag[];
  /** Asked about after the review, where the Reviewer confirmed them or passed them over. */
  readonly warn: readonly Flag[];
}

/** The same concern, unanswered in so many rounds. */
export interface Pattern {
  /** The issues that raise it. */
  readonly issues: readonly IssueId[];
  readonly rounds: readonly number[];
}

/** By the weight of all flags that stand, whatever the person said of some: answering one makes no other lighter. */
export function flagActions(state: State, round: OpenRound): FlagActions {
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
export function flagsOf(state: State, round: OpenRound): Flag[] {
  const carriedOver = (gap: GapId, since: number) =>
    round.carriedOver.includes(gap) && state.proposals.get(gap)?.round === since;
  return state.flags.filter((flag) => flag.round === round.number || carriedOver(flag.gap, flag.round));
}

/** The same concern, unanswered in so many rounds that it is no oversight (SPEC 9). */
export function patternOf(state: State, flag: Flag): Pattern | undefined {
  const own = state.issues.get(flag.issue);
  if (!own) return undefined;
  const quoted = own.quotations.map(fold);
  // Models raise a dropped concern anew under another id: on the same gap, with the same words quoted.
  const alike = state.issues.filter(
    ({ id, gap, quotations }) =>
      id === own.id || (gap === own.gap && quotations.some((words) => quoted.includes(fold(words)))),
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
