import { changeableAnswers } from "../../../src/model/passage-answer.ts";
import type { Answer } from "../../../src/model/question.ts";
import { visibleLine } from "../../../src/model/visible-text.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";
import { shortQuestion } from "./question-parts.ts";

type Given = LiveSession["view"]["given"];

/** Answers of the interview that are not in the spec yet, where they can be changed. */
export function useChangeable({ source, view }: LiveSession): Given {
  return source.readOnly ? [] : unwritten(view);
}

function unwritten(view: LiveSession["view"]): Given {
  if (view.stop.type === "ended") return [];
  const states = new Map(view.gaps.map(({ id, state }) => [id as string, state]));
  return changeableAnswers(view, (gap) => states.get(gap));
}

/** Gaps that the person has answered, and that are open only until the answer is in the spec. */
export function answeredGaps(view: LiveSession["view"]): ReadonlySet<string> {
  const given = unwritten(view).filter(({ answer }) => answer.options[0] !== "later");
  return new Set(given.flatMap(({ question }) => question.about));
}

/** They wait with the person: each can still be changed, or put off. */
export function GivenAnswers({ live, given }: { live: LiveSession; given: Given }) {
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
            {saidIn(question.options, answer)} <a href={href("s", live.key, "decide", question.id)}>Change it</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function saidIn(options: Given[number]["question"]["options"], { options: [chosen = ""], fields }: Answer): string {
  return visibleLine(fields[chosen] ?? options.find(({ id }) => id === chosen)?.label ?? chosen, 200);
}
