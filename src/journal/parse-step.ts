import { EVENTS, type Step } from "../model/events.ts";
import { EventProblem } from "./line.ts";

/** Checks a step of a session's journal. Returns the value itself, so fields that no schema names are kept. */
export function parseStep(value: unknown): Step | EventProblem {
  if (!isRecord(value) || value.type !== "step") return new EventProblem("it is not a step of a session");
  const { events, seconds = 0 } = value;
  if (typeof seconds !== "number" || seconds < 0) return new EventProblem("its seconds are not a number of seconds");
  if (!Array.isArray(events) || events.length === 0) return new EventProblem("the step holds no events");
  for (const [index, event] of events.entries()) {
    const problem = eventProblem(event);
    if (problem !== undefined) return new EventProblem(`event ${index + 1} of the step ${problem}`);
  }
  return value as unknown as Step;
}

function eventProblem(event: unknown): string | undefined {
  if (!isRecord(event) || typeof event.type !== "string") return "has no type";
  if (!isKnown(event.type)) return `has the type "${event.type}", which only a newer version knows`;
  const issue = EVENTS[event.type].safeParse(event).error?.issues[0];
  if (issue === undefined) return undefined;
  return `(${event.type}) is wrong at ${issue.path.join(".")}: ${issue.message}`;
}

function isKnown(type: string): type is keyof typeof EVENTS {
  return Object.hasOwn(EVENTS, type);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
