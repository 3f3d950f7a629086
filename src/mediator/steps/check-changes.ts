import { check } from "../../checks/check.ts";
import type { Finding } from "../../checks/finding.ts";
import type { Spec } from "../../model/change.ts";
import type { SessionEvent } from "../../model/events.ts";
import { makeNote } from "../round/make-note.ts";
import type { OpenRound, State } from "../state.ts";

const MOST_NOTES = 20;

/** What the checks find in the lines that a round brought into the spec: for the summary and the next prompt (SPEC 4.5). */
export function checkChanges(before: State, after: State, round: OpenRound): SessionEvent[] {
  if (before.spec.text === after.spec.text) return [];
  const found = after.spec.text.flatMap((file) => newFindings(before.spec.text, file, before.config.checks));
  return found.slice(0, MOST_NOTES).map(({ place, message }, index): SessionEvent => {
    return { type: "noted", note: makeNote(round, index, { kind: "check", message: `${place}: ${message}` }) };
  });
}

function newFindings(before: Spec, { path, text }: Spec[number], rules: State["config"]["checks"]) {
  const old = before.find((file) => file.path === path)?.text ?? "";
  const known = new Set(old.split(/\r\n?|\n/));
  const lines = text.split(/\r\n?|\n/);
  return check(text, { rules })
    .filter(({ line, endLine }) => lines.slice(line - 1, endLine).some((words) => !known.has(words)))
    .map((finding: Finding) => ({ place: `${path}:${finding.line}`, message: finding.message }));
}
