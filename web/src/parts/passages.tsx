import { markedWords } from "../../../src/model/passage-answer.ts";
import type { Evidence, Question, QuestionField } from "../../../src/model/question.ts";
import type { LiveSession } from "../use-session.ts";
import { Field } from "./field.tsx";
import { Where } from "./where.tsx";

interface PassagesProps {
  readonly live: LiveSession;
  readonly question: Question;
  /** Edit fields that are open, one per passage at most. */
  readonly editing: readonly QuestionField[];
  readonly fields: Readonly<Record<string, string>>;
  edit(option: string): void;
  change(field: string, text: string): void;
}

/** The passages of the spec in question, verbatim, each with a button that turns it into a text box. Two are side by side. */
export function Passages({ live, question, editing, fields, edit, change }: PassagesProps) {
  const { evidence, options } = question;
  return (
    <div class={evidence.length > 1 ? "passages two" : "passages"}>
      {evidence.map((passage, index) => {
        const id = index === 0 ? "edit" : "edit-2";
        const field = editing.find((each) => each.id === id);
        const isEditable = !live.source.readOnly && options.some((option) => option.id === id);
        return (
          <figure key={id} class={field ? "passage chosen" : "passage"}>
            <figcaption>
              <span>{passage.title}</span>
              {passage.where === undefined ? null : <Where live={live} place={passage.where} />}
              {isEditable && !field ? (
                <button type="button" class="plain" onClick={() => edit(id)}>
                  Edit
                </button>
              ) : null}
            </figcaption>
            {field ? (
              <Field
                label={field.label}
                name={field.id}
                long
                rows={1}
                value={fields[field.id] ?? ""}
                change={(text) => change(field.id, text)}
              />
            ) : (
              <PassageText passage={passage} />
            )}
          </figure>
        );
      })}
    </div>
  );
}

/** A passage verbatim, with the words in question highlighted. */
function PassageText({ passage }: { passage: Evidence }) {
  const { body } = passage;
  const mark = markedWords(passage);
  if (mark === undefined) return <blockquote>{body}</blockquote>;
  const at = body.indexOf(mark);
  return (
    <blockquote>
      {body.slice(0, at)}
      <mark>{mark}</mark>
      {body.slice(at + mark.length)}
    </blockquote>
  );
}
