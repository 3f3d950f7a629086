import type { SessionEvent } from "../model/events.ts";
import type { State } from "./state.ts";

/** The session stands still; an ending that is under way goes on where it was when the session does. */
export function pause({ stop }: Pick<State, "stop">, reason: string): SessionEvent {
  const keepsEnding = stop.type === "ending" || stop.type === "finish-requested";
  return { type: "paused", reason, ...(keepsEnding ? { keepsEnding } : {}) };
}
