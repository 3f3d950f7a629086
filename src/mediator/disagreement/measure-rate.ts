import type { EngineerDigest } from "../../model/digest.ts";
import type { DisagreeAction, DisagreeRate } from "../../model/disagreement.ts";
import type { Issue } from "../../model/issue.ts";
import { isBlocking } from "../../model/severity.ts";
import { unsettledIssues } from "../queries.ts";
import type { State } from "../state.ts";

/** From how many disagreements on the rate decides something that the conflicts themselves do not. */
const WORTH_ASKING = 2;

/** How much of the serious issues open on its gaps the Engineer rejects; the strongest action wins (SPEC 8, 19.7). */
export function measureRate(
  state: State,
  round: number,
  proposals: EngineerDigest["proposals"],
  isRejected: (issue: Issue) => boolean,
): DisagreeRate {
  const open = proposals
    .flatMap(({ gap }) => unsettledIssues(state, gap))
    .filter(({ severity }) => isBlocking(severity));
  const rate = { round, blocking: open.length, disagreed: open.filter(isRejected).length };
  return { ...rate, action: rateAction(state, rate) };
}

/** One disagreement is one conflict: that is asked about, and the rate goes to the summary. */
export function isWorthAsking({ action, disagreed }: DisagreeRate): boolean {
  return action !== "NONE" && disagreed >= WORTH_ASKING;
}

export function rateAction(state: State, rate: Omit<DisagreeRate, "action">): DisagreeAction {
  const limits = state.config.disagree;
  if (rate.disagreed > limits.absolute) return "BLOCK_ROUND";
  const { rounds, disagreed, blocking } = recentRate(state, rate);
  if (rounds >= limits.sessionRounds && disagreed / blocking > limits.session) return "SYSTEMATIC_ALERT";
  return rate.blocking > 0 && rate.disagreed / rate.blocking > limits.round ? "WARN_USER" : "NONE";
}

/** Over the last rounds that had any issue to disagree with, this one included (SPEC 8). */
export function recentRate({ rates, config }: State, rate: Omit<DisagreeRate, "action">) {
  const recent = [...rates.filter(({ round }) => round < rate.round), rate]
    .filter(({ blocking }) => blocking > 0)
    .slice(-config.disagree.sessionRounds);
  const sum = (count: (of: Omit<DisagreeRate, "action">) => number) => recent.reduce((all, of) => all + count(of), 0);
  return { rounds: recent.length, disagreed: sum((of) => of.disagreed), blocking: sum((of) => of.blocking) };
}
