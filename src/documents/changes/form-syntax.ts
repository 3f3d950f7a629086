import type { Change, Spec } from "../../model/change.ts";
import { viewOf } from "./file-view.ts";
import type { ChangeProblem } from "./problem.ts";

/** Lines that only the agents' form has (SPEC 5); what a spec may say itself (`### Examples`) is not among them. */
const FORM: readonly RegExp[] = [
  /^\s*(?:[-*]\s+|#{1,6}\s+)?(?:\*\*|__)?Change \d{1,4}\s*:\s*(?:replace|add|remove)\b/i,
  /^\s*#{1,6}\s+(?:Gap Resolution|Review|Response to|DISAGREE)\b\s*:?\s*\[?(?:GAP|ISSUE)-/i,
  /^\s*#{1,6}\s+(?:Spec Changes|New Gaps Introduced|Earlier Issues)\s*:?\s*$/i,
  /^\s*(?:[-*]\s+)?(?:\*\*|__)(?:Changed in|Already in|Engineer Position|Reviewer Concern)\s*:/i,
  /^\s*(?:\*\*|__)Confidence\s*:?(?:\*\*|__)\s*:?\s*(?:HIGH|MEDIUM|LOW)\s*$/i,
  /^\s*(?:BLOCKED_NEEDS_INPUT|UNCERTAINTY|OUT_OF_SCOPE)\s*:\s*GAP-/,
  /^\s*(?:`{3,}|~{3,})\s*(?:old|new)\s*$/i,
];

/** The lines of a text that have the form's own syntax, and that the spec does not have. */
export function formLines(spec: Spec, text: string): string[] {
  const suspect = text.split(/\r\n|\n|\r/).filter((line) => FORM.some((form) => form.test(line)));
  if (suspect.length === 0) return [];
  const known = new Set(spec.flatMap((file) => viewOf(file).folded.text.split("\n")).map((line) => line.trim()));
  return suspect.filter((line) => !known.has(line.trim()));
}

/** The changes that would carry the form into the spec (SPEC 5, CHANGE_DOES_NOT_APPLY). */
export function findFormSyntax(spec: Spec, changes: readonly Change[]): ChangeProblem[] {
  return changes.flatMap((change) => {
    const [line] = formLines(spec, change.new);
    if (line === undefined) return [];
    const message = `Change ${change.number}: the new text has a line of the form itself: \`${line.trim().slice(0, 120)}\`. The new text holds only what shall stand in the spec.`;
    return [{ change: change.number, reason: "form-syntax" as const, message }];
  });
}
