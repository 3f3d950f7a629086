import { useEffect, useState } from "preact/hooks";
import { answerProblem } from "../../../src/model/answer-problem.ts";
import type { DiffLine as Line } from "../../../src/model/diff-line.ts";
import { capitalised } from "../../../src/model/in-words.ts";
import { isPassageQuestion } from "../../../src/model/passage-answer.ts";
import type { Answer, Question, QuestionOption } from "../../../src/model/question.ts";
import { KIND_FACTS } from "../../../src/model/question-kinds.ts";
import type { LiveSession } from "../use-session.ts";
import { rowsBetween } from "./diff-rows.ts";
import { DiffLine } from "./spec-diff.tsx";

const PAUSE_MILLISECONDS = 120;

interface PreviewProps {
  readonly live: LiveSession;
  readonly question: Question;
  readonly answer: Answer;
}

/** Previews the current answer: a diff where it changes the spec directly, else the effect of the chosen option. */
export function AnswerPreview({ live, question, answer }: PreviewProps) {
  // What becomes of words is said once there are some.
  const hasWords = ({ requires = [] }: QuestionOption) => requires.every((field) => answer.fields[field]?.trim());
  const chosen = question.options.filter((option) => answer.options.includes(option.id) && hasWords(option));
  const preview = usePreview({ live, question, answer });
  return (
    <div aria-live="polite" class="effects">
      {preview === undefined ? (
        chosen.map(({ id, label, effect }) => (
          <p key={id}>
            {question.multiple ? <strong>{label}: </strong> : null}
            {capitalised(effect)}
          </p>
        ))
      ) : preview === "misfit" ? (
        <p>Your words do not fit there. Edit the passage instead.</p>
      ) : (
        <DiffShown lines={preview} />
      )}
    </div>
  );
}

/** The diff; `undefined` where nothing changes or only an agent will know, `misfit` where the answer cannot be applied. */
function usePreview({ live, question, answer }: PreviewProps): readonly Line[] | "misfit" | undefined {
  const [preview, setPreview] = useState<readonly Line[] | "misfit">();
  const changesSpec = isPassageQuestion(question) || KIND_FACTS[question.kind].changesSpec;
  const isKnown = changesSpec && live.source.preview !== undefined && answer.options.length > 0;
  useEffect(() => {
    // An incomplete answer has no preview.
    if (!isKnown || answerProblem(question, answer) !== undefined) return setPreview(undefined);
    let ended = false;
    const show = async () => {
      const lines = await live.source.preview?.(answer);
      if (!ended) setPreview(lines === undefined ? "misfit" : lines.length === 0 ? undefined : lines);
    };
    const timer = setTimeout(show, PAUSE_MILLISECONDS);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [JSON.stringify(answer)]);
  return preview;
}

function DiffShown({ lines }: { lines: readonly Line[] }) {
  const side = (other: Line["sign"]) => lines.filter(({ sign }) => sign !== other).map(({ text }) => text);
  const rows = rowsBetween(side("+").join("\n"), side("-").join("\n"));
  return (
    <>
      <p class="label">What changes in the spec</p>
      <section class="diff unnumbered" tabIndex={0} aria-label="What changes in the spec">
        {rows.map((row, index) => (
          <DiffLine key={index} row={row} />
        ))}
      </section>
    </>
  );
}
