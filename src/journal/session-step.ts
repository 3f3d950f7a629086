import type { Step } from "../model/events.ts";
import { EVENTS } from "../model/events.ts";
import { conforms } from "./conforms.ts";
import { EventProblem } from "./entry.ts";

/**
 * Reads the one kind of event that the journal of a session holds. The value itself is the result, not a copy: what
 * a schema does not name stays in it.
 */
export function parseStep(value: unknown): Step | EventProblem {
  if (!isRecord(value) || value.type !== "step") return new EventProblem("it is not a step of a session");
  const { events, seconds = 0 } = value;
  if (typeof seconds !== "number" || seconds < 0) return new EventProblem("its seconds are no time");
  if (!Array.isArray(events) || events.length === 0) return new EventProblem("the step holds no events");
  for (const [index, event] of events.entries()) {
    const problem = eventProblem(event);
    if (problem !== undefined) return new EventProblem(`event ${index + 1} of the step ${problem}`);
  }
  return value as unknown as Step;
}

function eventProblem(event: unknown): string | undefined {
  if (!isRecord(event) || typeof event.type !== "string") return "has no type";
  if (!isKnown(event.type)) return `is of the type "${event.type}", which only a newer version knows`;
  if (checkOf(event.type)(event)) return undefined;
  const issue = EVENTS[event.type].safeParse(event).error?.issues[0];
  if (issue === undefined) return undefined;
  return `(${event.type}) is wrong at ${issue.path.join(".")}: ${issue.message}`;
}

/** Made when it is first needed: a short session has few types of events. */
const checks = new Map<string, ReturnType<typeof conforms>>();

function checkOf(type: keyof typeof EVENTS): ReturnType<typeof conforms> {
  const check = checks.get(type) ?? conforms(EVENTS[type]);
  checks.set(type, check);
  return check;
}

function isKnown(type: string): type is keyof typeof EVENTS {
  return Object.hasOwn(EVENTS, type);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
