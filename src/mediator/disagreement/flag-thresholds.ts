import type { Flag } from "../../model/disagreement.ts";
import type { IssueId } from "../../model/ids.ts";
import type { State } from "../state.ts";

/** What is done about the flags of a round (SPEC 9, thresholds). */
export interface FlagActions {
  /** The round cannot complete without the person: asked before a review is paid for. */
  readonly block: readonly Flag[];
  /** Asked about after the synthesis. */
  readonly warn: readonly Flag[];
}

/**
 * One HIGH stands in the summary only; two HIGH or one CRITICAL warn; two CRITICAL block. The same concern unanswered
 * in three rounds, and a deflection (H5), are always asked about.
 */
export function flagActions(state: State, round: number): FlagActions {
  const flags = state.flags.filter((flag) => flag.round === round);
  const { high, critical, pattern } = state.config.implicit;
  const criticals = flags.filter((flag) => flag.severity === "CRITICAL");
  const highs = flags.filter((flag) => flag.severity === "HIGH");
  const warns = (flag: Flag) => {
    if (flag.severity === "CRITICAL" && criticals.length >= critical) return true;
    if (flag.severity === "HIGH" && highs.length >= high) return true;
    return flag.heuristics.includes("H5") || (state.issues.get(flag.issue)?.unansweredIn.length ?? 0) >= pattern;
  };
  const waiting = flags.filter((flag) => flag.outcome === "raised");
  return {
    block: criticals.length >= 2 * critical ? waiting.filter((flag) => flag.severity === "CRITICAL") : [],
    warn: waiting.filter(warns),
  };
}

/** Whether the person is still to be asked about this issue in the running round: nothing is settled over their head. */
export function waitsForPerson(state: State, issue: IssueId): boolean {
  return state.round !== undefined && flagActions(state, state.round.number).warn.some((flag) => flag.issue === issue);
}
