import type { SessionEvent } from "../../model/events.ts";

/** What follows from a command, or why it is refused. Nothing is changed by a refused one. */
export type CommandResult =
  | { readonly ok: true; readonly events: readonly SessionEvent[]; readonly message: string }
  | { readonly ok: false; readonly problem: string; readonly fix?: string };

export function done(events: readonly SessionEvent[], message: string): CommandResult {
  return { ok: true, events, message };
}

export function refuse(problem: string, fix?: string): CommandResult {
  return { ok: false, problem, ...(fix === undefined ? {} : { fix }) };
}
