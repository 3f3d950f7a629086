import { useEffect, useState } from "preact/hooks";
import { answerProblem } from "../../../src/model/answer-problem.ts";
import { isPassageQuestion } from "../../../src/model/passage-answer.ts";
import type { Answer, Question, QuestionField, QuestionOption } from "../../../src/model/question.ts";
import type { LiveSession } from "../use-session.ts";
import { draftOf } from "./draft.ts";
import {
  editFrom,
  type InventoryEdit,
  inventoryFields,
  type PlainEdit,
  plainEdit,
  UNCHANGED,
} from "./inventory-edit.ts";
import { filled, initialFields, wantedFields } from "./question-parts.ts";

/** The answer that the person is giving, and the functions that change it. */
export interface AnswerDraft {
  readonly answer: Answer;
  readonly fields: Readonly<Record<string, string>>;
  readonly edit: InventoryEdit;
  /** Fields shown for the chosen options. */
  readonly wanted: readonly QuestionField[];
  /** The options shown. For an inventory question, options that the table replaces are left out. */
  readonly options: readonly QuestionOption[];
  /** Why the answer was refused; cleared by the next change. */
  readonly problem: string | undefined;
  readonly sending: boolean;
  choose(option: string): void;
  change(field: string, text: string): void;
  changeInventory(edit: InventoryEdit): void;
  /** Sends the answer and returns whether it was accepted. */
  send(): Promise<boolean>;
}

/** In the table the person may have changed the list, so "accept" gets another label. */
function afterTable(option: QuestionOption): QuestionOption {
  return option.id === "accept" ? { ...option, label: "Work on the list above" } : option;
}

const NOT_CHOSEN = "Choose one of the options first.";

/** The choices and texts of an answer. */
interface AnswerState {
  readonly chosen: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly edit: InventoryEdit;
}

/** A stored draft. `initial` has the fields' first values: if a question now has other ones, its passage changed and the draft's texts are outdated. */
interface StoredAnswer extends Omit<AnswerState, "edit"> {
  readonly edit: PlainEdit;
  readonly initial: Readonly<Record<string, string>>;
}

function initialState(question: Question, stored: StoredAnswer | undefined): AnswerState {
  const isChosenBefore = question.multiple || question.gaps !== undefined;
  const recommended = question.options.filter((option) => isChosenBefore && option.recommended).map(({ id }) => id);
  const initial = initialFields(question);
  if (stored === undefined)
    return { chosen: [...recommended, ...initialChoice(question)], fields: initial, edit: UNCHANGED };
  const typed = Object.entries(stored.fields).filter(([id]) => stored.initial[id] === initial[id]);
  return {
    chosen: stored.chosen.filter((id) => question.options.some((option) => option.id === id)),
    fields: { ...initial, ...Object.fromEntries(typed) },
    edit: editFrom(stored.edit),
  };
}

/** For a question about one passage its first option is chosen, so that the text box is open. */
function initialChoice(question: Question): string[] {
  const [first] = question.options;
  return isPassageQuestion(question) && question.evidence.length < 2 && first?.requires ? [first.id] : [];
}

/** An earlier answer as a draft, so that it can be changed. */
function fromAnswer(question: Question, before: Answer | undefined): StoredAnswer | undefined {
  if (before === undefined) return undefined;
  const initial = initialFields(question);
  return { chosen: before.options, fields: { ...initial, ...before.fields }, edit: plainEdit(UNCHANGED), initial };
}

export function useAnswer(live: LiveSession, question: Question, before?: Answer): AnswerDraft {
  const { gaps, multiple, options } = question;
  const { readOnly } = live.source;
  const draft = draftOf<StoredAnswer>(live, question.id);
  const [state, setState] = useState(() =>
    initialState(question, readOnly ? undefined : (draft.read() ?? fromAnswer(question, before))),
  );
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  // The same question may be asked again while its form is shown.
  useEffect(() => setSending(false), [question]);
  const { chosen, fields, edit } = state;
  const wanted = readOnly || gaps !== undefined ? [] : wantedFields(question, chosen, fields);
  const given = gaps === undefined ? filled(fields, wanted) : inventoryFields(gaps, edit);
  const answer: Answer = { question: question.id, options: chosen, fields: given, via: "page" };
  const update = (change: (before: AnswerState) => Partial<AnswerState>) => {
    setProblem(undefined);
    setState((before) => {
      const next = { ...before, ...change(before) };
      draft.keep({ ...next, edit: plainEdit(next.edit), initial: initialFields(question) });
      return next;
    });
  };
  const toggled = (before: readonly string[], option: string) =>
    before.includes(option) ? before.filter((each) => each !== option) : [...before, option];
  return {
    ...{ answer, fields, edit, wanted, problem, sending },
    options: gaps === undefined ? options : options.filter(({ requires }) => !requires).map(afterTable),
    choose: (option) => update((before) => ({ chosen: multiple ? toggled(before.chosen, option) : [option] })),
    change: (field, text) => update((before) => ({ fields: { ...before.fields, [field]: text } })),
    changeInventory: (next) => update(() => ({ edit: next })),
    async send() {
      if (sending || readOnly) return false;
      const isOpen = chosen.length === 0 && options.length > 0 && !multiple;
      const misfit = isOpen ? NOT_CHOSEN : answerProblem(question, answer);
      setSending(misfit === undefined);
      const refusal = misfit ?? (await live.source.command({ type: "answer", answer }));
      // What was accepted stays disabled until the page has left the question.
      if (refusal !== undefined) setSending(false);
      setProblem(refusal);
      if (refusal === undefined) draft.forget();
      return refusal === undefined;
    },
  };
}
