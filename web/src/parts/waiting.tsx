import { isPassageQuestion } from "../../../src/model/passage-answer.ts";
import type { Evidence } from "../../../src/model/question.ts";
import { isSeverity } from "../../../src/model/severity.ts";
import { visibleLine } from "../../../src/model/visible-text.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";
import { answerLabel, shortQuestion } from "./question-parts.ts";
import { ownRun } from "./write-form.tsx";

/** The question that waits for the person, and the way to it. */
export function Waiting({ live }: { live: LiveSession }) {
  const { questions } = live.view;
  // A rollback that was asked for goes before everything else.
  const question = questions.find((one) => one.kind === "rollback" || one.kind === "root-cause") ?? questions[0];
  if (!question && ownRun(live)) {
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
  // After the end the spec is what the person came for.
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

/** The words that are asked about, and where they stand. */
function Passage({ passage }: { passage: Evidence | undefined }) {
  if (passage === undefined) return null;
  return (
    <span class="about quiet">
      {passage.where}: {visibleLine(passage.body, 200)}
    </span>
  );
}
