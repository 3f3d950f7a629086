import type { ReviewerDigest } from "../../model/digest.ts";
import type { FlagAction, Heuristic } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { holdsBack, issueTransitionProblem, isUnsettled } from "../../model/issue-state.ts";
import { isBlocking } from "../../model/severity.ts";
import { collect } from "../evolve/evolve.ts";
import { decide, giveContext, isDone, moveGap, moveIssue, reopenDone } from "../ledger-events.ts";
import { unsettledIssues, waitsForScope } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";
import { acceptGaps } from "../working-spec/candidate.ts";
import { waitsForUser } from "./flags.ts";
import { dropConflictOn, openConflictOn, openConverted } from "./open-conflicts.ts";

/** Accepts or sends back reviewed proposals, unless they wait for the User (SPEC 3.3, 3.6, 9, 10.4). */
export function settleGaps(state: State, ids: readonly GapId[]): SessionEvent[] {
  const fates = ids.map((id) => [id, fateOf(state, id)] as const);
  const revised = fates.flatMap(([id, fate]) =>
    fate === "stays" || fate === "accepted" ? [] : [moveGap(id, "NEEDS_REVISION", "reviewer", fate.revise)],
  );
  const accepted = fates.flatMap(([id, fate]) => (fate === "accepted" ? [id] : []));
  return [...revised, ...acceptGaps(state, accepted, "nothing open holds it back")];
}

function fateOf(state: State, id: GapId): "stays" | "accepted" | { readonly revise: string } {
  if (state.gaps.get(id)?.state !== "PROPOSED" || !state.proposals.get(id)?.reviewed) return "stays";
  if (waitsForScope(state, id)) return "stays";
  const unsettled = unsettledIssues(state, id).filter((issue) => issue.state !== "LOWERED");
  const waits = (issue: Issue) =>
    openConflictOn(state, issue.id) !== undefined || waitsForUser(state, issue.id) || waitsForWord(state, issue);
  const open = unsettled.filter((issue) => holdsBack(issue) && !waits(issue));
  if (open.length > 0) return { revise: `open: ${open.map((issue) => issue.id).join(", ")}` };
  const refused = refusal(state, id);
  if (unsettled.some(waits) || refused === "again") return "stays";
  return refused === "first" ? { revise: "the verdict asks for a revision" } : "accepted";
}

/** The events of the User's word on an issue, and what follows for its gap. */
export function settleBound(state: State, gap: GapId, events: readonly SessionEvent[]): SessionEvent[] {
  return collect(
    state,
    () => events,
    (current) => settleGaps(current, [gap]),
    (current) => {
      // A decision also binds a gap that is already accepted, which is then reopened (SPEC 3.3, 3.6).
      const bound = unsettledIssues(current, gap).filter(holdsBack);
      if (bound.length === 0) return [];
      return reopenDone(current, gap, `still to do: ${bound.map(({ id }) => id).join(", ")}`);
    },
  );
}

/** The type of the decision that says whether an ungrounded issue counts. */
export const UNGROUNDED = "ungrounded";

/** Whether a CRITICAL issue with wrong quotations waits for the User to say if it counts (SPEC 5). */
export function waitsForGround({ decisions }: State, { id, severity, anchored, state }: Issue): boolean {
  if (anchored || severity !== "CRITICAL" || state !== "OPEN") return false;
  return !decisions.some(({ type, issues }) => type === UNGROUNDED && issues.includes(id));
}

/** Whether the Reviewer asks the User, who has neither answered nor left it undecided. */
export function waitsForAnswer({ decisions }: State, issue: Issue): boolean {
  const { id, ask, decided, state } = issue;
  if (ask === undefined || decided !== undefined || state === "DISPUTED" || !isUnsettled(issue)) return false;
  return !decisions.some(({ type, issues }) => type === "deferral" && issues.includes(id));
}

/** Whether an issue that may hold its gap back waits for the User. */
export function waitsForWord(state: State, issue: Issue): boolean {
  return waitsForGround(state, issue) || (holdsBack(issue) && waitsForAnswer(state, issue));
}

/** Whether this round's verdict NEEDS_REVISION alone holds a gap back; after `again` the User is asked (SPEC 3.6). */
export function refusal(state: State, gap: GapId): "none" | "first" | "again" {
  const { round } = state;
  const digest = round?.reviewerDocument?.digest;
  if (!round || !digest || !refuses(digest, gap) || reasonsAreGone(state, round, gap)) return "none";
  const before = state.recent.findLast((log) => log.reviewerDocument?.digest.reviewed.includes(gap));
  const last = before?.reviewerDocument?.digest;
  const isSerious = last?.issues.some((issue) => issue.gap === gap && isBlocking(issue.severity));
  return last && refuses(last, gap) && !isSerious ? "again" : "first";
}

function refuses({ verdicts }: ReviewerDigest, gap: GapId): boolean {
  return verdicts.some((verdict) => verdict.gap === gap && verdict.value === "NEEDS_REVISION");
}

/** The reasons for the verdict are gone: every issue was waived or lowered, or left as a limitation (SPEC 10.4). */
function reasonsAreGone(state: State, { changes }: OpenRound, gap: GapId): boolean {
  const isOnGap = (about: string) => state.issues.get(about as IssueId)?.gap === gap;
  const isGone = changes.some(({ about, to }) => (to === "WAIVED" || to === "LOWERED") && isOnGap(about));
  return isGone && unsettledIssues(state, gap).every((issue) => issue.state === "LOWERED" || issue.limitation);
}

export type IssueActionName = Exclude<FlagAction, "false-positive">;

/** `text`: the User's words. `heuristics`: those of the flag; none if the action is not about a flag. */
type Act = (
  state: State,
  issue: Issue,
  action: { readonly text: string; readonly heuristics: readonly Heuristic[] },
) => SessionEvent[];

const UNANSWERED = "this issue was not answered";

/** What the User can do about an issue with a flag or a note (SPEC 4.6, 9). */
export const ISSUE_ACTIONS: Readonly<Record<IssueActionName, Act>> = {
  ask: (state, issue) => orderRevision(state, [issue.id], UNANSWERED),
  explain: (state, issue, { text }) => [
    ...giveContext(state, { gaps: [issue.gap], text, when: `${issue.id} was not answered` }),
    ...orderRevision(state, [issue.id], UNANSWERED),
  ],
  conflict: (state, issue, { heuristics }) => openConverted(state, issue, heuristics),
  waive: (state, issue, { text }) => [
    decide(state, {
      type: "waiver",
      title: `${issue.id} is waived`,
      gaps: [issue.gap],
      issues: [issue.id],
      decision: `${issue.id} (${issue.severity}) does not have to be met`,
      rationale: text,
    }),
    { type: "issue_changed", issue: issue.id, to: "WAIVED", why: text },
  ],
};

/** Why an action is not possible: it needs words, or the issue was settled meanwhile. */
export function actionProblem(action: FlagAction, text: string, issue: Issue | undefined): string | undefined {
  if ((action === "waive" || action === "explain") && text.trim() === "")
    return `${action} needs a ${action === "waive" ? "reason" : "text"} from you`;
  const to = action === "waive" ? "WAIVED" : action === "conflict" ? "DISPUTED" : undefined;
  return issue && to && issueTransitionProblem(issue, to);
}

/** Has the Engineer answer these issues: before the review in one more run, after it in the next round (SPEC 8, 9). */
export function orderRevision(state: State, issues: readonly IssueId[], why: string): SessionEvent[] {
  const { round } = state;
  const gaps = gapsOf(state, issues);
  const reopen = (current: State) =>
    // Issues that are OPEN or NOT_FIXED have to be answered as they are.
    issues.flatMap((id) => [...dropConflictOn(current, id, why), ...moveIssue(current.issues.get(id), "OPEN", why)]);
  if (!round?.engineerDocument || round.reviewerDocument) {
    return collect(state, reopen, (current) =>
      // A gap that the review has accepted is reopened.
      gaps.flatMap((gap) => (isDone(current, gap) ? reopenDone(current, gap, why) : settleGaps(current, [gap]))),
    );
  }
  // A gap that the User closed or parked meanwhile stays so.
  const proposed = round.engineerDocument.digest.proposals
    .map((proposal) => proposal.gap)
    .filter((gap) => state.gaps.get(gap)?.state === "PROPOSED");
  const revised = gaps.filter((gap) => proposed.includes(gap));
  return collect(
    state,
    reopen,
    () => [{ type: "revision_ordered", gaps: revised, issues, why }],
    // All gaps of the document, because the other runs are joined again with the new one.
    () => proposed.map((gap) => moveGap(gap, "IN_PROGRESS", "mediator", why)),
  );
}

export function gapsOf({ issues }: State, ids: readonly IssueId[]): GapId[] {
  return [...new Set(ids.flatMap((id) => issues.get(id)?.gap ?? []))];
}
