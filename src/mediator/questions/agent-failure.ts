import { formatCommand } from "../../model/command-words.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import { decide } from "../decide.ts";
import { type Answered, makeQuestion, option, pause, pauseOption, withQuestion } from "../make-question.ts";
import { currentRound } from "../queries.ts";
import { slotStatus } from "../round/slot.ts";
import type { Run, State } from "../state.ts";
import { ROLE_NAMES, whereToLook } from "./role-failed.ts";

/** The agent itself cannot work, and no other prompt would help (SPEC 5, EXECUTION_ERROR). */
export function agentFailureQuestion(state: State, run: Run): Question {
  const { stop } = state;
  return makeQuestion(state, {
    kind: "agent-failure",
    header: "Agent",
    text: withQuestion(failureText(state, run), "Try again?"),
    evidence: whereToLook(currentRound(state), roleOf(run)).filter(
      ({ where }) => where === undefined || hasCrashed(run),
    ),
    options: [
      option("retry", "Try again", "After you have fixed the problem.", "The same prompt is sent again."),
      // An ending that the User chose does not hang on the final review (SPEC 12).
      ...(run.role === "final-review" && stop.type === "ending" && stop.termination !== "COMPLETE" ? [WITHOUT] : []),
      pauseOption(),
    ],
    about: [run.role, run.id],
  });
}

const WITHOUT = option("without", "End without it", "Nobody reviews the whole spec again.", "The spec is written.");

/** Surveys and the last review are the Reviewer's. */
function roleOf({ role }: Run): "engineer" | "reviewer" {
  return role === "engineer" ? "engineer" : "reviewer";
}

/** `The Engineer (./agent.sh) failed: command exited with code 1: out of memory`. */
function failureText({ config }: State, run: Run): string {
  const role = roleOf(run);
  const { kind, command, model } = config.agents[role];
  const named = command === undefined ? model && `${kind}:${model}` : formatCommand(command);
  const { failure, gate } = run.end ?? {};
  // Behind its first sentence the gate says what the agent should do.
  const message = failure?.message ?? gate?.message.replace(/(?<=[.!?])\s.*$/s, "") ?? "no reason given";
  const how = hasCrashed(run) ? "failed" : "could not run";
  return `The ${ROLE_NAMES[role]} (${named ?? run.agent}) ${how}: ${message}`;
}

/** It ran, so that it may have written something. */
function hasCrashed({ end }: Run): boolean {
  return end?.failure?.exitCode !== undefined && end.failure.reason === "crashed";
}

export function applyAgentFailure(state: State, { question, choice }: Answered): SessionEvent[] {
  if (choice === "without") {
    const title = "The session ends without the final review";
    return [{ type: "blockers_accepted" }, decide(state, { type: "acknowledgement", title, decision: question.text })];
  }
  return choice === "retry" ? tryAgain(state, question) : [pause(state, question.text)];
}

/** What a question about a failed agent is about starts once more, as it was: the prompt was not to blame (SPEC 5). */
export function tryAgain({ round }: State, { about }: Question): SessionEvent[] {
  const run = round?.runs.find(({ id }) => id === about[1]);
  if (!round || !run) return [{ type: "ending_dropped", why: "the final review is tried again" }];
  // What stops one run of an agent stops those beside it, too: they all go on with one word.
  const stopped = round.slots.map((slot) => slotStatus(round, slot));
  const fatal = stopped.flatMap((status) => (status.type === "fatal" ? [status.run.id] : []));
  return [{ type: "runs_abandoned", runs: run.role === "engineer" ? [...new Set(fatal)] : [run.id] }];
}
