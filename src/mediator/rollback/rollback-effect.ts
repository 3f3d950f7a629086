import type { Effect } from "../effect.ts";
import { questionsNow } from "../questions/questions-now.ts";
import type { PendingRollback, State } from "../state.ts";

/** What a rollback that was asked for needs next: the person's word on how to go on, or to be carried out (SPEC 13). */
export function rollbackEffect(state: State, rollback: PendingRollback): Effect {
  if (rollback.retry.way !== "ask") return { type: "rollback", rollback };
  if (state.stop.type === "paused") return { type: "stop", reason: "paused" };
  const [question] = questionsNow(state);
  return question ? { type: "ask", question } : { type: "analyse", rollback };
}
