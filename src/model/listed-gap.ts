import type { Evidence, ListedGap, Question } from "./question.ts";

/** The list with its numbers, for who reads plain text. `most`: so many gaps, the rest counted. */
export function listLines(gaps: readonly ListedGap[], most = gaps.length): string[] {
  const digits = String(gaps.length).length;
  const lines = gaps.slice(0, most).flatMap(({ id, severity, title, where, quote }, index) => {
    const place = [where, quote].filter((part) => part !== undefined).join(": ");
    const head = `${String(index + 1).padStart(digits)}. ${severity.padEnd(8)} ${id}: ${title}`;
    return place === "" ? [head] : [head, `${" ".repeat(digits + 2)}${place}`];
  });
  return gaps.length > most ? [...lines, `… ${gaps.length - most} more: status.md has the whole list`] : lines;
}

/** What a question shows as text: its evidence, then the gaps that it lists. */
export function shownEvidence({ evidence, gaps }: Pick<Question, "evidence" | "gaps">, most?: number): Evidence[] {
  if (gaps === undefined) return [...evidence];
  return [...evidence, { title: "The gaps", body: listLines(gaps, most).join("\n") || "None." }];
}
