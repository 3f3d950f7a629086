import { check } from "../../checks/check.ts";
import type { Spec } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import { noteEvents } from "../round/note-events.ts";
import type { State } from "../state.ts";

const MOST_NOTES = 20;

/** What the checks find in the lines that a round brought into the spec: for the summary and the next prompt (SPEC 4.5). */
export function checkChanges(before: State, after: State): SessionEvent[] {
  if (before.spec.text === after.spec.text) return [];
  const found = after.spec.text.flatMap((file) => newFindings(before.spec.text, file, before.config.checks));
  return noteEvents(after, found.slice(0, MOST_NOTES));
}

function newFindings(before: Spec, { path, text }: Spec[number], rules: State["config"]["checks"]) {
  const old = before.find((file) => file.path === path)?.text ?? "";
  const known = new Set(old.split(/\r\n?|\n/));
  const lines = text.split(/\r\n?|\n/);
  return check(text, { rules })
    .filter(({ line, endLine }) => lines.slice(line - 1, endLine).some((words) => !known.has(words)))
    .map((finding) => ({ kind: "check" as const, message: `${path}:${finding.line}: ${finding.message}` }));
}
