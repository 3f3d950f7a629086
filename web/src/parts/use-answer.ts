import { useState } from "preact/hooks";
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

/** An answer that is being made. */
export interface AnswerDraft {
  readonly answer: Answer;
  readonly fields: Readonly<Record<string, string>>;
  readonly edit: InventoryEdit;
  /** Fields that the answer needs or may have. */
  readonly wanted: readonly QuestionField[];
  /** What the person may choose from: what a table does needs no option of its own. */
  readonly options: readonly QuestionOption[];
  /** Why it was not taken; gone with the next change. */
  readonly problem: string | undefined;
  readonly sending: boolean;
  choose(option: string): void;
  change(field: string, text: string): void;
  changeInventory(edit: InventoryEdit): void;
  /** Whether it was taken. */
  send(): Promise<boolean>;
}

/** The list is taken as the person left it, and not as it was. */
function afterTable(option: QuestionOption): QuestionOption {
  return option.id === "accept" ? { ...option, label: "Work on the list above" } : option;
}

const NOT_CHOSEN = "Choose one of the options first.";

/** What the person has made of the answer so far. */
interface Made {
  readonly chosen: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly edit: InventoryEdit;
}

/** The same as a draft, with the texts that its fields began with: they are another question's when those changed. */
interface KeptMade extends Omit<Made, "edit"> {
  readonly edit: PlainEdit;
  readonly initial: Readonly<Record<string, string>>;
}

function begun(question: Question, kept: KeptMade | undefined): Made {
  const isChosenBefore = question.multiple || question.gaps !== undefined;
  const recommended = question.options.filter((option) => isChosenBefore && option.recommended).map(({ id }) => id);
  const initial = initialFields(question);
  if (kept === undefined)
    return { chosen: [...recommended, ...writtenFirst(question)], fields: initial, edit: UNCHANGED };
  const typed = Object.entries(kept.fields).filter(([id]) => kept.initial[id] === initial[id]);
  return {
    chosen: kept.chosen.filter((id) => question.options.some((option) => option.id === id)),
    fields: { ...initial, ...Object.fromEntries(typed) },
    edit: editFrom(kept.edit),
  };
}

/** Of one passage the box is open for the words that its question asks for. */
function writtenFirst(question: Question): string[] {
  const [first] = question.options;
  return isPassageQuestion(question) && question.evidence.length < 2 && first?.requires ? [first.id] : [];
}

/** Whoever comes back to an answer finds it as it was given. */
function keptFrom(question: Question, before: Answer | undefined): KeptMade | undefined {
  if (before === undefined) return undefined;
  const initial = initialFields(question);
  return { chosen: before.options, fields: { ...initial, ...before.fields }, edit: plainEdit(UNCHANGED), initial };
}

export function useAnswer(live: LiveSession, question: Question, before?: Answer): AnswerDraft {
  const { gaps, multiple, options } = question;
  const { readOnly } = live.source;
  const kept = draftOf<KeptMade>(live, question.id);
  const [made, setMade] = useState(() =>
    begun(question, readOnly ? undefined : (kept.read() ?? keptFrom(question, before))),
  );
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const { chosen, fields, edit } = made;
  const wanted = readOnly || gaps !== undefined ? [] : wantedFields(question, chosen);
  const given = gaps === undefined ? filled(fields, wanted) : inventoryFields(gaps, edit);
  const answer: Answer = { question: question.id, options: chosen, fields: given, via: "page" };
  const update = (change: (before: Made) => Partial<Made>) => {
    setProblem(undefined);
    setMade((before) => {
      const next = { ...before, ...change(before) };
      kept.keep({ ...next, edit: plainEdit(next.edit), initial: initialFields(question) });
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
      setSending(false);
      setProblem(refusal);
      if (refusal === undefined) kept.forget();
      return refusal === undefined;
    },
  };
}
