import type { IssueDigest, ReviewerDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { holdsBack, issueTransitionProblem } from "../../model/issue-state.ts";
import { isBlocking, ruleOnSeverity } from "../../model/severity.ts";
import { collect } from "../collect.ts";
import { reviewedFlags } from "../disagreement/flags-for-reviewer.ts";
import { dropConflict, openConflictOn } from "../disagreement/open-conflicts.ts";
import { settleGaps } from "../disagreement/settle-gap.ts";
import { giveBack } from "../gap-events.ts";
import { gapsUnderReview, unsettledIssues } from "../queries.ts";
import { noteEvents } from "../round/note-events.ts";
import { acceptChanges } from "../spec/accept-gaps.ts";
import { writerOf } from "../spec/anchor-at.ts";
import type { JoinedDocument, OpenRound, State } from "../state.ts";
import { checkChanges } from "./check-changes.ts";

/** Step 5 of SPEC 4: what the round's documents mean for gaps and issues. */
export function synthesise(state: State, round: OpenRound, at: string): SessionEvent[] {
  const review = round.reviewerDocument;
  const under = gapsUnderReview(state, round);
  if (round.polishing) return synthesisePolishing(state, round, at);
  const stages = review
    ? [
        (now: State) => rechecked(now, review.digest),
        (now: State) => reviewedFlags(now, review.digest),
        (now: State) => raised(now, round, review),
        (now: State) => severityWords(now, review.digest),
        (now: State) => judged(now, review.digest, under),
        (now: State) => reopened(now, round.number),
      ]
    : [];
  return collect(
    state,
    at,
    ...stages,
    (now) => leftOver(now, round),
    (now) => checkChanges(state, now),
    () => [{ type: "round_synthesised", round: round.number }],
  );
}

/** Changes that were reviewed without a serious issue go in; the others are dropped, and their issues stay listed (SPEC 12). */
function synthesisePolishing(state: State, round: OpenRound, at: string): SessionEvent[] {
  const review = round.reviewerDocument;
  if (!review) return [{ type: "round_synthesised", round: round.number }];
  const { verdicts, issues, rechecks } = review.digest;
  const isSerious = (gap: GapId) => issues.some((issue) => issue.gap === gap && isBlocking(issue.severity));
  const passed = verdicts
    .filter(({ gap, value }) => value !== "NEEDS_REVISION" && !isSerious(gap))
    .map(({ gap }) => gap);
  const under = gapsUnderReview(state, round);
  const isDropped = (gap: GapId | undefined) => gap !== undefined && under.includes(gap) && !passed.includes(gap);
  const ofPassed = (gap: GapId | undefined) => gap !== undefined && passed.includes(gap);
  const digest: ReviewerDigest = {
    ...review.digest,
    issues: issues.filter(({ gap }) => ofPassed(gap)),
    // An answer without a change has nothing that could fail.
    rechecks: rechecks.filter(({ issue }) => !isDropped(state.issues.get(issue)?.gap)),
  };
  return collect(
    state,
    at,
    (now) => rechecked(now, digest),
    (now) => raised(now, round, { ...review, digest }),
    (now) => acceptChanges(now, passed),
    () => [{ type: "round_synthesised", round: round.number }],
  );
}

/** The Reviewer's word on earlier issues (SPEC 3.6). */
function rechecked(state: State, digest: ReviewerDigest): SessionEvent[] {
  return digest.rechecks.flatMap((recheck): SessionEvent[] => {
    const issue = state.issues.get(recheck.issue);
    if (!issue) return [];
    // What the User raised nobody else takes back.
    const to = issue.by === "user" && recheck.status === "WITHDRAWN" ? "NOT_FIXED" : LEDGER_STATES[recheck.status];
    if (issueTransitionProblem(issue, to)) return [];
    const notFixedInARow = to === "NOT_FIXED" ? issue.notFixedInARow + 1 : 0;
    const conflict = openConflictOn(state, issue.id);
    const dropped = conflict ? [dropConflict(conflict)] : [];
    const { why } = recheck;
    return [...dropped, { type: "issue_changed", issue: issue.id, to, why, notFixedInARow, lastWord: why }];
  });
}

/** PARTLY is NOT_FIXED in the ledger, with what is missing (SPEC 3.6). */
const LEDGER_STATES = {
  RESOLVED: "VERIFIED",
  PARTLY: "NOT_FIXED",
  NOT_FIXED: "NOT_FIXED",
  WITHDRAWN: "WITHDRAWN",
} as const;

function raised(state: State, round: OpenRound, review: JoinedDocument<ReviewerDigest>): SessionEvent[] {
  const lateHighs = new Set<GapId>();
  // The ledger grows with the session, and few reviews have a late issue.
  for (const issue of review.digest.issues.some(({ late }) => late) ? state.issues : [])
    if (issue.late && issue.severity === "HIGH" && !issue.noted) lateHighs.add(issue.gap);
  const raisedIssues = review.digest.issues.map((digest): SessionEvent => {
    const noted = isNotedOnly(state, digest, lateHighs);
    if (digest.late && digest.severity === "HIGH" && !noted) lateHighs.add(digest.gap);
    const contradicts = contradictedGaps(state, digest);
    const issue = ledgerIssue(digest, round.number, review.path, noted);
    return { type: "issue_raised", issue: contradicts.length === 0 ? issue : { ...issue, contradicts } };
  });
  return [...raisedIssues, ...ungroundedNotes(state, review.digest.issues)];
}

/** That a HIGH issue counts as MEDIUM, and why, is said where people look (SPEC 5, UNGROUNDED). */
function ungroundedNotes(state: State, issues: readonly IssueDigest[]): SessionEvent[] {
  const ungrounded = issues.filter((issue) => groundedSeverity(issue) !== issue.severity);
  const notes = ungrounded.map(({ id, gap }) => {
    const message = `${id} is HIGH by the review and counts as MEDIUM: it quotes nothing of the text under review`;
    return { kind: "unanchored" as const, message, gap, issue: id };
  });
  return noteEvents(state, notes);
}

/** Other gaps that wrote a passage which a serious issue quotes beside another one, and that count as done (SPEC 4.5). */
function contradictedGaps(state: State, { gap: own, severity, quotations }: IssueDigest): GapId[] {
  if (!isBlocking(severity) || quotations.length < 2) return [];
  const writers = quotations.flatMap((quotation) => writerOf(state.spec, quotation) ?? []);
  const done = (gap: GapId) => ["ACCEPTED", "RESOLVED"].includes(state.gaps.get(gap)?.state ?? "");
  return [...new Set(writers)].filter((gap) => gap !== own && done(gap));
}

/** A late CRITICAL always counts, a late HIGH once per gap, further ones are noted (SPEC 3.6). */
function isNotedOnly(state: State, issue: IssueDigest, lateHighs: ReadonlySet<GapId>): boolean {
  if (!issue.late || issue.severity === "CRITICAL") return false;
  if (issue.severity !== "HIGH") return true;
  if (state.config.lateHigh === "always") return false;
  return state.config.lateHigh === "note" || lateHighs.has(issue.gap);
}

function ledgerIssue(digest: IssueDigest, round: number, document: string, noted: boolean): Issue {
  const severity = groundedSeverity(digest);
  const written = severity === digest.severity ? {} : { severityAsWritten: digest.severity };
  return {
    ...digest,
    ...written,
    severity,
    state: "OPEN",
    round,
    document,
    noted,
    notFixedInARow: 0,
    unansweredIn: [],
  };
}

/** A HIGH issue that quotes nothing of the text, also after it was sent back, counts as MEDIUM (SPEC 5, UNGROUNDED). */
function groundedSeverity({ severity, anchored }: IssueDigest): IssueDigest["severity"] {
  return severity === "HIGH" && !anchored ? "MEDIUM" : severity;
}

/** The Reviewer may raise a gap's severity, never lower it, and the User's word on it stands (SPEC 3.4). */
function severityWords(state: State, digest: ReviewerDigest): SessionEvent[] {
  const rulings = digest.severities.flatMap(({ gap: id, severity }) => {
    const gap = state.gaps.get(id);
    if (!gap) return [];
    const setByUser = userSetSeverity(state, id);
    const held = setByUser ? `you set it to ${gap.severity}` : `it is ${gap.severity}`;
    const message = `the review calls ${id} ${severity}; ${held}, and that holds`;
    return [{ gap: id, severity, message, ruling: ruleOnSeverity(gap.severity, severity, setByUser) }];
  });
  const raised = rulings.filter(({ ruling }) => ruling === "raised");
  const refused = rulings.filter(({ ruling }) => ruling !== "raised" && ruling !== "unchanged");
  return [
    ...raised.map(({ gap, severity }): SessionEvent => {
      return { type: "gap_severity_set", gap, severity, by: "reviewer", why: "the review calls it so" };
    }),
    ...noteEvents(
      state,
      refused.map(({ gap, message }) => ({ kind: "severity-conflict", message, gap })),
    ),
  ];
}

function userSetSeverity(state: State, gap: GapId): boolean {
  return state.decisions.some(
    ({ type, gaps, issues }) => type === "severity" && issues.length === 0 && gaps.includes(gap),
  );
}

/** Reviewed proposals go on by what is open on them; those that are accepted go into the working spec (SPEC 3.6, 4.5). */
function judged(state: State, digest: ReviewerDigest, under: readonly GapId[]): SessionEvent[] {
  const reviewed = under.filter((gap) => digest.reviewed.includes(gap));
  const notes = reviewed.flatMap((gap) => {
    const message = verdictMismatch(digest, gap, unsettledIssues(state, gap).filter(holdsBack));
    return message === undefined ? [] : [{ kind: "verdict-mismatch" as const, message, gap }];
  });
  return [...settleGaps(state, reviewed), ...noteEvents(state, notes)];
}

/** An approving verdict over a serious issue: the severity holds (SPEC 3.6). */
function verdictMismatch(digest: ReviewerDigest, gap: GapId, holding: readonly Issue[]): string | undefined {
  const verdict = digest.verdicts.find((given) => given.gap === gap)?.value;
  if (verdict === "NEEDS_REVISION" || holding.length === 0) return undefined;
  const standing = holding.map((issue) => `${issue.id} (${issue.severity})`).join(", ");
  return `the verdict approves ${gap}, but ${standing} stands; the severity holds`;
}

/** A later review found something serious on a gap that was done (SPEC 3.3). */
function reopened(state: State, round: number): SessionEvent[] {
  const gaps = new Set(
    state.liveIssues.flatMap((id) => {
      const issue = state.issues.get(id);
      return issue && holdsBack(issue) ? [issue.gap, ...(issue.round === round ? (issue.contradicts ?? []) : [])] : [];
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
