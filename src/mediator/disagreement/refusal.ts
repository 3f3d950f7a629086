import type { ReviewerDigest } from "../../model/digest.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import { isBlocking } from "../../model/severity.ts";
import { unsettledIssues } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";

/**
 * Whether this round's verdict NEEDS_REVISION holds a gap back by itself (SPEC 3.6): the first time the gap is revised,
 * `again` without a serious issue the User is asked. It holds nothing back where the User waived or lowered its reasons
 * and no other issue is open.
 */
export function refusal(state: State, gap: GapId): "none" | "first" | "again" {
  const { round } = state;
  const digest = round?.reviewerDocument?.digest;
  if (!round || !digest || !refuses(digest, gap) || reasonsAreGone(state, round, gap)) return "none";
  const before = state.recent.findLast((log) => log.reviewerDocument?.digest.reviewed.includes(gap));
  const last = before?.reviewerDocument?.digest;
  return last && refuses(last, gap) && namesNothingSerious(last, gap) ? "again" : "first";
}

function refuses({ verdicts }: ReviewerDigest, gap: GapId): boolean {
  return verdicts.some((verdict) => verdict.gap === gap && verdict.value === "NEEDS_REVISION");
}

function namesNothingSerious({ issues }: ReviewerDigest, gap: GapId): boolean {
  return !issues.some((issue) => issue.gap === gap && isBlocking(issue.severity));
}

function reasonsAreGone(state: State, { changes }: OpenRound, gap: GapId): boolean {
  const settled = changes.some(
    ({ about, to }) => (to === "WAIVED" || to === "LOWERED") && state.issues.get(about as IssueId)?.gap === gap,
  );
  return settled && unsettledIssues(state, gap).every(({ id }) => isLeft(state, id));
}

/** The User let it stand as a limitation (SPEC 10.4). */
function isLeft({ conflicts }: State, id: IssueId): boolean {
  return conflicts.some(({ issue, state }) => issue === id && state === "left");
}
