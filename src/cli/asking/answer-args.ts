import { UsageError } from "../../errors/whetstone-error.ts";
import { answerProblem, meantOptions, prefilled } from "../../model/answer-problem.ts";
import type { Answer, Question } from "../../model/question.ts";

/** The words of `whetstone answer [QUESTION] [--option ID]... [--field ID=TEXT]... [--file FILE]`. */
export interface AnswerWords {
  readonly option?: readonly string[];
  readonly field?: readonly string[];
  readonly file?: string;
}

/** What the words ask for: to ask the person, to take the answer from the words, or from a file. */
export type AnswerArgs =
  | { readonly type: "ask"; readonly question: string | undefined }
  | { readonly type: "file"; readonly question: string | undefined; readonly file: string }
  | {
      readonly type: "given";
      readonly question: string | undefined;
      readonly options: readonly string[];
      readonly fields: Readonly<Record<string, string>>;
    };

export function parseAnswerArgs(question: string | undefined, words: AnswerWords): AnswerArgs {
  const options = words.option ?? [];
  const fields = parseFields(words.field ?? []);
  const given = options.length > 0 || Object.keys(fields).length > 0;
  if (words.file !== undefined) {
    if (given) {
      throw new UsageError("--file does not go with --option and --field", {
        fix: "Give the answer in the file, or on the command line.",
      });
    }
    return { type: "file", question, file: words.file };
  }
  return given ? { type: "given", question, options, fields } : { type: "ask", question };
}

/** The answer to the question, or a `UsageError` that says why it does not fit and what would. */
export function givenAnswer(args: AnswerArgs & { type: "given" }, question: Question): Answer {
  const options = meantOptions(question, args);
  const answer: Answer = {
    question: question.id,
    options,
    fields: prefilled(question, options, args.fields),
    via: "command",
  };
  const problem = answerProblem(question, answer);
  if (problem === undefined) return answer;
  throw new UsageError(`the answer does not fit: ${problem}`, {
    target: question.id,
    fix: "The question stands. `whetstone status` shows it with its options and fields.",
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
    if (fields.has(id)) throw new UsageError(`the field ${id} is given twice`, { fix: "Give it once." });
    fields.set(id, text.slice(equals + 1));
  }
  return Object.fromEntries(fields);
}
