import { readEntries } from "../../engine/folder-home.ts";
import { answerProblem } from "../../model/answer-problem.ts";
import type { Answer, Question } from "../../model/question.ts";
import type { Asker } from "../../ports/asker.ts";
import type { Files } from "../../ports/files.ts";
import { asAnswer, isFor, type PreparedAnswer } from "./parse-answers-file.ts";

export interface AnswersFileOptions {
  /** Answers given before this process started: their entries are used up, unless they are `always`. */
  readonly given?: readonly { readonly question: Question; readonly answer: Answer }[];
  /** Called with an entry that is for the question but is not a valid answer to it. */
  readonly onMisfit?: (prepared: PreparedAnswer, question: Question, problem: string) => void;
}

export interface AnswersFileAsker extends Asker {
  unused(): readonly PreparedAnswer[];
}

/** Answers from a file: the first entry that is for the question, is valid, and is not used up. */
export function createAnswersFileAsker(
  prepared: readonly PreparedAnswer[],
  options: AnswersFileOptions = {},
): AnswersFileAsker {
  const used = new Set<PreparedAnswer>();
  for (const { question, answer } of options.given ?? []) {
    if (answer.via !== "answers-file") continue;
    const entry = prepared.find(
      (entry) => !used.has(entry) && isFor(entry, question) && isSameAnswer(entry, question, answer),
    );
    if (entry !== undefined && !entry.always) used.add(entry);
  }
  /** The entries tried for each question, in order; each is tried once. */
  const tried = new Map<string, PreparedAnswer[]>();
  return {
    unused: () => prepared.filter((entry) => !used.has(entry) && ![...tried.values()].flat().includes(entry)),
    async ask(question, signal, refusal) {
      if (signal.aborted) return "later";
      const triedHere = tried.get(question.id) ?? [];
      tried.set(question.id, triedHere);
      const last = triedHere.at(-1);
      if (refusal !== undefined && last !== undefined) options.onMisfit?.(last, question, refusal);
      for (const entry of prepared) {
        if (used.has(entry) || triedHere.includes(entry) || !isFor(entry, question)) continue;
        triedHere.push(entry);
        const answer = asAnswer(entry, question);
        const problem = answerProblem(question, answer);
        if (problem !== undefined) {
          options.onMisfit?.(entry, question, problem);
          continue;
        }
        if (!entry.always) used.add(entry);
        return answer;
      }
      return "later";
    },
  };
}

/** Every answer of a session so far with its question. */
export async function answersGiven(session: Files): Promise<{ question: Question; answer: Answer }[]> {
  const questions = new Map<string, Question>();
  const given: { question: Question; answer: Answer }[] = [];
  for (const event of (await readEntries(session)).flatMap((entry) => entry.event.events)) {
    if (event.type === "question_asked") questions.set(event.question.id, event.question);
    const question = event.type === "question_answered" ? questions.get(event.answer.question) : undefined;
    if (event.type === "question_answered" && question) given.push({ question, answer: event.answer });
  }
  return given;
}

function isSameAnswer(entry: PreparedAnswer, question: Question, answer: Answer): boolean {
  const { options, fields } = asAnswer(entry, question);
  const isSame = options.length === answer.options.length && options.every((id) => answer.options.includes(id));
  return isSame && Object.entries(fields).every(([id, text]) => answer.fields[id] === text);
}
