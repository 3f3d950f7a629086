import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { answerProblem } from "../../../src/model/answer-problem.ts";
import type { Answer, Evidence, Question } from "../../../src/model/question.ts";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";
import { Field } from "./field.tsx";
import { type InventoryEdit, inventoryFields, UNCHANGED } from "./inventory-edit.ts";
import { InventoryEditor } from "./inventory-editor.tsx";
import { Markdown } from "./markdown.tsx";
import { OptionChoice } from "./option-choice.tsx";
import { evidenceFor, filled, initialFields, questionName, wantedFields } from "./question-parts.ts";
import { Title } from "./title.tsx";
import { Where } from "./where.tsx";

const NOT_CHOSEN = "Choose one of the options first.";

interface QuestionProps {
  readonly live: LiveSession;
  readonly question: Question;
}

/** Any question: evidence, options with their effects, texts. Numbers choose, Enter confirms. */
export function QuestionForm({ live, question }: QuestionProps) {
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<readonly string[]>(
    question.multiple ? question.options.filter((one) => one.recommended).map((one) => one.id) : [],
  );
  const [fields, setFields] = useState<Readonly<Record<string, string>>>(initialFields(question));
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const [edit, setEdit] = useState<InventoryEdit>(UNCHANGED);
  const { gaps } = question;
  // What the table does needs no option of its own.
  const options = gaps === undefined ? question.options : question.options.filter(({ requires }) => !requires);
  const wanted = gaps === undefined ? wantedFields(question, chosen) : [];
  const { readOnly } = live.source;

  const choose = (id: string) => {
    setProblem(undefined);
    setChosen((before) => {
      if (!question.multiple) return [id];
      return before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
    });
  };
  useKeys(options, choose, () => form.current?.requestSubmit());

  const send = async (event: Event) => {
    event.preventDefault();
    if (sending || readOnly) return;
    const given = gaps === undefined ? filled(fields, wanted) : inventoryFields(gaps, edit);
    const answer: Answer = { question: question.id, options: chosen, fields: given, via: "page" };
    if (chosen.length === 0 && question.options.length > 0 && !question.multiple) return setProblem(NOT_CHOSEN);
    const misfit = answerProblem(question, answer);
    if (misfit !== undefined) return setProblem(misfit);
    setSending(true);
    const refusal = await live.source.command({ type: "answer", answer });
    setSending(false);
    if (refusal !== undefined) return setProblem(refusal);
    await goOn(live, question);
  };
  return (
    <form ref={form} onSubmit={send} class="decide" noValidate>
      <Title window={`Decide: ${question.header}`}>{questionName(question)}</Title>
      <Markdown text={question.text} />
      {gaps === undefined || readOnly ? (
        <EvidenceList live={live} evidence={evidenceFor(question, undefined)} />
      ) : (
        <InventoryEditor gaps={gaps} scope={fields.scope ?? ""} edit={edit} change={setEdit} />
      )}
      {options.length > 0 ? (
        <fieldset class={question.kind === "conflict" ? "options two" : "options"} disabled={readOnly}>
          <legend>
            {question.multiple ? "Choose any number" : "Choose one"}{" "}
            {readOnly ? null : <span class="quiet">by its number on the keyboard, too</span>}
          </legend>
          {options.map((option, index) => (
            <OptionChoice
              key={option.id}
              option={option}
              number={index + 1}
              multiple={question.multiple}
              checked={chosen.includes(option.id)}
              choose={choose}
            >
              <EvidenceList live={live} evidence={evidenceFor(question, option.id)} />
            </OptionChoice>
          ))}
        </fieldset>
      ) : null}
      {(readOnly ? [] : wanted).map((field) => {
        const value = fields[field.id] ?? "";
        const exact = field.exactText;
        return (
          <Field
            key={field.id}
            label={field.label}
            value={value}
            {...(field.long ? { long: true } : {})}
            {...(exact === undefined
              ? {}
              : { hint: exactHint(value, exact), invalid: value !== "" && value !== exact })}
            change={(text) => setFields({ ...fields, [field.id]: text })}
          />
        );
      })}
      <Effects question={question} chosen={chosen} />
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <p class="row">
        {readOnly ? null : (
          <button type="submit" class="primary" disabled={sending}>
            {sending ? "Sending …" : "Confirm"}
          </button>
        )}
        <a class="button" href={href("s", live.key)}>
          {readOnly ? "Back to the session" : "Later"}
        </a>
        <span class="quiet">{question.id}</span>
      </p>
    </form>
  );
}

/** The session goes on by itself, and so does the person: to the next question, or to what happens. */
async function goOn(live: LiveSession, question: Question): Promise<void> {
  const next = live.view.questions.find((one) => one.id !== question.id);
  location.hash = next ? href("s", live.key, "decide", next.id) : href("s", live.key);
  if (live.running.runner === "nobody") await live.source.setRunning(true);
}

/** Numbers choose; Enter confirms, wherever the focus is that does not need it itself. */
function useKeys(options: Question["options"], choose: (id: string) => void, confirm: () => void): void {
  // Before the question is seen: whoever is quick is heard, too.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest("textarea, select, input:not([type=radio], [type=checkbox])")) return;
      const option = /^[1-9]$/.test(event.key) ? options[Number(event.key) - 1] : undefined;
      if (option) choose(option.id);
      if (event.key === "Enter" && !target.closest("a, button, summary, input")) confirm();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [options]);
}

function Effects({ question, chosen }: { question: Question; chosen: readonly string[] }) {
  const effects = question.options.filter((one) => chosen.includes(one.id));
  return (
    <div aria-live="polite" class="effects">
      {effects.map((option) => (
        <p key={option.id}>
          <strong>{option.label}:</strong> {option.effect}
        </p>
      ))}
    </div>
  );
}

function EvidenceList({ live, evidence }: { live: LiveSession; evidence: readonly Evidence[] }) {
  return (
    <>
      {evidence.map((one, index) => (
        <details key={index} class="evidence" open={evidence.length <= 2}>
          <summary>{one.title}</summary>
          {one.where === undefined ? null : (
            <p>
              <Where live={live} place={one.where} />
            </p>
          )}
          <Markdown text={one.body} />
        </details>
      ))}
    </>
  );
}

function exactHint(value: string, exact: string): string {
  if (value === exact) return "These are the words.";
  return value === "" ? `To the letter: ${exact}` : `Not yet to the letter: ${exact}`;
}
