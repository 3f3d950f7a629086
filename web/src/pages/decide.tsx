import { QuestionForm } from "../parts/question-form.tsx";
import { questionName } from "../parts/question-parts.ts";
import { Title } from "../parts/title.tsx";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";

/** The questions that wait: one at a time, complete. */
export function DecidePage({ live, id }: { live: LiveSession; id: string | undefined }) {
  const questions = live.view.questions;
  const question = questions.find((one) => one.id === id) ?? questions[0];
  const gone = id !== undefined && question?.id !== id;
  if (!question) {
    return (
      <>
        <Title window="Decide">Decide</Title>
        <p role="status">
          {gone ? "That question is answered. Nothing else waits for you." : "Nothing waits for you."}
        </p>
        <p>
          <a class="button" href={href("s", live.key)}>
            Back to the session
          </a>
        </p>
      </>
    );
  }
  return (
    <>
      {gone ? <p role="status">{id} is answered or was withdrawn. This one waits:</p> : null}
      {questions.length > 1 ? (
        <nav aria-label="Questions" class="row">
          {questions.map((one) => (
            <a
              key={one.id}
              href={href("s", live.key, "decide", one.id)}
              aria-current={one === question ? "page" : undefined}
            >
              {questionName(one)}
            </a>
          ))}
        </nav>
      ) : null}
      <QuestionForm key={question.id} live={live} question={question} />
    </>
  );
}
