import { answerProblem } from "../../model/answer-problem.ts";
import type { SessionEvent } from "../../model/events.ts";
import { sameAnswer } from "../../model/passage-answer.ts";
import { KIND_FACTS } from "../../model/question-kinds.ts";
import { applyEvents, collect, stateAt } from "../evolve/evolve.ts";
import { giveContext } from "../ledger-events.ts";
import { answerableQuestion, pause, withdraw } from "../make-question.ts";
import { isInterview } from "../queries.ts";
import { applyAnswer } from "../question-rules.ts";
import { reapplyDecision } from "../rollback/reapply-decision.ts";
import { NO_ROLLBACK, requestRollback, rollbackProblem } from "../rollback/request-rollback.ts";
import type { State } from "../state.ts";
import { type Command, type CommandOf, type CommandResult, done, refuse } from "./command.ts";
import { addGap, changeGapStates, mergeByUser, setGapSeverity, splitByUser } from "./gap-commands.ts";
import { addIssue, changeIssue, settleFlagByCommand, settleNote } from "./issue-commands.ts";
import { withdrawMoot } from "./withdraw-moot.ts";

/** Turns a command of the User into events (SPEC 14) and withdraws the questions that it makes pointless. */
export function applyCommand(last: State, command: Command, now: string): CommandResult {
  const state = stateAt(last, now);
  const settled = settledAnswers(state);
  const current = applyEvents(state, settled);
  const result = carryOut(current, command);
  if (!result.ok) return result;
  const moot = withdrawMoot(current, applyEvents(current, result.events));
  return { ...result, events: [...settled, ...result.events, ...moot] };
}

/** Answers given before the command take effect before it. */
function settledAnswers(state: State): SessionEvent[] {
  const applied = state.answers.map(({ question, answer }) => {
    return (current: State) => applyAnswer(current, question, answer);
  });
  return collect(state, ...applied);
}

function carryOut(state: State, command: Command): CommandResult {
  const lastQuestion = command.type === "answer" && state.questions.length > 0;
  if (state.stop.type === "ended" && !lastQuestion && command.type !== "exported")
    return refuse("the session has ended", "Run `whetstone status` to see how to continue from it.");
  const handle = HANDLERS[command.type] as (state: State, command: Command) => CommandResult;
  return handle(state, command);
}

const HANDLERS: {
  readonly [Type in Command["type"]]: (state: State, command: CommandOf<Type>) => CommandResult;
} = {
  answer,
  pause: (state, { reason }) =>
    state.stop.type === "paused"
      ? refuse("the session is already paused", "Run `whetstone resume` to continue.")
      : done([pause(state, reason)], "paused"),
  resume: ({ stop }) => done(stop.type === "paused" ? [{ type: "resumed" }] : [], "resumed"),
  finish,
  // The working spec is now in the author's own files, so their later edits are compared with it.
  exported: ({ spec }) => done([{ type: "source_read", source: spec.text }], "exported"),
  context: (state, { gaps, text }) =>
    done(giveContext(state, { gaps, text, when: "given by command" }), "added to the next prompts"),
  "gap-add": addGap,
  "gap-severity": setGapSeverity,
  "gap-split": splitByUser,
  "gap-duplicate": mergeByUser,
  "gap-defer": changeGapStates,
  "gap-park": changeGapStates,
  "gap-take": changeGapStates,
  "gap-unblock": changeGapStates,
  "gap-reopen": changeGapStates,
  "gap-wont-fix": changeGapStates,
  "issue-add": addIssue,
  "issue-severity": changeIssue,
  "issue-waive": changeIssue,
  "issue-reopen": changeIssue,
  "flag-settle": settleFlagByCommand,
  "note-settle": settleNote,
  rollback: rollBack,
  "rollback-cancel": cancelRollback,
  "rollback-mode": ({ config }, { mode }) => {
    const changed = { ...config, rollback: { ...config.rollback, mode } };
    return done(
      [{ type: "config_changed", config: changed, why: "the User switched the mode" }],
      `the rollback mode is now ${mode}`,
    );
  },
  "decision-reapply": reapply,
  "archive-keep": keepArchive,
};

function answer(state: State, command: CommandOf<"answer">): CommandResult {
  const question = answerableQuestion(state, command.answer.question);
  if (!question) {
    const open = state.questions.map(({ id }) => id).join(", ") || "none";
    return refuse(`${command.answer.question} is not an open question (open: ${open})`);
  }
  const problem = answerProblem(question, command.answer);
  if (problem !== undefined) return refuse(problem, `Run \`whetstone status\` to see question ${question.id}.`);
  const isOpen = state.questions.includes(question);
  const earlier = isOpen ? undefined : state.given.find((given) => given.question.id === question.id);
  // A key pressed twice, or a command sent twice, decides nothing anew.
  if (earlier && sameAnswer(earlier.answer, command.answer)) return done([], `${question.id} already has this answer`);
  // Applied at once, because no process may be running that would take the next step.
  const events = collect(
    state,
    () => (isOpen ? [] : [{ type: "question_asked", question }]),
    () => [{ type: "question_answered", answer: command.answer }],
    (current) => applyAnswer(current, question, command.answer),
  );
  const replaced = earlier ? "; this replaces your earlier answer" : "";
  // The option is told, because typed words may have been taken for it.
  const chosen = question.options
    .filter(({ id }) => command.answer.options.includes(id))
    .map(({ label }) => `: ${label}`);
  return done(events, `${question.id} is answered${chosen.length === 1 ? chosen[0] : ""}${replaced}`);
}

/** Withdraws all open questions: the User is asked how to end instead (SPEC 12). */
function finish(state: State): CommandResult {
  // While an ending waits for an answer, the User may still choose another one, such as abandoning (SPEC 10.6).
  if (state.stop.type === "finish-requested" || (state.stop.type === "ending" && state.questions.length === 0))
    return done([], "the session is already ending");
  const why = "the User asked to end the session";
  const withdrawn = state.questions.map((question) => withdraw(question, why));
  const dropped: SessionEvent[] = state.rollback ? [{ type: "rollback_dropped", why }] : [];
  return done([...withdrawn, ...dropped, { type: "finish_requested" }], "you will be asked how to end the session");
}

export function rollBack(state: State, command: CommandOf<"rollback">): CommandResult {
  if (state.rollback) return refuse("a rollback is already in progress", PENDING);
  if (isInterview(state)) return refuse(NO_ROLLBACK.problem, NO_ROLLBACK.fix);
  const problem = rollbackProblem(state, command.rounds);
  if (problem !== undefined) return refuse(problem, "Run `whetstone rollback --list` to see how far back you can go.");
  const events = requestRollback(state, { ...command, by: "user" });
  const [first] = events;
  const isRequested = first?.type === "rollback_requested";
  const what = isRequested ? `going back to the end of round ${first.to}` : "the rollback limit is reached";
  const isAsked = !isRequested || first.retry.way === "ask";
  return done(events, isAsked ? `${what}; you will be asked how to continue` : what);
}

const PENDING = "`whetstone resume` completes it, `whetstone rollback --cancel` drops it.";

/** Marks an archive so that no policy removes it (SPEC 13.10). */
function keepArchive(state: State, { path }: CommandOf<"archive-keep">): CommandResult {
  const known = state.rollbacks.flatMap((rollback) => rollback.archives.map((archive) => archive.path));
  if (!known.includes(path)) return refuse(`there is no archive ${path} (archives: ${known.join(", ") || "none"})`);
  if (state.archives.kept.includes(path)) return refuse(`${path} is already kept`);
  return done([{ type: "archive_kept", path }], `${path} is kept`);
}

function cancelRollback(state: State): CommandResult {
  const asked = state.questions.filter(({ kind }) => KIND_FACTS[kind].ofRollback);
  if (!state.rollback && asked.length === 0) return refuse("no rollback is in progress");
  const events: SessionEvent[] = [
    ...asked.map((question) => withdraw(question, "the rollback was canceled")),
    { type: "rollback_dropped", why: "the User decided against it" },
  ];
  return done(events, "the rollback is canceled; nothing was undone");
}

/** Makes a decision that a rollback undid hold again (SPEC 13.3). */
export function reapply(state: State, command: CommandOf<"decision-reapply">): CommandResult {
  const result = reapplyDecision(state, command);
  return "problem" in result
    ? refuse(
        result.problem,
        result.fix ?? "Run `whetstone decisions --archived` to list the decisions you can reapply.",
      )
    : done(result.events, `reapplied ${command.decision} as ${result.id}`);
}
