import type { SessionEvent } from "../../model/events.ts";
import { groupBy } from "../../model/group-by.ts";
import { plural } from "../../model/plural.ts";
import type { Question } from "../../model/question.ts";
import type { Answered } from "../make-question.ts";
import { makeQuestion, option } from "../make-question.ts";
import { pause } from "../pause.ts";
import { slotStatus } from "../round/slot.ts";
import type { State } from "../state.ts";
import { retryOutcome } from "./rollback-targets.ts";

const EXPORTED = "status.md, decisions.md and spec.md hold everything as it is now.";
const APPROVED = "Through the warning gates; recorded as USER_APPROVED.";
const FRESH = "Adjustments and earlier proposals are dropped from prompts; decisions and open issues stay.";

/** All rollbacks of the session are used up (SPEC 13.8). */
export function rollbackLimitQuestion(state: State): Question {
  const { maxSession } = state.config.rollback;
  const outcomes = state.rollbacks.map(({ to, reason }, index) => ({ to, reason, end: retryOutcome(state, index) }));
  const history = [...groupBy(outcomes, ({ to }) => to)].map(([to, own]) => {
    const words = own.map(({ reason }) => reason.slice(0, 100)).join("; ");
    return `- Round ${to + 1}: ${plural(own.length, "rollback")} (${words}); ${own.at(-1)?.end}`;
  });
  return makeQuestion(state, {
    kind: "rollback-limit",
    header: "Rollbacks",
    text: `All ${maxSession} rollbacks of this session are used. That points to more than a bad round: the source, the scope, the prompts or the agent. How do you want to go on?`,
    evidence: [{ title: "Rollbacks so far", body: history.join("\n") }],
    options: [
      option("continue", "Go on without it", "Nothing is undone.", "The session goes on as it stands."),
      option("pause", "Pause for a review by people", EXPORTED, "The session pauses."),
      option("accept", "Accept the spec as it is", APPROVED, "The spec is written."),
      option("abandon", "Abandon", "Nothing is written; the session folder stays.", "The session ends as ABANDONED."),
      option("fresh", "Fresh prompts", FRESH, "The next attempts begin from the source."),
    ],
    personOnly: true,
  });
}

export function applyRollbackLimit(state: State, answered: Answered): SessionEvent[] {
  const trigger = "the limit of rollbacks is reached";
  switch (answered.choice) {
    case "continue":
      return [{ type: "rollback_dropped", why: trigger }];
    case "pause":
      return [pause(state, trigger)];
    case "accept":
      return [{ type: "ending_chosen", termination: "USER_APPROVED", trigger }];
    case "abandon":
      return [{ type: "ending_chosen", termination: "ABANDONED", trigger }];
    default:
      return [{ type: "prompts_refreshed", why: trigger }, ...oneMoreAttempt(state)];
  }
}

/** Gaps of the running round whose attempts are used up try the fresh prompt. */
function oneMoreAttempt(state: State): SessionEvent[] {
  const { round } = state;
  const failed = round?.slots.filter((slot) => slotStatus(round, slot).type === "failed") ?? [];
  return failed.map(({ gap }) => ({ type: "attempt_granted", gap, why: "fresh prompts", condensed: false }));
}
