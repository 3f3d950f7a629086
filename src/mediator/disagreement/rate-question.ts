import { type Lowering, readLowerings } from "../../model/answer-problem.ts";
import type { DisagreeRate } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import type { Question } from "../../model/question.ts";
import { isBlocking } from "../../model/severity.ts";
import { decide, giveContext } from "../decide.ts";
import { collect } from "../evolve/evolve.ts";
import { moveIssue } from "../ledger-events.ts";
import { type Answered, field, makeQuestion, option, type Ways } from "../make-question.ts";
import { percentage } from "../record-text.ts";
import type { OpenRound, State } from "../state.ts";
import { measureRate, recentRate } from "./measure-round.ts";
import { dropConflictOn } from "./open-conflicts.ts";
import { gapsOf, orderRevision, settleGaps } from "./settle-gap.ts";

/** The Engineer rejects much of what was held against it: the issues, and four ways on (SPEC 8). */
export function rateQuestion(state: State, round: OpenRound, rate: DisagreeRate): Question {
  const blocks = rate.action === "BLOCK_ROUND";
  const issues = disputedBlocking(state, round);
  const share = percentage(rate.disagreed, Math.max(1, rate.blocking));
  const justified = blocks ? "justification" : {};
  const perConflict = blocks ? "With your justification." : "You decide each one.";
  const lower = "An issue below HIGH is not a conflict.";
  const dropped = "The conflicts are dropped; the issues stay open.";
  return makeQuestion(state, {
    kind: "disagree-rate",
    header: blocks ? "Blocked" : "Disagreement",
    text: `The Engineer disagrees with ${rate.disagreed} of ${rate.blocking} CRITICAL and HIGH issues in round ${round.number} (${share}).${actionText(state, rate)} How do you want to continue?`,
    evidence: [
      {
        title: "Issues disagreed with",
        body: issues.map(({ id, severity, title }) => `- ${id} (${severity}): ${title}`).join("\n"),
      },
      { title: "What it may mean", body: MEANINGS },
    ],
    options: [
      option("accept", "Continue to the conflicts", perConflict, "You are asked about each one.", justified),
      option("revise", "Ask the Engineer to revise", "It answers instead of disagreeing.", dropped),
      option("review", "Lower severities", lower, "The rate is measured again.", { requires: ["lower", "reason"] }),
      option(
        "scope",
        "Restate the scope",
        "Your words go into the prompt.",
        "The Engineer revises with them.",
        "scope",
      ),
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

/** The CRITICAL and HIGH issues that this round's document disagrees with: a converted conflict is nobody's word. */
export function disputedBlocking(state: State, { number }: OpenRound): Issue[] {
  return state.conflicts
    .filter(({ state: now, kind, round }) => now === "open" && kind === "explicit" && round === number)
    .flatMap(({ issue }) => state.issues.get(issue) ?? [])
    .filter(({ severity }) => isBlocking(severity));
}

/** SPEC 8: on to the conflicts, a revision, a second look at the review, or the scope restated. */
export function applyRate(state: State, answered: Answered): readonly SessionEvent[] {
  const { issues, choice, field: given } = answered;
  const revise = (why: string) => orderRevision(state, issues, why);
  const scope = { gaps: gapsOf(state, issues), text: given("scope"), when: "the scope was restated" };
  const ways: Ways = {
    revise: () => revise("answer these issues instead of disagreeing with them"),
    scope: () => [...giveContext(state, scope), ...revise("the scope was restated")],
    review: () => lowered(state, readLowerings(given("lower")).lowerings, given("reason")),
    accept: () => accepted(state, answered),
  };
  return ways[choice]?.() ?? [];
}

/** A justification is recorded; it is what lets a round go on over a BLOCK_ROUND. */
function accepted(state: State, { issues, question, field: given }: Answered): SessionEvent[] {
  const rationale = given("justification");
  const rate = state.rates.findLast(({ round }) => round === state.round?.number);
  if (rationale === "" || !rate) return [];
  const title = `The Engineer's disagreement in round ${rate.round}`;
  const draft = { type: "disagreement", title, question: question.text, issues, rationale };
  return [
    decide(state, { ...draft, decision: "the round continues to the conflicts" }),
    { type: "rate_measured", rate: { ...rate, accepted: true } },
  ];
}

/** An issue that is lowered below HIGH drops its conflict; the rate is taken again, with the action it asks for. */
function lowered(state: State, lowerings: readonly Lowering[], rationale: string): SessionEvent[] {
  const { round } = state;
  if (!round) return [];
  const issues = lowerings.map(({ issue }) => issue);
  const gaps = gapsOf(state, issues);
  const decision = lowerings.map(({ issue, severity }) => `${issue} is ${severity}`).join(", ");
  return collect(
    state,
    () => [decide(state, { type: "severity", title: "Severities lowered", issues, gaps, decision, rationale })],
    (current) => lowerings.flatMap((lowering) => lower(current, lowering, rationale)),
    (current) => settleGaps(current, gaps),
    (current) => [{ type: "rate_measured", rate: rateNow(current, round) }],
  );
}

function lower(state: State, { issue: id, severity }: Lowering, why: string): SessionEvent[] {
  const issue = state.issues.get(id);
  if (!issue || !isUnsettled(issue) || !isBlocking(issue.severity)) return [];
  return [...dropConflictOn(state, id, why), ...moveIssue(issue, "LOWERED", why, { severity })];
}

/** The round's rate without the conflicts that were dropped; what the person let pass stays so (SPEC 8). */
export function rateAgain(state: State): SessionEvent[] {
  const { round, rates } = state;
  const last = round && rates.findLast((rate) => rate.round === round.number);
  return !last || last.accepted ? [] : [{ type: "rate_measured", rate: rateNow(state, round) }];
}

/** Over the same gaps as before: those that the round's document proposes. */
function rateNow(state: State, round: OpenRound): DisagreeRate {
  const disputed = disputedBlocking(state, round);
  const proposals = round.engineerDocument?.digest.proposals ?? [];
  return measureRate(state, round.number, proposals, (issue) => disputed.includes(issue));
}
