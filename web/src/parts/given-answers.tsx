import { changeableAnswers } from "../../../src/model/passage-answer.ts";
import type { Answer, Question } from "../../../src/model/question.ts";
import { visibleLine } from "../../../src/model/visible-text.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";
import { changedFields, shortQuestion } from "./question-parts.ts";

type GivenAnswer = LiveSession["view"]["given"];

/** Interview answers that are not in the spec yet and can still be changed; none in a report. */
export function useChangeable({ source, view }: LiveSession): GivenAnswer {
  return source.readOnly ? [] : unwritten(view);
}

function unwritten(view: LiveSession["view"]): GivenAnswer {
  if (view.stop.type === "ended") return [];
  const states = new Map(view.gaps.map(({ id, state }) => [id as string, state]));
  return changeableAnswers(view, (gap) => states.get(gap));
}

/** Gaps that are answered and stay open only until the answer is written into the spec. */
export function answeredGaps(view: LiveSession["view"]): ReadonlySet<string> {
  const given = unwritten(view).filter(({ answer }) => answer.options[0] !== "later");
  return new Set(given.flatMap(({ question }) => question.about));
}

/** The list of answers that can still be changed, each with a link to its question. */
export function GivenAnswers({ live, given }: { live: LiveSession; given: GivenAnswer }) {
  if (given.length === 0) return null;
  return (
    <section class="given" aria-label="Answered, not in the spec yet">
      <h2>Answered, not in the spec yet</h2>
      <ul>
        {given.map(({ question, answer }) => (
          <li key={question.id}>
            <span class="quiet">
              {question.evidence[0]?.where} {shortQuestion(question, 120)}
            </span>{" "}
            {answerText(question, answer)} <a href={href("s", live.key, "decide", question.id)}>Change it</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function answerText(question: Question, { options: [chosen = ""], fields }: Answer): string {
  const words = changedFields(question, fields).flatMap(({ id }) => fields[id] ?? []);
  const label = question.options.find(({ id }) => id === chosen)?.label ?? chosen;
  return visibleLine(words.length === 0 ? label : words.join(" / "), 200);
}
