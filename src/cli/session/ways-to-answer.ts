import type { Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";

/** For a question that nobody could be asked: its options and fields by their ids, and the command that takes one. */
export function waysToAnswer({ id, options, fields }: Question): string[] {
  const suggested = options.find((option) => option.recommended) ?? options[0];
  const needed = suggested?.requires?.map((field) => ` --field ${field}="…"`).join("") ?? "";
  return [
    ...options.map(({ id, label, effect, requires = [] }) => {
      const needs = requires.length === 0 ? "" : ` (needs ${requires.join(", ")})`;
      return `  ${id}: ${visibleLine(`${label}. ${effect}`, 160)}${needs}`;
    }),
    ...fields.map(({ id, label, exactText }) => {
      const exact = exactText === undefined ? "" : `, exactly: ${visibleLine(exactText, 300)}`;
      return `  field ${id}: ${visibleLine(label, 160)}${exact}`;
    }),
    `Answer with: whetstone answer ${id} --option ${suggested?.id ?? "…"}${needed}`,
  ];
}
