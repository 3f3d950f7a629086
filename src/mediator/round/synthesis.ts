import type { IssueDigest, ReviewerDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import { holdsBack, type Issue, issueTransitionProblem } from "../../model/issue.ts";
import { ruleOnSeverity } from "../../model/severity-authority.ts";
import { collect } from "../collect.ts";
import { dropConflict, openConflictOn } from "../conflicts/open-conflicts.ts";
import { settleGap } from "../conflicts/settle-gap.ts";
import { gapsUnderReview, unsettledIssues } from "../queries.ts";
import type { JoinedDocument, OpenRound, State } from "../state.ts";
import { giveBack } from "./engineer-phase.ts";
import { makeNote } from "./make-note.ts";
import { verifyBySilence } from "./verify-by-silence.ts";

/** Step 5 of SPEC 4: what the round's documents mean for gaps and issues. */
export function synthesise(state: State, round: OpenRound, at: string): SessionEvent[] {
  const review = round.reviewerDocument;
  const under = gapsUnderReview(state, round);
  const stages = review
    ? [
        (now: State) => rechecked(now, review.digest),
        (now: State) => raised(now, round, review),
        (now: State) => verifyBySilence(now, round, review.digest, under),
        (now: State) => severityWords(now, round, review.digest),
        (now: State) => judged(now, round, review.digest, under),
        (now: State) => reopened(now),
      ]
    : [];
  return collect(
    state,
    at,
    ...stages,
    (now) => leftOver(now, round),
    () => [{ type: "round_synthesised", round: round.number }],
  );
}

/** The Reviewer's word on earlier issues (SPEC 3.6). */
function rechecked(state: State, digest: ReviewerDigest): SessionEvent[] {
  return digest.rechecks.flatMap((recheck): SessionEvent[] => {
    const issue = state.issues.get(recheck.issue);
    if (!issue || recheck.status === "UNCLEAR") return [];
    const to = recheck.status === "RESOLVED" ? "VERIFIED" : recheck.status;
    if (issueTransitionProblem(issue, to)) return [];
    const notFixedInARow = to === "NOT_FIXED" ? issue.notFixedInARow + 1 : 0;
    const conflict = openConflictOn(state, issue.id);
    const dropped = conflict ? [dropConflict(conflict)] : [];
    return [...dropped, { type: "issue_changed", issue: issue.id, to, why: recheck.why, notFixedInARow }];
  });
}

function raised(state: State, round: OpenRound, review: JoinedDocument<ReviewerDigest>): SessionEvent[] {
  const lateHighs = new Set<GapId>();
  // The ledger grows with the session, and few reviews have a late issue.
  for (const issue of review.digest.issues.some(({ late }) => late) ? state.issues : [])
    if (issue.late && issue.severity === "HIGH" && !issue.noted) lateHighs.add(issue.gap);
  return review.digest.issues.map((digest) => {
    const noted = isNotedOnly(state, digest, lateHighs);
    if (digest.late && digest.severity === "HIGH" && !noted) lateHighs.add(digest.gap);
    return { type: "issue_raised", issue: ledgerIssue(digest, round.number, review.path, noted) };
  });
}

/** A late CRITICAL always counts, a late HIGH once per gap, further ones are noted (SPEC 3.6). */
function isNotedOnly(state: State, issue: IssueDigest, lateHighs: ReadonlySet<GapId>): boolean {
  if (!issue.late || issue.severity === "CRITICAL") return false;
  if (issue.severity !== "HIGH") return true;
  if (state.config.lateHigh === "always") return false;
  return state.config.lateHigh === "note" || lateHighs.has(issue.gap);
}

function ledgerIssue(digest: IssueDigest, round: number, document: string, noted: boolean): Issue {
  return { ...digest, state: "OPEN", round, document, noted, notFixedInARow: 0, bySilence: false, unansweredIn: [] };
}

/** The Reviewer may raise a gap's severity, never lower it, and the User's word on it stands (SPEC 3.4). */
function severityWords(state: State, round: OpenRound, digest: ReviewerDigest): SessionEvent[] {
  return digest.severities.flatMap(({ gap: id, severity }, index): SessionEvent[] => {
    const gap = state.gaps.get(id);
    if (!gap) return [];
    const setByUser = userSetSeverity(state, id);
    const ruling = ruleOnSeverity(gap.severity, severity, setByUser);
    if (ruling === "unchanged") return [];
    if (ruling === "raised") {
      return [{ type: "gap_severity_set", gap: id, severity, by: "reviewer", why: "the review calls it so" }];
    }
    const held = setByUser ? `you set it to ${gap.severity}` : `it is ${gap.severity}`;
    const message = `the review calls ${id} ${severity}; ${held}, and that holds`;
    return [{ type: "noted", note: makeNote(round, index, { kind: "severity-conflict", message, gap: id }) }];
  });
}

function userSetSeverity(state: State, gap: GapId): boolean {
  return state.decisions.some(
    ({ type, gaps, issues }) => type === "severity" && issues.length === 0 && gaps.includes(gap),
  );
}

/** A reviewed proposal goes on by what is open on it; a verdict does not change that (SPEC 3.3, 3.6). */
function judged(state: State, round: OpenRound, digest: ReviewerDigest, under: readonly GapId[]): SessionEvent[] {
  return under
    .filter((gap) => digest.reviewed.includes(gap))
    .flatMap((gap, index): SessionEvent[] => {
      const mismatch = verdictMismatch(digest, gap, unsettledIssues(state, gap).filter(holdsBack));
      const changes = settleGap(state, gap);
      if (!mismatch) return changes;
      const note = makeNote(round, 100 + index, { kind: "verdict-mismatch", message: mismatch, gap });
      return [...changes, { type: "noted", note }];
    });
}

function verdictMismatch(digest: ReviewerDigest, gap: GapId, holding: readonly Issue[]): string | undefined {
  const verdict = digest.verdictByGap.find((one) => one.gap === gap)?.value ?? digest.verdict;
  const approves = verdict === "APPROVED" || verdict === "APPROVED_WITH_NOTES";
  if (approves && holding.length > 0) {
    return `the verdict approves ${gap}, but ${holding.map((issue) => `${issue.id} (${issue.severity})`).join(", ")} stands; the severity holds`;
  }
  if (verdict === "NEEDS_REVISION" && holding.length === 0) {
    return `the verdict asks for a revision of ${gap}, but nothing CRITICAL or HIGH is open on it; the severity holds`;
  }
  return undefined;
}

/** A later review found something serious on a gap that was done (SPEC 3.3). */
function reopened(state: State): SessionEvent[] {
  const gaps = new Set(
    state.liveIssues.flatMap((id) => {
      const issue = state.issues.get(id);
      return issue && holdsBack(issue) ? [issue.gap] : [];
    }),
  );
  return [...gaps].flatMap((id): SessionEvent[] => {
    const gap = state.gaps.get(id);
    if (gap?.state !== "ACCEPTED" && gap?.state !== "RESOLVED") return [];
    return [{ type: "gap_changed", gap: id, to: "NEEDS_REVISION", actor: "reviewer", why: "a review reopens it" }];
  });
}

/** What was assigned and not proposed goes back to where it came from. */
function leftOver(state: State, round: OpenRound): SessionEvent[] {
  return round.slots
    .filter((slot) => state.gaps.get(slot.gap)?.state === "IN_PROGRESS")
    .flatMap((slot) => giveBack(state, slot, "the round ended without a resolution", false));
}
