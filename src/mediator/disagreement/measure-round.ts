import { occursIn } from "../../documents/changes/occurs.ts";
import type { EngineerDigest, ResponseDigest } from "../../model/digest.ts";
import type { DisagreeAction, DisagreeRate, Flag } from "../../model/disagreement.ts";
import type { Note } from "../../model/events/round-events.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { WarningType } from "../../model/gate-result.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { isBlocking } from "../../model/severity.ts";
import { isLeftAlone } from "../gate/engineer-checks.ts";
import { noteEvents } from "../ledger-events.ts";
import { currentRound, liveIssues, unsettledIssues } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";
import { lastVersions, withProposals } from "../working-spec/candidate.ts";
import { type AnswerFacts, isFlagged, type Judgement, judgeAnswer } from "./judge-answer.ts";
import { openConflicts } from "./open-conflicts.ts";

/** Which open issues the Engineer's document answers, disagrees with or leaves unanswered (SPEC 3.6, 8, 9). */
export function measureRound(state: State, open: OpenRound, digest: EngineerDigest): SessionEvent[] {
  const { number: round } = open;
  const judgements = judgeAnswers(state, digest, open.engineerDocument?.path);
  const answersTo = ({ id }: Issue) => digest.responses.filter(({ issue }) => issue === id);
  const isLeft = (issue: Issue) => answersTo(issue).some((answer) => isLeftAlone(issue, answer));
  const answered = judgements
    .flatMap(({ issue, status }) => (status === "ANSWERED" || isLeft(issue) ? [issue] : []))
    .filter((issue) => issue.state === "ANSWERED" || issueTransitionProblem(issue, "ANSWERED") === undefined);
  const flagged = judgements.filter(
    ({ issue, status }) => isFlagged(status) && isBlocking(issue.severity) && !issue.noted,
  );
  const flags = raiseFlags(state, round, flagged);
  const rejected = new Set(digest.disagreements.map(({ issue }) => issue));
  const rate = measureRate(state, round, digest.proposals, ({ id }) => rejected.has(id));
  return [
    { type: "disagreement_measured", round, rate, flags },
    ...answered.map((issue) => answeredEvent(issue, answersTo(issue))),
    ...flags.flatMap((flag) =>
      state.issues.pick([flag.issue]).map((issue) => unansweredEvent(issue, flag, answersTo(issue))),
    ),
    ...openConflicts(state, digest, round),
    ...measuredNotes(open, rate),
  ];
}

function raiseFlags(state: State, round: number, flagged: readonly Judgement[]): Flag[] {
  const already = state.flags.filter((flag) => flag.round === round).length;
  return flagged.map(({ issue: { id: issue, gap, severity }, confidence, heuristics, evidence }, index) => {
    const id = `FLAG-R${round}-${String(already + index + 1).padStart(3, "0")}`;
    return { id, issue, gap, severity, round, confidence, heuristics, evidence, outcome: "raised" };
  });
}

function answeredEvent({ id: issue }: Issue, answers: readonly ResponseDigest[]): SessionEvent {
  const numbers = [...new Set(answers.flatMap(({ changedIn }) => changedIn))];
  const why = `answered: ${numbers.length === 0 ? "without a change" : `change ${numbers.join(", ")}`}`;
  return { type: "issue_changed", issue, to: "ANSWERED", why, lastAnswer: wordsOf(answers) };
}

/** The issue keeps the rounds in which it went unanswered, because several make a pattern (SPEC 9). */
function unansweredEvent(issue: Issue, flag: Flag, answers: readonly ResponseDigest[]): SessionEvent {
  const { id, round, heuristics } = flag;
  return {
    type: "issue_changed",
    issue: issue.id,
    // It may count as answered by a document of this round that was sent back.
    to: issue.state === "ANSWERED" ? "OPEN" : issue.state,
    why: `${id}: ${heuristics.join(", ")}`,
    ...(issue.unansweredIn.includes(round) ? {} : { unansweredIn: round }),
    ...(answers.length === 0 ? {} : { lastAnswer: wordsOf(answers) }),
  };
}

function wordsOf(answers: readonly ResponseDigest[]): string {
  return answers.map(({ text }) => text).join("\n\n");
}

/** Warnings of the gate that the summary lists, because the User can act on them (SPEC 4.2, 8, 10.5). */
const LISTED: readonly WarningType[] = ["QUOTE_MISMATCH", "REPEATED_POSITION", "UNASSIGNED_RESOLUTION"];

function measuredNotes(round: OpenRound, rate: DisagreeRate): SessionEvent[] {
  const warnings = round.engineerDocument?.warnings.filter(({ type }) => LISTED.includes(type)) ?? [];
  const notes = warnings.map(({ type, message, line: _, ...about }): Omit<Note, "id"> => {
    return { kind: "gate-warning", message: `${type}: ${message}`, ...about };
  });
  // A rate that is not asked about, because the question about its one conflict is enough, is noted (SPEC 4.6, 8).
  if (rate.action === "NONE" || isWorthAsking(rate)) return noteEvents({ round }, notes);
  const message = `${rate.action}: the Engineer disagrees with ${rate.disagreed} of ${rate.blocking} CRITICAL and HIGH issues`;
  return noteEvents({ round }, [...notes, { kind: "information", message }]);
}

/** How many of the serious issues on its gaps the Engineer rejects, and the action that follows (SPEC 8, 19.7). */
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

/** A single disagreement is asked about as a conflict, and its rate only noted. */
export function isWorthAsking({ action, disagreed }: DisagreeRate): boolean {
  return action !== "NONE" && disagreed > 1;
}

export function rateOf({ rates }: State, { number }: OpenRound): DisagreeRate | undefined {
  return rates.findLast(({ round }) => round === number);
}

export function rateAction(state: State, rate: Omit<DisagreeRate, "action">): DisagreeAction {
  const limits = state.config.disagree;
  if (rate.disagreed > limits.absolute) return "BLOCK_ROUND";
  const { rounds, disagreed, blocking } = recentRate(state, rate);
  if (rounds >= limits.sessionRounds && disagreed / blocking > limits.session) return "SYSTEMATIC_ALERT";
  return rate.blocking > 0 && rate.disagreed / rate.blocking > limits.round ? "WARN_USER" : "NONE";
}

/** The sums over the last rounds that had an issue to disagree with, this one included (SPEC 8). */
export function recentRate({ rates, config }: State, rate: Omit<DisagreeRate, "action">) {
  const recent = [...rates.filter(({ round }) => round < rate.round), rate]
    .filter(({ blocking }) => blocking > 0)
    .slice(-config.disagree.sessionRounds);
  const sum = (count: "disagreed" | "blocking") => recent.reduce((total, measured) => total + measured[count], 0);
  return { rounds: recent.length, disagreed: sum("disagreed"), blocking: sum("blocking") };
}

/** Judges how the document answers the open issues of its gaps, and of gaps that these are parts of (SPEC 9). */
export function judgeAnswers(state: State, digest: EngineerDigest, document = "engineer.md"): Judgement[] {
  const due = dueIssues(state, digest);
  if (due.length === 0) return [];
  const facts = answerFacts(state, digest, document);
  return due.map((issue) => judgeAnswer(issue, facts));
}

/** Issues that the document has to answer: not those that the User has yet to decide, or raised during this round. */
function dueIssues(state: State, digest: EngineerDigest): Issue[] {
  const gaps = new Set(digest.proposals.flatMap(({ gap }) => lineOf(state, gap)));
  const polished = new Set(state.round?.polishing);
  const states: readonly Issue["state"][] = ["OPEN", "ANSWERED", "NOT_FIXED", "LOWERED"];
  return liveIssues(state).filter(
    ({ id, gap, state: now, by, round }) =>
      (gaps.has(gap) || polished.has(id)) && states.includes(now) && (by !== "user" || round < currentRound(state)),
  );
}

function answerFacts(state: State, digest: EngineerDigest, document: string): AnswerFacts {
  const proposed = digest.proposals.map(({ gap, changes, after }) => ({ id: gap, changes, after }));
  const now = withProposals(state.spec.text, proposed);
  const last = withProposals(
    state.spec.text,
    lastVersions(
      state,
      proposed.map(({ id }) => id),
    ),
  );
  return {
    digest,
    document,
    succeeds: (proposed, gap) => lineOf(state, proposed).includes(gap),
    lastChanges: (gap) => lastVersions(state, [gap])[0]?.changes,
    // Unknown if one of the two versions no longer applies to the working spec.
    ...(last.failed.length + now.failed.length > 0 ? {} : { texts: { last: last.spec, now: now.spec } }),
    isRolledBack: (gap) => isRolledBackForDifferentPatterns(state, gap),
    occurs: (quotation) => occursIn(state.spec.text, quotation) || occursIn(now.spec, quotation),
  };
}

/** Whether a gap was rolled back at least twice in the running round, for patterns that differ (SPEC 9, H2). */
export function isRolledBackForDifferentPatterns(state: State, gap: GapId): boolean {
  const isOfGap = (found: { readonly gap?: GapId }) => found.gap === gap;
  const undone = state.rollbacks
    .flatMap(({ analyses }) => analyses)
    .filter(({ round, gaps }) => round === state.round?.number && gaps.some(isOfGap))
    .map(({ patterns }) => patterns.filter(isOfGap).map(({ pattern }) => pattern));
  // With two different lists there were two rollbacks.
  return new Set(undone.map((patterns) => patterns.sort().join(" "))).size > 1;
}

/** A gap and the gaps that it is a part of, nearest first. */
function lineOf(state: State, gap: GapId): GapId[] {
  const line: GapId[] = [];
  for (let id: GapId | undefined = gap; id !== undefined && !line.includes(id); id = state.gaps.get(id)?.partOf) {
    line.push(id);
  }
  return line;
}
