import { type Lowering, readLowerings } from "../../model/answer-problem.ts";
import type { DisagreeRate } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { isIssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import type { Question } from "../../model/question.ts";
import { isBlocking } from "../../model/severity.ts";
import { collect } from "../evolve/evolve.ts";
import { decide, giveContext, moveIssue } from "../ledger-events.ts";
import { type Answered, field, makeQuestion, option, type Ways } from "../make-question.ts";
import { percentage } from "../record-text.ts";
import type { OpenRound, State } from "../state.ts";
import { measureRate, rateOf, recentRate } from "./measure-round.ts";
import { dropConflictOn, openConflictOn } from "./open-conflicts.ts";
import { gapsOf, orderRevision, settleGaps } from "./settle-gaps.ts";

/** The Engineer rejects many of the issues: lists them and asks how to go on (SPEC 8). */
export function rateQuestion(state: State, round: OpenRound, rate: DisagreeRate): Question {
  const blocks = rate.action === "BLOCK_ROUND";
  const issues = disputedBlocking(state, round);
  const share = percentage(rate.disagreed, Math.max(1, rate.blocking));
  const perConflict = blocks ? "With your justification." : "You decide each one.";
  const lower = "An issue below HIGH is not a conflict.";
  const dropped = "The conflicts are dropped; the issues stay open.";
  const listed = issues.map(({ id, severity, title }) => `- ${id} (${severity}): ${title}`).join("\n");
  const justified = blocks ? "justification" : {};
  return makeQuestion(state, {
    kind: "disagree-rate",
    header: blocks ? "Blocked" : "Disagreement",
    text: `The Engineer disagrees with ${rate.disagreed} of ${rate.blocking} CRITICAL and HIGH issues in round ${round.number} (${share}).${actionText(state, rate)} How do you want to continue?`,
    evidence: [
      { title: "Issues disagreed with", body: listed },
      { title: "What it may mean", body: MEANINGS },
    ],
    options: [
      option("accept", "Continue to the conflicts", perConflict, "You are asked about each one.", justified),
      option("revise", "Ask the Engineer to revise", "It answers instead of disagreeing.", dropped),
      option("review", "Lower severities", lower, "The rate is measured again.", { requires: ["lower", "reason"] }),
      option("scope", "Restate the scope", "Your words go into the prompt.", "The Engineer revises.", "scope"),
    ],
    fields: [
      field("justification", "Why the round may continue"),
      field("lower", "Issues and their severity (ISSUE-R7-001=LOW, …)"),
      field("reason", "Why they are less severe"),
      field("scope", "The scope, in your words", { long: true }),
    ],
    about: [rate.action, ...issues.map(({ id }) => id)],
  });
}

const MEANINGS = "The review is too prescriptive, the Engineer avoids work, or they read the scope differently.";

function actionText(state: State, rate: DisagreeRate): string {
  const { absolute, session, sessionRounds } = state.config.disagree;
  if (rate.action === "BLOCK_ROUND") return ` More than ${absolute} in one round stops the round.`;
  if (rate.action !== "SYSTEMATIC_ALERT") return "";
  const { disagreed, blocking } = recentRate(state, rate);
  const share = percentage(disagreed, blocking);
  return ` Over the last ${sessionRounds} rounds it is ${disagreed} of ${blocking} (${share}), more than ${percentage(session, 1)}.`;
}

/** The CRITICAL and HIGH issues that this round's document disagrees with explicitly. */
export function disputedBlocking(state: State, { number }: OpenRound): Issue[] {
  return state.conflicts
    .filter(({ state: now, kind, round }) => now === "open" && kind === "explicit" && round === number)
    .flatMap(({ issue }) => state.issues.get(issue) ?? [])
    .filter(({ severity }) => isBlocking(severity));
}

export function isRateMoot({ about }: Question, state: State): boolean {
  return about.filter(isIssueId).some((id) => openConflictOn(state, id) === undefined);
}

export function applyRate(state: State, answered: Answered): readonly SessionEvent[] {
  const { issues, choice, field: given } = answered;
  const revise = (why: string) => orderRevision(state, issues, why);
  const scope = { gaps: gapsOf(state, issues), text: given("scope"), when: "the scope was restated" };
  const ways: Ways = {
    revise: () => revise("answer these issues instead of disagreeing with them"),
    scope: () => [...giveContext(state, scope), ...revise("the scope was restated")],
    review: () => lowerSeverities(state, readLowerings(given("lower")).lowerings, given("reason")),
    accept: () => acceptRate(state, answered),
  };
  return ways[choice]?.() ?? [];
}

/** Records the justification, with which a round continues after a BLOCK_ROUND. */
function acceptRate(state: State, { issues, question, field: given }: Answered): SessionEvent[] {
  const rationale = given("justification");
  const rate = state.round && rateOf(state, state.round);
  if (rationale === "" || !rate) return [];
  const title = `The Engineer's disagreement in round ${rate.round}`;
  const decision = "the round continues to the conflicts";
  return [
    decide(state, { type: "disagreement", title, question: question.text, issues, rationale, decision }),
    { type: "rate_measured", rate: { ...rate, accepted: true } },
  ];
}

/** Lowering an issue below HIGH drops its conflict; then the rate is measured again. */
function lowerSeverities(state: State, lowerings: readonly Lowering[], rationale: string): SessionEvent[] {
  const { round } = state;
  if (!round) return [];
  const issues = lowerings.map(({ issue }) => issue);
  const gaps = gapsOf(state, issues);
  const decision = lowerings.map(({ issue, severity }) => `${issue} is ${severity}`).join(", ");
  return collect(
    state,
    () => [decide(state, { type: "severity", title: "Severities lowered", issues, gaps, decision, rationale })],
    (current) => lowerings.flatMap((lowering) => lowerSeverity(current, lowering, rationale)),
    (current) => settleGaps(current, gaps),
    (current) => [{ type: "rate_measured", rate: rateNow(current, round) }],
  );
}

function lowerSeverity(state: State, { issue: id, severity }: Lowering, why: string): SessionEvent[] {
  const issue = state.issues.get(id);
  if (!issue || !isUnsettled(issue) || !isBlocking(issue.severity)) return [];
  return [...dropConflictOn(state, id, why), ...moveIssue(issue, "LOWERED", why, { severity })];
}

/** Measures the round's rate again after conflicts were dropped, unless the User has accepted it (SPEC 8). */
export function measureRateAgain(state: State): SessionEvent[] {
  const { round } = state;
  const last = round && rateOf(state, round);
  return !last || last.accepted ? [] : [{ type: "rate_measured", rate: rateNow(state, round) }];
}

function rateNow(state: State, round: OpenRound): DisagreeRate {
  const disputed = disputedBlocking(state, round);
  const proposals = round.engineerDocument?.digest.proposals ?? [];
  return measureRate(state, round.number, proposals, (issue) => disputed.includes(issue));
}
