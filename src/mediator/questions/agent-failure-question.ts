import { formatCommand } from "../../model/command-words.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import { decide } from "../decide.ts";
import { type Answered, appendQuestion, makeQuestion, option, pause, pauseOption } from "../make-question.ts";
import { currentRound } from "../queries.ts";
import { slotStatus } from "../round/slot.ts";
import type { Run, State } from "../state.ts";
import { ROLE_NAMES, whereToLook } from "./role-failed-question.ts";

/** Asks what to do about an agent that cannot work, whatever the prompt (SPEC 5, EXECUTION_ERROR). */
export function agentFailureQuestion(state: State, run: Run): Question {
  const { stop } = state;
  return makeQuestion(state, {
    kind: "agent-failure",
    text: appendQuestion(failureText(state, run), "Try again?"),
    evidence: whereToLook(currentRound(state), roleOf(run)).filter(
      ({ where }) => where === undefined || run.end?.failure === undefined || hasCrashed(run),
    ),
    options: [
      option("retry", "Try again", "After you have fixed the problem.", "The same prompt is sent again."),
      // An ending that the User chose may do without the final review (SPEC 12).
      ...(run.role === "final-review" && stop.type === "ending" && stop.termination !== "COMPLETE" ? [WITHOUT] : []),
      pauseOption(),
    ],
    about: [run.role, run.id],
  });
}

const WITHOUT = option("without", "End without it", "Nobody reviews the whole spec again.", "The spec is written.");

/** Surveys and final reviews are the Reviewer's work. */
function roleOf({ role }: Run): "engineer" | "reviewer" {
  return role === "engineer" ? "engineer" : "reviewer";
}

/** `The Engineer (./agent.sh) failed: command exited with code 1: out of memory`. Only a final review is asked about unused. */
function failureText({ config }: State, run: Run): string {
  const role = roleOf(run);
  const { kind, command, model } = config.agents[role];
  const named = command === undefined ? model && `${kind}:${model}` : formatCommand(command);
  const { failure, gate } = run.end ?? {};
  // Only the first sentence: the rest of the gate's message tells the agent what to do.
  const message = failure?.message ?? gate?.message.replace(/(?<=[.!?])\s.*$/s, "") ?? "no reason given";
  const who = `The ${ROLE_NAMES[role]} (${named ?? run.agent})`;
  if (failure === undefined) return `${who} gave no final review that can be used: ${message}`;
  return `${who} ${hasCrashed(run) ? "failed" : "could not run"}: ${message}`;
}

/** Whether the program ran and failed; then it may have written something. */
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

/** Starts the failed run again with the same prompt, which was not the cause (SPEC 5). */
export function tryAgain({ round }: State, { about }: Question): SessionEvent[] {
  const run = round?.runs.find(({ id }) => id === about[1]);
  if (!round || !run) return [{ type: "ending_dropped", why: "the final review is tried again" }];
  // The same fault stops the agent's other runs in the round, so all of them start again.
  const stopped = round.slots.map((slot) => slotStatus(round, slot));
  const fatal = stopped.flatMap((status) => (status.type === "fatal" ? [status.run.id] : []));
  return [{ type: "runs_abandoned", runs: run.role === "engineer" ? [...new Set(fatal)] : [run.id] }];
}
