import { type Failure, failure } from "../outcomes.ts";
import type { ProcessEnd } from "./run-process.ts";

/** Codes that mean the same to many programs: sysexits.h, and what shells and `timeout` give. */
const KNOWN_CODES: Readonly<Record<number, Failure["reason"]>> = {
  69: "network",
  75: "overloaded",
  77: "unauthorised",
  124: "timeout",
  126: "not-found",
  127: "not-found",
};

/** What a program's end says about the run, if anything is wrong with it. */
export function exitFailure(name: string, end: ProcessEnd): Failure | undefined {
  switch (end.type) {
    case "not-started":
      return failure("not-found", notStarted(name, end.code));
    case "overflowed":
      return failure("too-large", `${name} wrote more than it may.`);
    case "ended": {
      if (end.code === 0) return undefined;
      const how = end.code === null ? `was ended by ${end.signal ?? "a signal"}` : `ended with code ${end.code}`;
      const said = lastPart(end.errorTail.trim());
      const why = failure(KNOWN_CODES[end.code ?? 0] ?? "crashed", `${name} ${how}${said === "" ? "." : `: ${said}`}`);
      return end.code === null ? why : { ...why, exitCode: end.code };
    }
  }
}

function notStarted(name: string, code: string): string {
  switch (code) {
    case "ENOENT":
      return `${name} was not found: it is not on PATH, or the path is wrong.`;
    case "EACCES":
      return `${name} may not be run: it is not an executable file.`;
    default:
      return `${name} could not be started (${code}).`;
  }
}

/** The end of what was said, from a line's beginning: messages are cut at their end, but errors come last. */
function lastPart(text: string): string {
  const tail = text.slice(-500);
  const line = tail.indexOf("\n");
  return tail.length < text.length && line >= 0 && line < tail.length - 1 ? tail.slice(line + 1) : tail;
}
