import type { Flag } from "../../model/disagreement.ts";
import type { IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import type { State } from "../state.ts";
import { type FlagWeight, type Pattern, weighFlags } from "./detector/weigh-flags.ts";

/** What is done about the flags of a round (SPEC 9, thresholds). */
export interface FlagActions {
  /** The round cannot complete without the person: asked before a review is paid for. */
  readonly block: readonly Flag[];
  /** Asked about after the synthesis. */
  readonly warn: readonly Flag[];
}

/** By the weight of all flags of the round, whatever became of some: answering one does not make the others lighter. */
export function flagActions(state: State, round: number): FlagActions {
  const flags = state.flags.filter((flag) => flag.round === round);
  const waiting = flags.filter((flag) => flag.outcome === "raised");
  if (waiting.length === 0) return { block: [], warn: [] };
  const { action, systematic, shown } = weigh(state, flags);
  const always = (flag: Flag) =>
    shown.includes(flag.id) || systematic.some((pattern) => pattern.issues.includes(flag.issue));
  return {
    block: action === "BLOCK_ROUND" ? waiting.filter((flag) => flag.severity === "CRITICAL") : [],
    warn: action === "WARN" || action === "BLOCK_ROUND" ? waiting : waiting.filter(always),
  };
}

/** The same concern, unanswered in so many rounds that it is no oversight (SPEC 9). */
export function patternOf(state: State, flag: Flag): Pattern | undefined {
  return weigh(state, [flag]).systematic[0];
}

function weigh(state: State, flags: readonly Flag[]): FlagWeight {
  return weighFlags(flags, passedOver(state, flags), state.config.implicit);
}

/** The issues that a pattern may be made of: a review that raises a concern anew under another id settles the old one. */
function passedOver(state: State, flags: readonly Flag[]): Issue[] {
  const flagged = new Set(flags.map((flag) => flag.issue));
  const gaps = new Set(flags.map((flag) => flag.gap));
  return [...state.issues].filter(
    (issue) => flagged.has(issue.id) || (issue.unansweredIn.length > 0 && gaps.has(issue.gap)),
  );
}

/** Whether the person is still to be asked about this issue in the running round: nothing is settled over their head. */
export function waitsForPerson(state: State, issue: IssueId): boolean {
  return state.round !== undefined && flagActions(state, state.round.number).warn.some((flag) => flag.issue === issue);
}
