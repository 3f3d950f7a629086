import { isPassageQuestion } from "../../../src/model/passage-answer.ts";
import type { Evidence } from "../../../src/model/question.ts";
import { KIND_FACTS } from "../../../src/model/question-kinds.ts";
import { isSeverity } from "../../../src/model/severity.ts";
import { visibleLine } from "../../../src/model/visible-text.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";
import { answerLabel, shortQuestion } from "./question-parts.ts";
import { humanRun } from "./write-form.tsx";

/** A box with the next question, or the notice that the person has to write, and a link to it. */
export function Waiting({ live }: { live: LiveSession }) {
  const { questions } = live.view;
  // Questions about a rollback come first.
  const question = questions.find(({ kind }) => KIND_FACTS[kind].ofRollback) ?? questions[0];
  if (!question && humanRun(live)) {
    return (
      <div class="waiting">
        <p>It is your turn to write.</p>
        <a class="button primary" href={href("s", live.key, "decide")}>
          Write
        </a>
      </div>
    );
  }
  if (!question) return null;
  // After the end the finished spec matters more than a remaining question.
  const look = live.view.stop.type === "ended" ? "button" : "button primary";
  return (
    <div class="waiting">
      <p>
        {isSeverity(question.header) ? null : <span class="label">{question.header}</span>}{" "}
        {shortQuestion(question, 600)}
        {isPassageQuestion(question) ? <Passage passage={question.evidence[0]} /> : null}
      </p>
      <a class={look} href={href("s", live.key, "decide", question.id)}>
        {live.source.readOnly ? "See the question" : answerLabel(questions.length)}
      </a>
    </div>
  );
}

/** The passage in question and its place. */
function Passage({ passage }: { passage: Evidence | undefined }) {
  if (passage === undefined) return null;
  return (
    <span class="about quiet">
      {passage.where}: {visibleLine(passage.body, 200)}
    </span>
  );
}
