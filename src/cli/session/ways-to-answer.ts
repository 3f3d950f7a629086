import type { Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";

/** For a question that nobody could be asked: its options, and the command that takes the one which is recommended. */
export function waysToAnswer({ id, options }: Question): string[] {
  const suggested = options.find((option) => option.recommended) ?? options[0];
  const fields = suggested?.requires?.map((field) => ` --field ${field}="…"`).join("") ?? "";
  return [
    ...options.map((option) => `  ${option.id}: ${visibleLine(`${option.label}. ${option.effect}`, 160)}`),
    `Answer with: whetstone answer ${id} --option ${suggested?.id ?? "…"}${fields}`,
  ];
}
