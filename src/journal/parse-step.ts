import type * as z from "zod";
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
  if (checkOf(event.type)(event)) return undefined;
  const issue = EVENTS[event.type].safeParse(event).error?.issues[0];
  if (issue === undefined) return undefined;
  return `(${event.type}) is wrong at ${issue.path.join(".")}: ${issue.message}`;
}

/** Created on demand: a short session has few types of events. */
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

type Check = (value: unknown) => boolean;

/** Returns a check that matches a schema without Zod's copy, which is several times faster; rarer types go to Zod. */
export function conforms(schema: z.core.$ZodType): Check {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.checks !== undefined && def.checks.length > 0) return byZod(schema);
  switch (def.type) {
    case "string":
      return (value) => typeof value === "string";
    case "number":
      return Number.isFinite;
    case "boolean":
      return (value) => value === true || value === false;
    case "enum":
      return oneOf(Object.values(def.entries));
    case "literal":
      return oneOf(def.values);
    case "custom":
      return (value) => Boolean(def.fn(value as never));
    case "array":
      return everyItem(conforms(def.element));
    case "object":
      return def.catchall === undefined ? everyField(def.shape) : byZod(schema);
    case "union":
      return anyOf(def.options.map(conforms));
    default:
      return byZod(schema);
  }
}

function byZod(schema: z.core.$ZodType): Check {
  return (value) => (schema as z.ZodType).safeParse(value).success;
}

function oneOf(values: readonly unknown[]): Check {
  const known = new Set(values);
  return (value) => known.has(value);
}

function everyItem(item: Check): Check {
  return (value) => Array.isArray(value) && value.every(item);
}

function anyOf(checks: readonly Check[]): Check {
  return (value) => checks.some((check) => check(value));
}

/** An optional field may be absent, but not present without a value (`exactOptional`). */
function everyField(shape: Readonly<Record<string, z.core.$ZodType>>): Check {
  const fields = Object.entries(shape).map(([key, schema]) => {
    const { def, optin } = (schema as z.core.$ZodTypes)._zod;
    return { key, isOptional: optin === "optional", check: conforms(def.type === "optional" ? def.innerType : schema) };
  });
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const record = value as Readonly<Record<string, unknown>>;
    return fields.every(({ key, isOptional, check }) => (isOptional && !(key in record)) || check(record[key]));
  };
}
