import type { Effect } from "../effect.ts";
import type { PendingRollback, State } from "../state.ts";

/** Kinds of questions that stand between a rollback that was asked for and its being carried out. */
const ASKED = new Set(["rollback", "root-cause"]);

/** What a rollback that was asked for needs next: the person's word on how to go on, or to be carried out (SPEC 13). */
export function rollbackEffect(state: State, rollback: PendingRollback): Effect {
  if (rollback.retry.way !== "ask") return { type: "rollback", rollback };
  if (state.stop.type === "paused") return { type: "stop", reason: "paused" };
  const question = state.questions.find((one) => ASKED.has(one.kind));
  return question ? { type: "ask", question } : { type: "analyse", rollback };
}
