import type * as z from "zod";
import { REVIEW_EVENTS, RUN_EVENTS } from "./events/round-events.ts";
import { ENDING_EVENTS, SETUP_EVENTS } from "./events/session-events.ts";
import type { Immutable } from "./shapes.ts";

/** Every event with its fields; the comment above it becomes its line in docs/journal.md (scripts/docs-tables.mjs). */
export const EVENTS = { ...SETUP_EVENTS, ...RUN_EVENTS, ...REVIEW_EVENTS, ...ENDING_EVENTS };

type SessionEventType = keyof typeof EVENTS;

export type SessionEvent = {
  [Type in SessionEventType]: Immutable<{ type: Type } & z.output<(typeof EVENTS)[Type]>>;
}[SessionEventType];

/** The events of one step: all or none of them happen, so they are one line of the journal. */
export interface Step {
  readonly type: "step";
  readonly events: readonly SessionEvent[];
  /** Time since the step before, or since this process opened the session, by a clock that does not jump. */
  readonly seconds?: number;
}

/** A step in the journal. */
export interface Entry {
  readonly seq: number;
  /** ISO 8601 UTC to the second. */
  readonly at: string;
  readonly event: Step;
}
