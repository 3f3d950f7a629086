import { occursIn } from "../../documents/changes/occurs.ts";
import { isOpen } from "../../model/counting.ts";
import type { IssueDigest, ReviewerDigest } from "../../model/digest.ts";
import type { Note } from "../../model/events/round-events.ts";
import type { SessionEvent } from "../../model/events.ts";
import { groupBy } from "../../model/group-by.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { holdsBack } from "../../model/issue-state.ts";
import { isBlocking, ruleOnSeverity } from "../../model/severity.ts";
import { settleReviewedFlags } from "../disagreement/flags.ts";
import { dropConflictOn } from "../disagreement/open-conflicts.ts";
import { settleGaps, waitsForWord } from "../disagreement/settle-gaps.ts";
import { collect } from "../evolve/evolve.ts";
import { giveBack, isDone, moveGap, moveIssue, noteEvents } from "../ledger-events.ts";
import { calledOutOfScope, gapsUnderReview, liveIssues, unsettledIssues } from "../queries.ts";
import type { JoinedDocument, OpenRound, State } from "../state.ts";
import { writerOf } from "../working-spec/anchor-at.ts";
import { acceptChanges } from "../working-spec/candidate.ts";
import { findingsSince } from "../working-spec/new-passages.ts";

/** Step 5 of SPEC 4: what the round's documents mean for gaps and issues. */
export function synthesise(state: State, round: OpenRound): SessionEvent[] {
  return collect(
    state,
    ...(round.polishing ? polishingStages(state, round) : usualStages(state, round)),
    (now) => checkChanges(state, now),
    () => [{ type: "round_synthesised", round: round.number }],
  );
}

type Stage = (now: State) => readonly SessionEvent[];

function usualStages(state: State, round: OpenRound): Stage[] {
  const { reviewerDocument: review } = round;
  const under = gapsUnderReview(state, round);
  const ofReview: Stage[] = review
    ? [
        (now) => recheckIssues(now, review.digest),
        (now) => undecidedNotes(now, review),
        (now) => settleReviewedFlags(now, review.digest),
        (now) => raiseIssues(now, round, review),
        (now) => raiseSeverities(now, review.digest),
        (now) => settleReviewed(now, review.digest, under),
        (now) => reopenGaps(now, round.number),
      ]
    : [];
  return [...ofReview, (now) => scopeNotes(now, round), (now) => giveBackUnresolved(now, round)];
}

/** Accepts changes without a serious issue, and drops the others, whose issues stay open (SPEC 12). */
function polishingStages(state: State, round: OpenRound): Stage[] {
  const { reviewerDocument: review } = round;
  const { verdicts = [], issues = [], rechecks = [] } = review?.digest ?? {};
  const isSerious = (gap: GapId) => issues.some((issue) => issue.gap === gap && isBlocking(issue.severity));
  const passed = verdicts.flatMap(({ gap, value }) => (value === "NEEDS_REVISION" || isSerious(gap) ? [] : [gap]));
  const dropped = gapsUnderReview(state, round).filter((gap) => !passed.includes(gap));
  // The Reviewer's word on an issue does not count if the changes that answer it are dropped.
  const ofDropped = state.issues.filter(({ gap }) => dropped.includes(gap)).map(({ id }) => id);
  const counted = rechecks.filter(({ issue }) => !ofDropped.includes(issue));
  const ofReview: Stage[] = review
    ? [
        (now) => recheckIssues(now, { rechecks: counted }),
        (now) => raiseIssues(now, round, review),
        (now) => acceptChanges(now, passed),
      ]
    : [];
  const drops = dropped.map(
    (gap): Stage =>
      (now) =>
        dropChanges(now, round, gap),
  );
  return [...ofReview, ...drops, (now) => reopenGaps(now, round.number)];
}

/** Issues that the changes answered are open again; those about words of the changes are withdrawn. */
function dropChanges(state: State, { number, reviewerDocument }: OpenRound, gap: GapId): SessionEvent[] {
  const issues = unsettledIssues(state, gap);
  const raisedOn = issues.filter(({ round }) => round === number);
  const isGone = ({ anchored, quotations }: Issue) =>
    anchored && !quotations.every((words) => occursIn(state.spec.text, words));
  const lastWord = "the change that it is about was dropped";
  const because = reviewerDocument ? raisedOn.map(({ id }) => id).join(", ") || "NEEDS_REVISION" : "not reviewed";
  const message = `what was written for the lesser issues of ${gap} was dropped: ${because}`;
  return [
    ...issues
      .filter((issue) => issue.state === "ANSWERED")
      .flatMap((issue) => moveIssue(issue, "OPEN", "the change that answers it was dropped")),
    ...raisedOn.filter(isGone).flatMap((issue) => moveIssue(issue, "WITHDRAWN", lastWord, { lastWord })),
    ...noteEvents(state, [{ kind: "set-aside", message, gap }]),
  ];
}

/** The Reviewer's word on earlier issues (SPEC 3.6). */
function recheckIssues(state: State, { rechecks }: Pick<ReviewerDigest, "rechecks">): SessionEvent[] {
  return rechecks.flatMap((recheck): SessionEvent[] => {
    const { status, why } = recheck;
    const issue = state.issues.get(recheck.issue);
    if (!issue) return [];
    // Only the User may withdraw an issue that the User raised.
    const to = issue.by === "user" && status === "WITHDRAWN" ? "NOT_FIXED" : LEDGER_STATES[status];
    const notFixedInARow = to === "NOT_FIXED" ? issue.notFixedInARow + 1 : 0;
    const moved = moveIssue(issue, to, why, { notFixedInARow, lastWord: why });
    return moved.length === 0 ? [] : [...dropConflictOn(state, issue.id, why), ...moved];
  });
}

/** PARTLY counts as NOT_FIXED; its text says what is missing (SPEC 3.6). */
const LEDGER_STATES = {
  RESOLVED: "VERIFIED",
  PARTLY: "NOT_FIXED",
  NOT_FIXED: "NOT_FIXED",
  WITHDRAWN: "WITHDRAWN",
} as const;

function raiseIssues(state: State, round: OpenRound, review: JoinedDocument<ReviewerDigest>): SessionEvent[] {
  const counted = state.issues.filter(({ late, severity, noted }) => late && severity === "HIGH" && !noted);
  const lateHighs = new Set(counted.map(({ gap }) => gap));
  const raisedIssues = review.digest.issues.map((digest): SessionEvent => {
    const noted = isNotedOnly(state, digest, lateHighs);
    if (digest.late && digest.severity === "HIGH" && !noted) lateHighs.add(digest.gap);
    const contradicts = contradictedGaps(state, digest);
    const facts = { severity: groundedSeverity(digest), round: round.number, document: review.path, noted };
    const issue: Issue = { ...digest, ...facts, state: "OPEN", notFixedInARow: 0, unansweredIn: [] };
    return { type: "issue_raised", issue: contradicts.length === 0 ? issue : { ...issue, contradicts } };
  });
  return [...raisedIssues, ...ungroundedNotes(state, review.digest.issues)];
}

/** Notes for the summary that a RESOLVED does not count, because its deciding words do not occur (SPEC 3.6). */
function undecidedNotes(state: State, { warnings }: JoinedDocument<ReviewerDigest>): SessionEvent[] {
  const notes = warnings.flatMap(({ type, message, issue }) =>
    type === "UNANCHORED_ISSUE" && issue !== undefined ? [{ kind: "unanchored" as const, message, issue }] : [],
  );
  return noteEvents(state, notes);
}

/** Notes for the summary that a HIGH issue counts as MEDIUM, and why (SPEC 5, UNGROUNDED). */
function ungroundedNotes(state: State, issues: readonly IssueDigest[]): SessionEvent[] {
  const ungrounded = issues.filter((issue) => groundedSeverity(issue) !== issue.severity);
  const notes = ungrounded.map(({ id, gap }) => {
    const message = `the review calls ${id} HIGH, but it counts as MEDIUM: it quotes nothing from the text under review`;
    return { kind: "unanchored" as const, message, gap, issue: id };
  });
  return noteEvents(state, notes);
}

/** Done gaps that wrote a passage which a serious issue calls a contradiction to another (SPEC 4.5). */
function contradictedGaps(state: State, { gap: issueGap, severity, quotations }: IssueDigest): GapId[] {
  if (!isBlocking(severity) || quotations.length < 2) return [];
  const writers = quotations.flatMap((quotation) => writerOf(state.spec, quotation) ?? []);
  return [...new Set(writers)].filter((gap) => gap !== issueGap && isDone(state, gap));
}

/** A late CRITICAL issue always counts, a late HIGH once per gap; all other late ones are only noted (SPEC 3.6). */
function isNotedOnly(state: State, issue: IssueDigest, lateHighs: ReadonlySet<GapId>): boolean {
  if (!issue.late || issue.severity === "CRITICAL") return false;
  if (issue.severity !== "HIGH") return true;
  if (state.config.lateHigh === "always") return false;
  return state.config.lateHigh === "note" || lateHighs.has(issue.gap);
}

/** A HIGH issue whose quotations do not occur, even after it was sent back, counts as MEDIUM (SPEC 5, UNGROUNDED). */
function groundedSeverity({ severity, anchored }: IssueDigest): IssueDigest["severity"] {
  return severity === "HIGH" && !anchored ? "MEDIUM" : severity;
}

/** The Reviewer may raise a gap's severity but not lower it, and not change one that the User set (SPEC 3.4). */
function raiseSeverities(state: State, digest: ReviewerDigest): SessionEvent[] {
  const raised: SessionEvent[] = [];
  const refused: Omit<Note, "id">[] = [];
  for (const { gap: id, severity } of digest.severities) {
    const gap = state.gaps.get(id);
    const setByUser = state.decisions.some(({ severities }) => severities?.some((set) => set.gap === id));
    const ruling = gap && ruleOnSeverity(gap.severity, severity, setByUser);
    if (!gap || ruling === "unchanged") continue;
    const why = "the review says so";
    if (ruling === "raised") raised.push({ type: "gap_severity_set", gap: id, severity, by: "reviewer", why });
    else {
      const held = setByUser ? `you set it to ${gap.severity}, which holds` : `it stays ${gap.severity}`;
      const message = `the review calls ${id} ${severity}, but ${held}`;
      refused.push({ kind: "severity-conflict", message, gap: id });
    }
  }
  return [...raised, ...noteEvents(state, refused)];
}

/** Accepts or sends back the reviewed proposals by the issues that are open on them (SPEC 3.6, 4.5). */
function settleReviewed(state: State, digest: ReviewerDigest, under: readonly GapId[]): SessionEvent[] {
  const reviewed = under.filter((gap) => digest.reviewed.includes(gap));
  // A serious issue holds its gap back even if the verdict approves it (SPEC 3.6).
  const notes = reviewed.flatMap((gap) => {
    const verdict = digest.verdicts.find((given) => given.gap === gap)?.value;
    const holding = unsettledIssues(state, gap).filter(holdsBack);
    if (verdict === "NEEDS_REVISION" || holding.length === 0) return [];
    const issues = holding.map(({ id, severity }) => `${id} (${severity})`).join(", ");
    const message = `the verdict approves ${gap}, but ${issues} is still open; the severity holds`;
    return [{ kind: "verdict-mismatch" as const, message, gap }];
  });
  return [...settleGaps(state, reviewed), ...noteEvents(state, notes)];
}

/** Reopens done gaps with a serious issue (SPEC 3.3); about one that waits for the User they are asked first. */
function reopenGaps(state: State, round: number): SessionEvent[] {
  const found = liveIssues(state)
    .filter((issue) => holdsBack(issue) && !waitsForWord(state, issue))
    .flatMap(({ id, gap, round: raised, contradicts = [] }) => {
      return [gap, ...(raised === round ? contradicts : [])].map((about) => ({ about, id }));
    });
  return [...groupBy(found, ({ about }) => about)]
    .filter(([gap]) => isDone(state, gap))
    .map(([gap, by]) => {
      const issues = by.map(({ id }) => id);
      return { ...moveGap(gap, "NEEDS_REVISION", "reviewer", `reopened by ${issues.join(", ")}`), issues };
    });
}

/** Notes for the summary that a gap is called out of scope again, after the User said what is (SPEC 3.5a). */
function scopeNotes(state: State, round: OpenRound): SessionEvent[] {
  const again = calledOutOfScope(state, round).filter(
    ({ gap, settled }) => settled && state.gaps.pick([gap]).some(isOpen),
  );
  const notes = again.map(({ gap, reason }) => {
    const message = `${gap} is called out of scope again, but you said that it is in scope: ${reason}`;
    return { kind: "information" as const, message, gap };
  });
  return noteEvents(state, notes);
}

function giveBackUnresolved(state: State, round: OpenRound): SessionEvent[] {
  return round.slots
    .filter((slot) => state.gaps.get(slot.gap)?.state === "IN_PROGRESS")
    .flatMap(({ gap }) => giveBack(state, gap, "the round ended without a resolution", false));
}

/** Notes for the summary what the checks find in the lines that this round brought into the spec (SPEC 4.5). */
function checkChanges(before: State, after: State): SessionEvent[] {
  if (before.spec.text === after.spec.text) return [];
  const found = findingsSince(before.spec.text, after);
  return noteEvents(
    after,
    found.map((message) => ({ kind: "check", message })),
  );
}
