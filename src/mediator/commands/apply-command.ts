import type { SessionEvent } from "../../model/events.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import { transitionProblem } from "../../model/gap-transition.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { GapId } from "../../model/ids.ts";
import { issueTransitionProblem } from "../../model/issue.ts";
import { answerProblem } from "../../model/question.ts";
import { isBlocking, isWorse } from "../../model/severity.ts";
import { decide } from "../answers/decide.ts";
import { settleFlagByCommand } from "../disagreement/settle-flag.ts";
import { changeByUser, unblock } from "../gap-events.ts";
import { currentRound } from "../queries.ts";
import { reapplyDecision } from "../rollback/reapply-decision.ts";
import { requestRollback } from "../rollback/request-rollback.ts";
import { rollbackProblem } from "../rollback/rollback-targets.ts";
import { splitGap } from "../split-gap.ts";
import type { State } from "../state.ts";
import type { Command } from "./command.ts";

/** What follows from a command, or why it is refused. Nothing is changed by a refused one. */
export type CommandResult =
  | { readonly ok: true; readonly events: readonly SessionEvent[]; readonly message: string }
  | { readonly ok: false; readonly problem: string; readonly fix?: string };

export function applyCommand(state: State, command: Command, now: string): CommandResult {
  const lastQuestion = command.type === "answer" && state.questions.length > 0;
  if (state.stop.type === "ended" && !lastQuestion) return refuse(`the session has ended (${state.stop.termination})`);
  switch (command.type) {
    case "answer":
      return answer(state, command);
    case "pause":
      return state.stop.type === "paused"
        ? refuse("the session is paused already")
        : done([{ type: "paused", reason: command.reason }], "paused");
    case "resume":
      return state.stop.type === "paused" ? done([{ type: "resumed" }], "going on") : done([], "going on");
    case "finish":
      return finish(state);
    case "gap-add":
      return addGap(state, command);
    case "gap-severity":
      return setSeverity(state, command, now);
    case "gap-split":
      return split(state, command, now);
    case "context":
      return done(
        [{ type: "gap_context_given", gaps: command.gaps, text: command.text }],
        "noted for the next prompts",
      );
    case "rollback":
      return rollBack(state, command);
    case "rollback-cancel":
      return state.rollback ? done(cancelled(state), "nothing is undone") : refuse("no rollback is under way");
    case "decision-reapply": {
      const result = reapplyDecision(state, command, now);
      return "problem" in result
        ? refuse(result.problem, "`whetstone decisions --archived` lists what can be applied again.")
        : done(result.events, `${command.decision} is applied again as ${result.id}`);
    }
    case "archive-keep":
      return keepArchive(state, command.path);
    case "rollback-mode": {
      const config = { ...state.config, rollback: { ...state.config.rollback, mode: command.mode } };
      return done(
        [{ type: "config_changed", config, why: "the person switched the mode" }],
        `the mode is ${command.mode}`,
      );
    }
    case "choose-gaps":
      return chooseGaps(state, command.gaps);
    case "issue-severity":
    case "issue-waive":
    case "issue-reopen":
      return changeIssue(state, command, now);
    case "flag-settle": {
      const result = settleFlagByCommand(state, command, now);
      return "problem" in result ? refuse(result.problem, result.fix) : done(result.events, result.message);
    }
    case "gap-defer":
    case "gap-resume":
    case "gap-unblock":
    case "gap-reopen":
    case "gap-wont-fix":
      return changeGapState(state, command, now);
  }
}

function answer(state: State, command: Extract<Command, { type: "answer" }>): CommandResult {
  const question = state.questions.find((one) => one.id === command.answer.question);
  if (!question) {
    const open = state.questions.map((one) => one.id).join(", ") || "none";
    return refuse(`${command.answer.question} is not an open question (open: ${open})`);
  }
  const problem = answerProblem(question, command.answer);
  return problem === undefined
    ? done([{ type: "question_answered", answer: command.answer }], `${question.id} is answered`)
    : refuse(problem, `See \`whetstone status\` for the question ${question.id}.`);
}

/** The person's own questions give way: they are asked how to end instead (SPEC 12). */
function finish(state: State): CommandResult {
  if (state.stop.type === "finish-requested" || state.stop.type === "ending")
    return refuse("the session is ending already");
  const withdrawn = state.questions.map(
    (question): SessionEvent => ({ type: "question_withdrawn", question: question.id, why: "the person asked to end" }),
  );
  const dropped: SessionEvent[] = state.rollback ? [{ type: "rollback_dropped", why: "the person asked to end" }] : [];
  return done([...withdrawn, ...dropped, { type: "finish_requested" }], "you will be asked how to end");
}

function rollBack(state: State, command: Extract<Command, { type: "rollback" }>): CommandResult {
  if (state.rollback) return refuse("a rollback is under way already");
  const problem = rollbackProblem(state, command.rounds);
  if (problem !== undefined) return refuse(problem, "`whetstone rollback --list` shows how far back you can go.");
  const events = requestRollback(state, { ...command, by: "user" });
  const [first] = events;
  const to = currentRound(state) - command.rounds;
  if (first?.type !== "rollback_requested")
    return done(events, "the limit of rollbacks is reached: you are asked how to go on");
  const asked = first.retry.way === "ask" ? ": you are asked how to go on" : "";
  return done(events, `back to the end of round ${to}${asked}`);
}

/** SPEC 13.10: an explicit keep is never removed. */
function keepArchive(state: State, path: string): CommandResult {
  const known = state.rollbacks.flatMap((rollback) => rollback.archives.map((archive) => archive.path));
  if (!known.includes(path)) return refuse(`there is no archive ${path} (archives: ${known.join(", ") || "none"})`);
  if (state.archives.kept.includes(path)) return refuse(`${path} is kept already`);
  return done([{ type: "archive_kept", path }], `${path} is kept`);
}

/** The question that goes with it is taken back. */
function cancelled(state: State): SessionEvent[] {
  const asked = state.questions.filter((one) => one.kind === "rollback" || one.kind === "root-cause");
  return [
    ...asked.map(({ id }): SessionEvent => ({ type: "question_withdrawn", question: id, why: "nothing is undone" })),
    { type: "rollback_dropped", why: "the person decided against it" },
  ];
}

/** The gaps of the next round, in the person's words (SPEC 4.1). */
function chooseGaps(state: State, gaps: readonly GapId[]): CommandResult {
  const unknown = gaps.find((id) => !state.gaps.has(id));
  if (unknown !== undefined) return refuse(`there is no gap ${unknown}`);
  const closed = gaps.find((id) => !["OPEN", "NEEDS_REVISION"].includes(state.gaps.get(id)?.state ?? ""));
  if (closed !== undefined) return refuse(`${closed} is ${state.gaps.get(closed)?.state}: it cannot be worked on`);
  return done([{ type: "gaps_chosen", gaps }], `the next round works on ${gaps.join(", ")}`);
}

function addGap(state: State, command: Extract<Command, { type: "gap-add" }>): CommandResult {
  const unknown = command.dependsOn.find((id) => !state.gaps.has(id));
  if (unknown !== undefined) return refuse(`there is no gap ${unknown}`);
  const id = gapIdMint([...state.gaps].map((gap) => gap.id)).next(command.category);
  const round = currentRound(state);
  const gap: Gap = {
    id,
    title: command.title,
    text: command.text,
    severity: command.severity,
    severityBy: "user",
    state: "OPEN",
    origin: "user",
    round,
    changedInRound: round,
    places: [],
    dependsOn: command.dependsOn,
    parts: [],
    flags: [],
  };
  return done([{ type: "gap_added", gap }], `added ${id}`);
}

function setSeverity(state: State, command: Extract<Command, { type: "gap-severity" }>, now: string): CommandResult {
  const gap = state.gaps.get(command.gap);
  if (!gap) return refuse(`there is no gap ${command.gap}`);
  const { severity, reason } = command;
  const decision = decide(state, now, {
    type: "severity",
    title: `${gap.id} is ${severity}`,
    gaps: [gap.id],
    decision: `${gap.id} is ${severity}, no longer ${gap.severity}`,
    rationale: reason,
  });
  return done(
    [decision, { type: "gap_severity_set", gap: gap.id, severity, by: "user", why: reason }],
    `${gap.id} is ${severity}`,
  );
}

function split(state: State, command: Extract<Command, { type: "gap-split" }>, now: string): CommandResult {
  const gap = state.gaps.get(command.gap);
  if (!gap) return refuse(`there is no gap ${command.gap}`);
  const problem = transitionProblem(gap, "SUPERSEDED", "user");
  if (problem !== undefined) return refuse(problem);
  if (command.parts.length < 2) return refuse("a split needs at least two parts");
  const { ids, decision, split } = splitGap(state, gap, command.parts, command.reason, now);
  return done([decision, ...dropSlot(state, gap), split], `split into ${ids.join(", ")}`);
}

type GapCommand = Extract<
  Command,
  { type: "gap-defer" | "gap-resume" | "gap-unblock" | "gap-reopen" | "gap-wont-fix" }
>;

const TARGET: Readonly<Record<GapCommand["type"], GapState>> = {
  "gap-defer": "USER_DEFERRED",
  "gap-resume": "OPEN",
  "gap-unblock": "OPEN",
  "gap-reopen": "NEEDS_REVISION",
  "gap-wont-fix": "WONT_FIX",
};

const DECISION_TYPE: Readonly<Record<GapCommand["type"], string>> = {
  "gap-defer": "deferral",
  "gap-resume": "resumption",
  "gap-unblock": "forced-unblock",
  "gap-reopen": "reopening",
  "gap-wont-fix": "wont-fix",
};

function changeGapState(state: State, command: GapCommand, now: string): CommandResult {
  const gap = state.gaps.get(command.gap);
  if (!gap) return refuse(`there is no gap ${command.gap}`);
  if (command.type === "gap-unblock") return forceUnblock(state, gap, command.reason, now);
  const to = TARGET[command.type];
  const problem = transitionProblem(gap, to, "user");
  if (problem !== undefined) return refuse(problem);
  const reason = command.type === "gap-resume" ? "taken up again" : command.reason;
  const decision = decide(state, now, {
    type: DECISION_TYPE[command.type],
    title: `${gap.id} is ${to}`,
    gaps: [gap.id],
    decision: `${gap.id} goes from ${gap.state} to ${to}`,
    rationale: reason,
  });
  return done([decision, ...dropSlot(state, gap), changeByUser(gap.id, to, reason)], `${gap.id} is ${to}`);
}

function forceUnblock(state: State, gap: Gap, reason: string, now: string): CommandResult {
  const events = unblock(state, gap.id, reason, true);
  if (events.length === 0) return refuse(`${gap.id} is not BLOCKED`);
  const decision = decide(state, now, {
    type: "forced-unblock",
    title: `${gap.id} goes on`,
    gaps: [gap.id],
    decision: `${gap.id} goes on although its blocker stands`,
    rationale: reason,
  });
  return done([decision, ...events], `${gap.id} goes on`);
}

/** A gap that the running round works on leaves it. */
function dropSlot(state: State, gap: Gap): SessionEvent[] {
  const isAssigned = state.round?.slots.some((slot) => slot.gap === gap.id && !slot.dropped) ?? false;
  return isAssigned ? [{ type: "slot_dropped", gap: gap.id, failed: false, why: "taken out by the person" }] : [];
}

type IssueCommand = Extract<Command, { type: "issue-severity" | "issue-waive" | "issue-reopen" }>;

function changeIssue(state: State, command: IssueCommand, now: string): CommandResult {
  const issue = state.issues.get(command.issue);
  if (!issue) return refuse(`there is no issue ${command.issue}`);
  const lowers = command.type === "issue-severity" && isWorse(issue.severity, command.severity);
  const to =
    command.type === "issue-waive"
      ? "WAIVED"
      : command.type === "issue-reopen"
        ? "OPEN"
        : lowers && !isBlocking(command.severity)
          ? "LOWERED"
          : issue.state;
  const problem = to === issue.state ? undefined : issueTransitionProblem(issue, to);
  if (problem !== undefined) return refuse(problem);
  const severity = command.type === "issue-severity" ? command.severity : undefined;
  const decision = decide(state, now, {
    type: command.type === "issue-waive" ? "waiver" : command.type,
    title: `${issue.id} is ${severity ?? to}`,
    gaps: [issue.gap],
    issues: [issue.id],
    decision: `${issue.id} (${issue.severity}, ${issue.state}) is ${severity ?? to}`,
    rationale: command.reason,
  });
  const change: SessionEvent = {
    type: "issue_changed",
    issue: issue.id,
    to,
    why: command.reason,
    ...(severity === undefined ? {} : { severity }),
  };
  return done([decision, change], `${issue.id} is ${severity ?? to}`);
}

function done(events: readonly SessionEvent[], message: string): CommandResult {
  return { ok: true, events, message };
}

function refuse(problem: string, fix?: string): CommandResult {
  return { ok: false, problem, ...(fix === undefined ? {} : { fix }) };
}
