import { saysNoChange } from "../../documents/form/words.ts";
import type { EngineerDigest, ResponseDigest } from "../../model/digest.ts";
import type { DisagreeRate, Flag } from "../../model/disagreement.ts";
import type { Note } from "../../model/events/review-events.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { WarningType } from "../../model/gate-result.ts";
import type { Issue } from "../../model/issue.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { isBlocking } from "../../model/severity.ts";
import { noteEvents } from "../round/note-events.ts";
import type { OpenRound, State } from "../state.ts";
import { isFlagged, type Judgement } from "./judge-answer.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { isWorthAsking, measureRate } from "./measure-rate.ts";
import { openConflicts } from "./open-conflicts.ts";

/**
 * What the Engineer's document makes of the open issues of its gaps: what it answers, what it disagrees with, and what
 * it leaves unsaid (SPEC 3.6, 8, 9).
 */
export function measureRound(state: State, round: OpenRound, digest: EngineerDigest): SessionEvent[] {
  const judgements = judgeAnswers(state, digest, round.engineerDocument?.path);
  const flags = raiseFlags(state, round, judgements);
  const answered = judgements.filter(
    ({ issue, status }) =>
      (status === "ANSWERED" || isLeftAlone(issue, digest)) &&
      (issue.state === "ANSWERED" || issueTransitionProblem(issue, "ANSWERED") === undefined),
  );
  const rejected = new Set(digest.disagreements.map(({ issue }) => issue));
  const rate = measureRate(state, round.number, digest.proposals, ({ id }) => rejected.has(id));
  return [
    {
      type: "disagreement_measured",
      round: round.number,
      rate,
      flags,
      answered: answered.map(({ issue }) => issue.id),
    },
    ...answered.map(({ issue }) => answeredEvent(issue, digest)),
    ...flags.flatMap((flag) => unanswered(state, flag, digest)),
    ...openConflicts(state, digest, round.number),
    ...measuredNotes(round, rate),
  ];
}

/** Numbered on from those that the round has already. */
function raiseFlags(state: State, round: OpenRound, judgements: readonly Judgement[]): Flag[] {
  const already = state.flags.filter((flag) => flag.round === round.number).length;
  return judgements
    .filter(({ issue, status }) => isFlagged(status) && isBlocking(issue.severity) && !issue.noted)
    .map(({ issue, confidence, heuristics, evidence }, index) => ({
      id: `FLAG-R${round.number}-${String(already + index + 1).padStart(3, "0")}`,
      issue: issue.id,
      gap: issue.gap,
      severity: issue.severity,
      round: round.number,
      confidence,
      heuristics,
      evidence,
      outcome: "raised",
    }));
}

/** A lesser issue may be answered with why nothing is to change (SPEC 12). */
function isLeftAlone({ id, severity }: Issue, { responses }: EngineerDigest): boolean {
  return !isBlocking(severity) && responses.some(({ issue, text }) => issue === id && saysNoChange(text));
}

function answeredEvent(issue: Issue, digest: EngineerDigest): SessionEvent {
  const answers = answersTo(issue, digest);
  const numbers = [...new Set(answers.flatMap(({ changedIn }) => changedIn))];
  const quoting = answers.some(({ alreadyIn }) => alreadyIn !== undefined);
  const gone = isLeftAlone(issue, digest) ? "no change needed" : "the quoted words were taken back";
  const without = quoting ? "answered: the spec says it already" : `answered: ${gone}`;
  const why = numbers.length === 0 ? without : `answered: change ${numbers.join(", ")}`;
  const lastAnswer = answers.map(({ text }) => text).join("\n\n");
  return { type: "issue_changed", issue: issue.id, to: "ANSWERED", why, lastAnswer };
}

function answersTo({ id }: Issue, { responses }: EngineerDigest): ResponseDigest[] {
  return responses.filter(({ issue }) => issue === id);
}

/** The issue remembers the rounds in which it went unanswered: three make a pattern (SPEC 9). */
function unanswered(state: State, flag: Flag, digest: EngineerDigest): SessionEvent[] {
  const issue = state.issues.get(flag.issue);
  if (!issue) return [];
  const answers = answersTo(issue, digest);
  return [
    {
      type: "issue_changed",
      issue: issue.id,
      // An answer of a document that was taken back within the round is none.
      to: issue.state === "ANSWERED" ? "OPEN" : issue.state,
      why: `${flag.id}: ${flag.heuristics.join(", ")}`,
      ...(issue.unansweredIn.includes(flag.round) ? {} : { unansweredIn: flag.round }),
      ...(answers.length === 0 ? {} : { lastAnswer: answers.map(({ text }) => text).join("\n\n") }),
    },
  ];
}

/** Warnings at the gate that the summary lists, and that the person can act on (SPEC 8, 10.5). */
const LISTED: readonly WarningType[] = ["QUOTE_MISMATCH", "REPEATED_POSITION"];

/** What the summary says of the measured document beside its flags and conflicts. */
export function measuredNotes(round: OpenRound, rate: DisagreeRate): SessionEvent[] {
  const warnings = round.engineerDocument?.warnings.filter(({ type }) => LISTED.includes(type)) ?? [];
  const notes = warnings.map(({ type, message, line: _, ...about }): Omit<Note, "id"> => {
    return { kind: "gate-warning", message: `${type}: ${message}`, ...about };
  });
  return noteEvents({ round }, [...notes, ...rateNote(rate)]);
}

/** A rate whose question would decide nothing that the question about the conflict does not (SPEC 4.6, 8). */
function rateNote(rate: DisagreeRate): Omit<Note, "id">[] {
  if (rate.action === "NONE" || isWorthAsking(rate)) return [];
  const message = `${rate.action}: the Engineer disagrees with ${rate.disagreed} of ${rate.blocking} CRITICAL and HIGH issues`;
  return [{ kind: "information", message }];
}
