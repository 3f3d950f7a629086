import type { Step } from "../model/events.ts";
import { EventProblem } from "./journal.ts";

/** Reads the one kind of event that the journal of a session holds. */
export function parseStep(value: unknown): Step | EventProblem {
  if (!isRecord(value) || value.type !== "step") return new EventProblem("it is not a step of a session");
  const { events } = value;
  if (!Array.isArray(events) || events.length === 0) return new EventProblem("the step holds no events");
  const bad = events.findIndex((event) => !isRecord(event) || typeof event.type !== "string");
  return bad < 0 ? (value as unknown as Step) : new EventProblem(`event ${bad + 1} of the step has no type`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
