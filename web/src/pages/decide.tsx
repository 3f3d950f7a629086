import { useEffect, useRef, useState } from "preact/hooks";
import { type Answer, answerProblem, type Question, type QuestionOption } from "../../../src/model/question.ts";
import { sendCommand, setRunning } from "../api.ts";
import { Markdown } from "../parts/markdown.tsx";
import { href } from "../route.ts";
import type { LiveSession } from "../use-session.ts";

/** Every kind of question: evidence, options with their effects, texts. Numbers choose, Enter confirms. */
export function DecidePage({ live, id }: { live: LiveSession; id: string | undefined }) {
  const questions = live.view.questions;
  const question = questions.find((one) => one.id === id) ?? questions[0];
  if (!question) {
    return (
      <>
        <h1>Decide</h1>
        <p>Nothing waits for you.</p>
        <p>
          <a class="button" href={href("s", live.key)}>
            Back to the session
          </a>
        </p>
      </>
    );
  }
  return (
    <>
      {questions.length > 1 ? (
        <nav aria-label="Questions" class="row">
          {questions.map((one) => (
            <a
              key={one.id}
              href={href("s", live.key, "decide", one.id)}
              aria-current={one === question ? "page" : undefined}
            >
              {one.id}: {one.header}
            </a>
          ))}
        </nav>
      ) : null}
      <Form key={question.id} live={live} question={question} />
    </>
  );
}

function Form({ live, question }: { live: LiveSession; question: Question }) {
  const [chosen, setChosen] = useState<readonly string[]>(
    question.options.filter((one) => one.recommended && question.multiple).map((one) => one.id),
  );
  const [fields, setFields] = useState<Readonly<Record<string, string>>>(initialFields(question));
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const choose = (id: string) => {
    setProblem(undefined);
    setChosen((before) => {
      if (!question.multiple) return [id];
      return before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
    });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement && event.target.type === "text";
      if (typing || event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey)
        return;
      const option = question.options[Number(event.key) - 1];
      if (option) choose(option.id);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [question]);

  const wanted = wantedFields(question, chosen);
  const answer = (): Answer => ({
    question: question.id,
    options: chosen,
    fields: filled(fields, wanted),
    via: "page",
  });
  const send = async (event: Event) => {
    event.preventDefault();
    const misfit = answerProblem(question, answer());
    if (misfit !== undefined) return setProblem(misfit);
    setSending(true);
    const refused = await sendCommand(live.key, { type: "answer", answer: answer() });
    setSending(false);
    if (refused !== undefined) return setProblem(refused);
    if (!live.running) await setRunning(live.key, true);
    location.hash = href("s", live.key);
    return undefined;
  };
  const effects = question.options.filter((one) => chosen.includes(one.id)).map((one) => one.effect);
  return (
    <form onSubmit={send} class="decide">
      <h1 ref={heading} tabIndex={-1}>
        {question.header}
      </h1>
      <Markdown text={question.text} />
      {question.evidence.map((one) => (
        <details key={one.title} open={question.evidence.length <= 2}>
          <summary>
            {one.title} {one.where === undefined ? null : <span class="quiet">{one.where}</span>}
          </summary>
          <Markdown text={one.body} />
        </details>
      ))}
      {question.options.length > 0 ? (
        <fieldset class={question.kind === "conflict" ? "options two" : "options"}>
          <legend>{question.multiple ? "Choose any number" : "Choose one"}</legend>
          {question.options.map((option, index) => (
            <Option
              key={option.id}
              option={option}
              number={index + 1}
              multiple={question.multiple}
              checked={chosen.includes(option.id)}
              choose={choose}
            />
          ))}
        </fieldset>
      ) : null}
      {wanted.map((field) => (
        <p key={field.id}>
          <label htmlFor={`field-${field.id}`}>
            {field.label}
            {field.long ? (
              <textarea
                id={`field-${field.id}`}
                rows={8}
                value={fields[field.id] ?? ""}
                onInput={(event) => setFields({ ...fields, [field.id]: event.currentTarget.value })}
              />
            ) : (
              <input
                id={`field-${field.id}`}
                type="text"
                autocomplete="off"
                value={fields[field.id] ?? ""}
                onInput={(event) => setFields({ ...fields, [field.id]: event.currentTarget.value })}
              />
            )}
          </label>
          {field.exactText === undefined ? null : <span class="quiet">To the letter: {field.exactText}</span>}
        </p>
      ))}
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      {effects.length > 0 ? (
        <p aria-live="polite">
          <strong>Then:</strong> {effects.join(" ")}
        </p>
      ) : null}
      <p class="row">
        <button type="submit" class="primary" disabled={sending}>
          Confirm
        </button>
        <a class="button" href={href("s", live.key)}>
          Later
        </a>
      </p>
    </form>
  );
}

interface OptionProps {
  readonly option: QuestionOption;
  readonly number: number;
  readonly multiple: boolean;
  readonly checked: boolean;
  choose(id: string): void;
}

function Option({ option, number, multiple, checked, choose }: OptionProps) {
  return (
    <label class={checked ? "option chosen" : "option"}>
      <input
        type={multiple ? "checkbox" : "radio"}
        name="option"
        checked={checked}
        onChange={() => choose(option.id)}
      />
      <span>
        <strong>
          <kbd>{number}</kbd> {option.label}
          {option.recommended ? <span class="badge recommended">recommended</span> : null}
        </strong>
        <Markdown text={option.description} />
      </span>
    </label>
  );
}

/** Fields that the chosen options demand, and those that are open to every choice. */
function wantedFields(question: Question, chosen: readonly string[]) {
  const demandedBySome = new Set(question.options.flatMap((option) => option.requires ?? []));
  const demanded = new Set(
    question.options.filter((option) => chosen.includes(option.id)).flatMap((option) => option.requires ?? []),
  );
  return question.fields.filter((field) => field.required || demanded.has(field.id) || !demandedBySome.has(field.id));
}

function filled(fields: Readonly<Record<string, string>>, wanted: readonly { id: string }[]): Record<string, string> {
  return Object.fromEntries(
    wanted.flatMap(({ id }) => {
      const text = fields[id] ?? "";
      return text === "" ? [] : [[id, text]];
    }),
  );
}

function initialFields(question: Question): Record<string, string> {
  return Object.fromEntries(
    question.fields.flatMap((field) => (field.initial === undefined ? [] : [[field.id, field.initial]])),
  );
}
