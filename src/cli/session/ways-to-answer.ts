import type { Question } from "../../model/question.ts";

/** For a question that nobody could be asked: its options, and the command that takes the one which is recommended. */
export function waysToAnswer({ id, options }: Question): string[] {
  const suggested = options.find((option) => option.recommended) ?? options[0];
  const fields = suggested?.requires?.map((field) => ` --field ${field}="…"`).join("") ?? "";
  return [
    ...options.map((option) => `  ${option.id}: ${option.label}. ${option.effect}`),
    `Answer with: whetstone answer ${id} --option ${suggested?.id ?? "…"}${fields}`,
  ];
}
