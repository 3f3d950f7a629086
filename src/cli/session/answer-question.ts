import { UsageError } from "../../errors/whetstone-error.ts";
import { questionsNow } from "../../mediator/questions-now.ts";
import type { State } from "../../mediator/state.ts";
import type { Answer, Question } from "../../model/question.ts";
import { type AnswerWords, givenAnswer, parseAnswerArgs } from "../asking/answer-args.ts";
import { createAsker } from "../asking/create-asker.ts";
import type { CliContext } from "../context.ts";
import { commandSession } from "./send-command.ts";
import { stateOf } from "./session-parts.ts";

/** Answers one question of a session, by words, from a file, or by asking at the terminal. */
export async function answerQuestion(
  word: string | undefined,
  options: AnswerWords & { readonly session?: string },
  context: CliContext,
): Promise<void> {
  const { folder, state } = await stateOf(options.session, context);
  const question = openQuestion(state, word);
  const args = parseAnswerArgs(word, options);
  const answer =
    args.type === "given"
      ? givenAnswer(args, question)
      : await asked(question, args.type === "file" ? args.file : undefined, context);
  await commandSession(folder, { type: "answer", answer }, context);
}

async function asked(question: Question, file: string | undefined, context: CliContext): Promise<Answer> {
  const asker = await createAsker(file === undefined ? {} : { answers: file }, context);
  const answer = await asker.ask(question, context.interruption());
  if (typeof answer !== "string") return answer;
  throw new UsageError(file === undefined ? "nobody can be asked here" : "no answer in the file fits", {
    target: question.id,
    fix: `Give it in words: whetstone answer ${question.id} --option ${question.options[0]?.id ?? "…"}`,
  });
}

function openQuestion(state: State, word: string | undefined): Question {
  const { questions } = state;
  const question = word === undefined ? questionsNow(state)[0] : questions.find(({ id }) => id === word);
  if (question) return question;
  const open = questions.map(({ id }) => id).join(", ");
  throw new UsageError(word === undefined ? "no question waits" : `${word} does not wait for an answer`, {
    fix: open === "" ? "`whetstone resume` goes on with the session." : `Open questions: ${open}.`,
  });
}
