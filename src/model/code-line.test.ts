import { expect, it } from "vitest";
import { isProse } from "./code-line.ts";

it.each([
  "The state dead is final.",
  "dead is final",
  "A job that failed (see `retry`) stays so.",
  "Note: it is final.",
])("a sentence beside code is one: %s", (text) => expect(isProse(text)).toBe(true));

it.each([
  "dead --> [*]",
  "dead --> queued: The job is tried again.",
  "timeout: 30 s a call",
  "status text not null,",
  "const a = the.value();",
  "dead : the end of it",
  "FAILED",
])("a line of code is none: %s", (text) => expect(isProse(text)).toBe(false));
