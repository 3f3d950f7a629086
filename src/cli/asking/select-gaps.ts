import { isProblem, selectGaps } from "../../model/gap-selection.ts";
import type { Question, QuestionField } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Asking } from "./asking.ts";

/** Why a text selects nothing of the list that the question shows. */
export function selectionProblem({ gaps }: Question, { selects }: QuestionField, text: string): string | undefined {
  if (selects !== true || gaps === undefined || text.trim() === "") return undefined;
  const selected = selectGaps(text, { gaps, numbered: true });
  return isProblem(selected) ? selected.problem : undefined;
}

/** Gaps of the list: ticked off there, or named by numbers, ids, ranges and severities. */
export async function fillSelection(
  { question, terminal }: Asking,
  field: QuestionField,
  message: string,
  problem: (text: string) => string | undefined,
): Promise<string | undefined> {
  const gaps = question.gaps ?? [];
  const how = await terminal.menu(message, [
    { value: "tick", label: "Choose from the list" },
    { value: "name", label: "Name them", hint: "3-9, GAP-PAY-001..004, HIGH+" },
  ]);
  if (how === undefined) return undefined;
  if (how === "name") return terminal.line(message, field.initial ?? "", problem);
  const entries = gaps.map(({ id, severity, title, where }, index) => ({
    value: id,
    label: `${index + 1}. ${severity} ${id}: ${visibleLine(title, Math.max(20, terminal.columns - 40))}`,
    ...(where === undefined ? {} : { hint: visibleLine(where, 60) }),
  }));
  // Who says what stays takes away from all; what goes is picked one by one.
  const ticked = field.id === "only" ? gaps.map(({ id }) => id) : [];
  const chosen = await terminal.choices(message, entries, ticked);
  return chosen?.join(", ");
}
