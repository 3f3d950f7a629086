import { answerProblem } from "../../src/model/answer-problem.ts";
import type { Answer, Question } from "../../src/model/question.ts";
import { SEVERITIES, type Severity } from "../../src/model/severity.ts";

/** A number from 0 on, below `sides`. */
export type Roll = (sides: number) => number;

/** A small generator with a seed of its own: one number decides a whole session. */
export function dice(seed: number): Roll {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A number below `sides` that hangs on the seed and the words alone, in whatever order it is asked for. */
export function rollFor(seed: number, words: string, sides: number): number {
  let hash = seed >>> 0;
  for (const character of words) hash = Math.imul(hash ^ character.charCodeAt(0), 0x9e3779b1) >>> 0;
  return (hash >>> 7) % sides;
}

export function pick<T>(items: readonly T[], roll: Roll): T | undefined {
  return items[roll(items.length)];
}

export function anySeverity(roll: Roll): Severity {
  return pick(SEVERITIES, roll) ?? "LOW";
}

/** Any answer that the question takes, with every field filled in as it must be; `undefined` where none fits. */
export function anyAnswer(question: Question, roll: Roll): Pick<Answer, "options" | "fields"> | undefined {
  const first = roll(Math.max(1, question.options.length));
  const ids = question.gaps?.map(({ id }) => id) ?? [];
  const words = (field: Question["fields"][number]): string =>
    field.exactText ?? (field.initial || field.ids?.[0] || WORDS[field.id]?.(ids) || question.about[0] || "because");
  const all = Object.fromEntries(question.fields.map((field) => [field.id, words(field)]));
  const answers = (question.options.length === 0 ? [undefined] : question.options).flatMap((_, at) => {
    const chosen = question.options[(first + at) % question.options.length];
    const needed = new Set([
      ...(chosen?.requires ?? []),
      ...question.fields.flatMap((f) => (f.required ? [f.id] : [])),
    ]);
    const only = Object.fromEntries(Object.entries(all).filter(([id]) => needed.has(id)));
    const options = chosen === undefined ? [] : [chosen.id];
    return [
      { options, fields: only },
      { options, fields: all },
    ];
  });
  return answers.find(
    (given) => answerProblem(question, { ...given, question: question.id, via: "library" }) === undefined,
  );
}

/** What fields of their own syntax take. */
const WORDS: Readonly<Record<string, (ids: readonly string[]) => string>> = {
  only: (ids) => ids[0] ?? "",
  drop: (ids) => ids[0] ?? "",
  park: (ids) => ids[0] ?? "",
  order: (ids) => ids[0] ?? "",
  duplicate: (ids) => (ids.length > 1 ? `${ids[1]}=${ids[0]}` : ""),
  severity: (ids) => `${ids[0] ?? ""} HIGH`,
  add: () => "HIGH: what happens at night",
  lower: () => "",
};
