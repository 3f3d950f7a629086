import { useEffect, useState } from "preact/hooks";
import { answerProblem } from "../../../src/model/answer-problem.ts";
import type { DiffLine } from "../../../src/model/diff-line.ts";
import { isPassageQuestion } from "../../../src/model/passage-answer.ts";
import type { Answer, Question } from "../../../src/model/question.ts";
import type { LiveSession } from "../use-session.ts";

const PAUSE_MILLISECONDS = 120;
/** Questions whose answers change the spec at once. */
const CHANGES_SPEC: ReadonlySet<Question["kind"]> = new Set(["merge-overlap", "keep-text"]);

interface PreviewProps {
  readonly live: LiveSession;
  readonly question: Question;
  readonly answer: Answer;
}

/** What the answer as it stands would do: the lines of the spec that change, or the effect in a sentence. */
export function AnswerPreview({ live, question, answer }: PreviewProps) {
  const chosen = question.options.filter(({ id }) => answer.options.includes(id));
  const preview = usePreview({ live, question, answer });
  return (
    <div aria-live="polite" class="effects">
      {preview === undefined ? (
        chosen.map(({ id, label, effect }) => (
          <p key={id}>
            <strong>{label}:</strong> {effect}
          </p>
        ))
      ) : preview === "misfit" ? (
        <p>That does not fit there. Edit the passage instead.</p>
      ) : (
        <DiffShown lines={preview} />
      )}
    </div>
  );
}

/** The diff; `undefined` where nothing changes, or it is not known beforehand. */
function usePreview({ live, question, answer }: PreviewProps): readonly DiffLine[] | "misfit" | undefined {
  const [preview, setPreview] = useState<readonly DiffLine[] | "misfit">();
  const changesSpec = isPassageQuestion(question) || CHANGES_SPEC.has(question.kind);
  const isKnown = changesSpec && live.source.preview !== undefined && answer.options.length > 0;
  useEffect(() => {
    // The answer is whole: what is half typed changes nothing yet.
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

const KINDS = { "+": "added", "-": "removed", " ": "same" } as const;

function DiffShown({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <>
      <p class="label">What changes in the spec</p>
      <section class="diff" tabIndex={0} aria-label="What changes in the spec">
        {lines.map(({ sign, text }, index) => (
          <div key={index} class={`line ${KINDS[sign]}`}>
            <span class="number" />
            <span class="sign">{sign === "-" ? "−" : sign}</span>
            <span class="text">{text || " "}</span>
          </div>
        ))}
      </section>
    </>
  );
}
