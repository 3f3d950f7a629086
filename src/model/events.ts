import type * as z from "zod";
import { REVIEW_EVENTS, RUN_EVENTS } from "./events/round-events.ts";
import { ENDING_EVENTS, SETUP_EVENTS } from "./events/session-events.ts";
import type { Immutable } from "./shapes.ts";

/**
 * Everything that can happen in a session, and what each event holds beside its type. State is a fold over events and
 * knows nothing else. What is said above an event is its line in docs/journal.md (scripts/docs-tables.mjs).
 */
export const EVENTS = { ...SETUP_EVENTS, ...RUN_EVENTS, ...REVIEW_EVENTS, ...ENDING_EVENTS };

export type SessionEventType = keyof typeof EVENTS;

export type SessionEvent = {
  [Type in SessionEventType]: Immutable<{ type: Type } & z.output<(typeof EVENTS)[Type]>>;
}[SessionEventType];

/** What one step recorded: its events happen together or not at all, so they are one line of the journal. */
export interface Step {
  readonly type: "step";
  readonly events: readonly SessionEvent[];
  /** Since the step before, or since this process opened the session, by a clock that does not jump. */
  readonly seconds?: number;
}

/** A step as it stands in the journal. */
export interface Entry {
  readonly seq: number;
  /** ISO 8601 UTC to the second. */
  readonly at: string;
  readonly event: Step;
}
