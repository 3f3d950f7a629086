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
      <p class="waiting">
        <a class="button primary" href={href("s", live.key, "decide")}>
          Write
        </a>{" "}
        Your document is waited for.
      </p>
    );
  }
  if (!question) return null;
  // After the end the spec is what the person came for.
  const look = live.view.stop.type === "ended" ? "button" : "button primary";
  return (
    <p class="waiting">
      <a class={look} href={href("s", live.key, "decide", question.id)}>
        {live.source.readOnly ? "Undecided" : answerLabel(question, questions.length)}
      </a>{" "}
      {shortQuestion(question)}
    </p>
  );
}
