import { ask, type Effect, record } from "../effect.ts";
import { gapsUnderReview, reviewerRuns } from "../queries.ts";
import { agentFailureQuestion } from "../questions/agent-failure.ts";
import { bothFailedQuestion } from "../questions/both-failed.ts";
import { roleFailedQuestion } from "../questions/role-failed.ts";
import { autoRetry, exhaustedReason } from "../rollback/request-rollback.ts";
import { reviewerOrder } from "../round/run-order.ts";
import type { OpenRound, State } from "../state.ts";

/** Step 4 of SPEC 4: one run over what was proposed, with its retries. */
export function reviewerEffect(state: State, round: OpenRound): Effect | undefined {
  if (round.reviewerDocument || round.skipped.some(({ role }) => role === "reviewer")) return undefined;
  const gaps = gapsUnderReview(state, round);
  if (gaps.length === 0) return record({ type: "role_skipped", role: "reviewer", why: "there is nothing to review" });
  const runs = reviewerRuns(round);
  const last = runs.at(-1);
  if (last && !last.end) return { type: "wait" };
  const { gate, fatal } = last?.end ?? {};
  if (last && gate?.success) return { type: "join", role: "reviewer", runs: [last.id] };
  // The person may let it try again after a failure that no retry mends by itself.
  const isGranted = round.reviewerAllowed > state.config.maxRetries + 1;
  if (!last || (runs.length < round.reviewerAllowed && (gate?.retriable || isGranted))) {
    return { type: "run", orders: [reviewerOrder(round, gaps)] };
  }
  if (fatal) return ask(agentFailureQuestion(state, last));
  const retried = autoRetry(state, round, exhaustedReason("Reviewer", [gate?.failureType ?? ""]));
  if (retried) return retried;
  const engineerFailed = !round.engineerDocument && round.slots.length > 0;
  return ask(engineerFailed ? bothFailedQuestion(state, round) : roleFailedQuestion(state, round, "reviewer", gaps));
}
