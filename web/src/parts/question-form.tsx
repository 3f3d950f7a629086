import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { fieldOf, isEdit, isPassageQuestion, sameAnswer } from "../../../src/model/passage-answer.ts";
import type { Answer, Question, QuestionField, QuestionOption } from "../../../src/model/question.ts";
import { href } from "../route.ts";
import { SubmitKey } from "../submit-key.tsx";
import type { LiveSession } from "../use-session.ts";
import { AnswerPreview } from "./answer-preview.tsx";
import { EvidenceList } from "./evidence-list.tsx";
import { Field } from "./field.tsx";
import { InventoryEditor } from "./inventory-editor.tsx";
import { Passages } from "./passages.tsx";
import { QuestionHead } from "./question-head.tsx";
import { AskedField, QuestionOptions } from "./question-options.tsx";
import { evidenceFor, shortcutOf } from "./question-parts.ts";
import { type AnswerDraft, useAnswer } from "./use-answer.ts";
import { useQuestionKeys } from "./use-question-keys.ts";

interface QuestionProps {
  readonly live: LiveSession;
  readonly question: Question;
  /** An earlier answer that is not in the spec yet and is being changed. */
  readonly before: Answer | undefined;
  /** `3 of 9`. */
  readonly position: string | undefined;
  /** The question appeared while the person was on this page, so its heading takes the focus. */
  readonly arrived: boolean;
  /** Called when the answer is sent. */
  give(): void;
}

/** The form for any question: heading, evidence, options, texts, preview. After an answer it goes to the next question. */
export function QuestionForm({ live, question, before, position, arrived, give }: QuestionProps) {
  const form = useRef<HTMLFormElement>(null);
  const draft = useAnswer(live, question, before);
  const pick = usePick(form, question, draft);
  const { options, wanted, fields, change, answer } = draft;
  useQuestionKeys({
    options,
    keyOf: (option, index) => shortcutOf(question, option, index),
    choose: pick,
    confirm: () => form.current?.requestSubmit(),
  });
  const [sure, setSure] = useState(false);
  const final = options.find(({ id, final }) => final === true && answer.options.includes(id));
  useLayoutEffect(() => setSure(false), [final?.id]);
  const submit = async (event: Event) => {
    event.preventDefault();
    // What cannot be undone is confirmed twice.
    if (final !== undefined && !sure) return setSure(true);
    give();
    // An answer that was not changed is not sent again, and does not resume a session that paused after it.
    if (before !== undefined && sameAnswer(before, answer)) return showNext(live, question);
    if (!(await draft.send())) return;
    showNext(live, question);
    if (live.running.runner === "nobody") await live.source.setRunning(true);
  };
  const inPlace = isPassageQuestion(question) ? wanted.filter(({ id }) => isEdit(id)) : [];
  const preview = live.source.readOnly ? null : <AnswerPreview live={live} question={question} answer={answer} />;
  const isShared = ({ id }: { id: string }) => !options.some(({ requires }) => requires?.includes(id));
  return (
    <form ref={form} onSubmit={submit} class="decide" noValidate>
      <QuestionHead live={live} question={question} position={position} arrived={arrived} />
      <About live={live} question={question} draft={draft} editing={inPlace} pick={pick} />
      {options.length > 0 ? (
        <QuestionOptions
          {...{ live, question, options, fields, pick, change, preview }}
          chosen={answer.options}
          choose={draft.choose}
          wanted={wanted.filter((field) => !inPlace.includes(field))}
        />
      ) : null}
      {wanted.filter(isShared).map((field) => (
        <AskedField key={field.id} field={field} fields={fields} change={change} isOptional={isOptional(field)} />
      ))}
      {question.multiple || options.length === 0 ? preview : null}
      <Actions live={live} question={question} draft={draft} final={sure ? final : undefined} />
      {live.source.readOnly || !isPassageQuestion(question) ? null : (
        <p class="quiet">
          Your answers are written into the spec together, once the questions waiting now are answered. More may follow.
        </p>
      )}
    </form>
  );
}

function isOptional({ required, exactText, letters, ids }: QuestionField): boolean {
  return !required && exactText === undefined && letters === undefined && ids === undefined;
}

interface AboutProps extends Pick<QuestionProps, "live" | "question"> {
  readonly draft: AnswerDraft;
  readonly editing: AnswerDraft["wanted"];
  pick(option: string): void;
}

/** What the question is about: passages of the spec, the list of gaps, or other evidence. */
function About({ live, question, draft, editing, pick }: AboutProps) {
  const { gaps } = question;
  const { fields, change, edit, changeInventory } = draft;
  if (isPassageQuestion(question)) return <Passages {...{ live, question, editing, fields, change }} edit={pick} />;
  if (gaps === undefined || live.source.readOnly) {
    return <EvidenceList live={live} evidence={evidenceFor(question, undefined)} />;
  }
  const taking = question.fields.find(({ id }) => id === "take");
  return (
    <>
      <InventoryEditor gaps={gaps} scope={fields.scope ?? ""} edit={edit} change={changeInventory} />
      {taking === undefined ? null : (
        <>
          <EvidenceList live={live} evidence={question.evidence.slice(-1)} />
          <Field label={taking.label} value={edit.take ?? ""} change={(take) => changeInventory({ ...edit, take })} />
        </>
      )}
    </>
  );
}

interface ActionsProps extends Pick<AboutProps, "live" | "question" | "draft"> {
  /** The chosen option after the first confirmation, if it cannot be undone. */
  readonly final: QuestionOption | undefined;
}

function Actions({ live, question, draft, final }: ActionsProps) {
  const { readOnly } = live.source;
  return (
    <div class="actions">
      {draft.problem === undefined ? null : <p role="alert">{draft.problem}</p>}
      {final === undefined ? null : <p role="alert">Are you sure? {final.effect}</p>}
      <p class="row">
        {readOnly ? null : (
          <button type="submit" class="primary" disabled={draft.sending}>
            {draft.sending ? "Sending …" : final === undefined ? "Confirm" : `Yes: ${final.label}`}
          </button>
        )}
        <a class="button" href={href("s", live.key)}>
          Back to the session
        </a>
        {readOnly ? null : <SubmitKey does="confirms while you type, Esc leaves the text" />}
        <span class="quiet id">{question.id}</span>
      </p>
    </div>
  );
}

/** Chooses an option and focuses its text: the marker is selected, so that typing replaces it and nothing else. */
function usePick(form: { readonly current: HTMLFormElement | null }, question: Question, draft: AnswerDraft) {
  const [picked, setPicked] = useState<string>();
  // A layout effect, so that keys typed right away go into the text and do not choose an option.
  useLayoutEffect(() => {
    const [field] = question.options.find(({ id }) => id === picked)?.requires ?? [];
    const input = field === undefined ? undefined : form.current?.elements.namedItem(field);
    setPicked(undefined);
    if (!(input instanceof HTMLTextAreaElement || input instanceof HTMLInputElement)) return;
    input.focus();
    const { replaces, marker } = fieldOf(question, field ?? "") ?? {};
    const selected = [replaces, marker].find((words) => words !== undefined && input.value.includes(words)) ?? "";
    const from = selected === "" ? input.value.length : input.value.indexOf(selected);
    input.setSelectionRange(from, from + selected.length);
  }, [picked]);
  // An effect, so that it comes after the heading has taken the focus: what is typed right away is the answer.
  useEffect(() => setPicked(draft.answer.options[0]), []);
  return (option: string) => {
    draft.choose(option);
    setPicked(option);
  };
}

/** Goes to the next question; without one, to where it will appear. */
function showNext(live: LiveSession, question: Question): void {
  if (!location.hash.startsWith(href("s", live.key, "decide"))) return;
  const { questions } = live.view;
  const at = questions.findIndex(({ id }) => id === question.id);
  const next = questions[at + 1] ?? questions.find(({ id }) => id !== question.id);
  location.hash = next ? href("s", live.key, "decide", next.id) : href("s", live.key, "decide");
}
