import { useEffect, useMemo, useRef } from "preact/hooks";
import { isPassageQuestion } from "../../../src/model/passage-answer.ts";
import type { Question } from "../../../src/model/question.ts";
import { questionPositions } from "../../../src/model/question-positions.ts";
import { GivenAnswers, useChangeable } from "../parts/given-answers.tsx";
import { QuestionForm } from "../parts/question-form.tsx";
import { stopWords } from "../parts/stop-words.ts";
import { Title } from "../parts/title.tsx";
import { useTask, WriteForm } from "../parts/write-form.tsx";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";

/** Shows one question at a time; after an answer the next one, and after the end of the session its changes. */
export function DecidePage({ live, id }: { live: LiveSession; id: string | undefined }) {
  const { questions, stop } = live.view;
  const positionOf = usePosition(live);
  const task = useTask(live);
  /** Questions answered on this page, for which no "was answered" notice is shown. */
  const given = useRef(new Set<string>());
  const isSitting = useRef(false);
  const changeable = useChangeable(live);
  const again = changeable.find(({ question }) => question.id === id);
  const question = questions.find((each) => each.id === id) ?? again?.question ?? questions[0];
  const isGone = id !== undefined && question?.id !== id && !given.current.has(id);
  const isOver = !question && given.current.size > 0 && stop.type === "ended";
  useEffect(() => {
    isSitting.current = true;
    if (isOver) location.hash = href("s", live.key);
  }, [isOver]);
  if (!question && task) return <WriteForm key={task.run} live={live} task={task} arrived={isSitting.current} />;
  if (!question) {
    return (
      <>
        <NothingWaits live={live} />
        <GivenAnswers live={live} given={changeable} />
      </>
    );
  }
  return (
    <>
      {isGone ? <p role="status">{id} was answered or withdrawn. Here is the next question:</p> : null}
      <QuestionForm
        key={question.id}
        live={live}
        question={question}
        before={again?.answer}
        position={positionOf(question)}
        arrived={isSitting.current}
        give={() => given.current.add(question.id)}
      />
      <GivenAnswers live={live} given={changeable.filter((each) => each !== again)} />
    </>
  );
}

function NothingWaits({ live }: { live: LiveSession }) {
  const isRunning = live.running.runner !== "nobody" && live.view.stop.type !== "ended";
  return (
    <>
      <Title window="Decide">{isRunning ? "Working …" : "Decide"}</Title>
      <p role="status">
        {isRunning ? (
          <>
            <span class="pulse" aria-hidden="true" /> No question right now. The next one appears here.
          </>
        ) : (
          `No question to answer. ${live.view.stop.type === "paused" ? `${stopWords(live.view.stop, 0, live.running.runner)}.` : ""}`
        )}
      </p>
      <p>
        <a class="button" href={href("s", live.key)}>
          Back to the session
        </a>
      </p>
    </>
  );
}

/** The position of a question, `3 of 9`: among the gaps in an interview, else among the questions that wait together. A single question has none. */
function usePosition({ key, view }: LiveSession): (question: Question) => string | undefined {
  const { positionOf, seen } = useMemo(() => ({ positionOf: questionPositions(), seen: [] as string[] }), [key]);
  // Once all counted questions are answered, counting starts again.
  if (!view.questions.some(({ id }) => seen.includes(id))) seen.length = 0;
  for (const { id } of view.questions) if (!seen.includes(id)) seen.push(id);
  // All questions are numbered now, so that the numbers follow the list and not the order of visits.
  for (const question of view.questions.filter(isPassageQuestion)) positionOf(view, question);
  return (question) => {
    if (isPassageQuestion(question)) return positionOf(view, question).words;
    return seen.length > 1 ? `${seen.indexOf(question.id) + 1} of ${seen.length}` : undefined;
  };
}
