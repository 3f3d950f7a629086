import type { Answer, Question } from "../model/question.ts";
import type { Files } from "../ports/files.ts";
import { readEntries } from "./folder-home.ts";

/** Every answer of the session so far with its question: an answers file does not give these again. */
export async function answersGiven(files: Files): Promise<{ question: Question; answer: Answer }[]> {
  const questions = new Map<string, Question>();
  const given: { question: Question; answer: Answer }[] = [];
  for (const event of (await readEntries(files)).flatMap((entry) => entry.event.events)) {
    if (event.type === "question_asked") questions.set(event.question.id, event.question);
    const question = event.type === "question_answered" ? questions.get(event.answer.question) : undefined;
    if (event.type === "question_answered" && question) given.push({ question, answer: event.answer });
  }
  return given;
}
