import type { SessionEvent } from "../../model/events.ts";
import { withdraw } from "../make-question.ts";
import { isInterview } from "../queries.ts";
import { reapplyDecision } from "../rollback/reapply-decision.ts";
import { requestRollback } from "../rollback/request-rollback.ts";
import { NO_ROLLBACK, rollbackProblem } from "../rollback/rollback-targets.ts";
import type { State } from "../state.ts";
import { type CommandOf, type CommandResult, done, refuse } from "./command.ts";

export function rollBack(state: State, command: CommandOf<"rollback">): CommandResult {
  if (state.rollback) return refuse("a rollback is under way already");
  if (isInterview(state)) return refuse(NO_ROLLBACK.problem, NO_ROLLBACK.fix);
  const problem = rollbackProblem(state, command.rounds);
  if (problem !== undefined) return refuse(problem, "`whetstone rollback --list` shows how far back you can go.");
  const events = requestRollback(state, { ...command, by: "user" });
  const [first] = events;
  const isRequested = first?.type === "rollback_requested";
  const what = isRequested ? `back to the end of round ${first.to}` : "the limit of rollbacks is reached";
  const isAsked = !isRequested || first.retry.way === "ask";
  return done(events, isAsked ? `${what}: you are asked how to go on` : what);
}

/** SPEC 13.10: an explicit keep is never removed. */
export function keepArchive(state: State, { path }: CommandOf<"archive-keep">): CommandResult {
  const known = state.rollbacks.flatMap((rollback) => rollback.archives.map((archive) => archive.path));
  if (!known.includes(path)) return refuse(`there is no archive ${path} (archives: ${known.join(", ") || "none"})`);
  if (state.archives.kept.includes(path)) return refuse(`${path} is kept already`);
  return done([{ type: "archive_kept", path }], `${path} is kept`);
}

const OF_ROLLBACK: ReadonlySet<string> = new Set(["rollback", "root-cause", "rollback-limit"]);

export function cancelRollback(state: State): CommandResult {
  const asked = state.questions.filter(({ kind }) => OF_ROLLBACK.has(kind));
  if (!state.rollback && asked.length === 0) return refuse("no rollback is under way");
  const events: SessionEvent[] = [
    ...asked.map((question) => withdraw(question, "nothing is undone")),
    { type: "rollback_dropped", why: "the User decided against it" },
  ];
  return done(events, "nothing is undone");
}

/** SPEC 13.3: a decision that a rollback took with it holds again. */
export function reapply(state: State, command: CommandOf<"decision-reapply">): CommandResult {
  const result = reapplyDecision(state, command);
  return "problem" in result
    ? refuse(result.problem, "`whetstone decisions --archived` lists what can be applied again.")
    : done(result.events, `${command.decision} is applied again as ${result.id}`);
}

export function switchMode(state: State, { mode }: CommandOf<"rollback-mode">): CommandResult {
  const config = { ...state.config, rollback: { ...state.config.rollback, mode } };
  return done([{ type: "config_changed", config, why: "the User switched the mode" }], `the mode is ${mode}`);
}
