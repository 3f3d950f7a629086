import { UsageError } from "../../errors/whetstone-error.ts";
import { answerProblem, findEmptyField, meantFields, meantOptions, prefilled } from "../../model/answer-problem.ts";
import type { Answer, Question } from "../../model/question.ts";

/** The arguments of `whetstone answer [QUESTION] [--option ID]... [--field ID=TEXT]...`. */
export interface AnswerArgs {
  readonly option?: readonly string[];
  readonly field?: readonly string[];
}

interface ParsedArgs {
  readonly options: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
}

/** Undefined if the arguments contain no answer: then the person is asked. */
export function parseAnswerArgs({ option: options = [], field = [] }: AnswerArgs): ParsedArgs | undefined {
  return options.length === 0 && field.length === 0 ? undefined : { options, fields: parseFields(field) };
}

/** The answer to the question. Throws a `UsageError` that says why it is not valid and what would be. */
export function toAnswer(given: ParsedArgs, question: Question): Answer {
  const named = { ...given, fields: meantFields(question, given.fields) };
  const options = meantOptions(question, named);
  const fields = prefilled(question, options, named.fields);
  // Said as it would be typed.
  const empty = findEmptyField(question, { options, fields });
  if (empty !== undefined) {
    throw new UsageError(`${options[0] ?? empty.id} needs text: --field ${empty.id}="…"`, { target: question.id });
  }
  const answer: Answer = { question: question.id, options, fields, via: "command" };
  const problem = answerProblem(question, answer);
  if (problem === undefined) return answer;
  throw new UsageError(`this answer cannot be used: ${problem}`, {
    target: question.id,
    fix: "Run `whetstone status` to see the question with its options and fields.",
  });
}

function parseFields(texts: readonly string[]): Record<string, string> {
  const fields = new Map<string, string>();
  for (const text of texts) {
    const equals = text.indexOf("=");
    if (equals < 1) {
      throw new UsageError(`--field takes ID=TEXT, not ${JSON.stringify(text)}`, {
        fix: 'Write --field rationale="why".',
      });
    }
    const id = text.slice(0, equals);
    if (fields.has(id)) throw new UsageError(`--field ${id} was given twice`, { fix: "Give it once." });
    fields.set(id, text.slice(equals + 1));
  }
  return Object.fromEntries(fields);
}
