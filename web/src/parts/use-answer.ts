import { useState } from "preact/hooks";
import { answerProblem } from "../../../src/model/answer-problem.ts";
import type { Answer, Question, QuestionField, QuestionOption } from "../../../src/model/question.ts";
import type { LiveSession } from "../use-session.ts";
import { type InventoryEdit, inventoryFields, UNCHANGED } from "./inventory-edit.ts";
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

export function useAnswer(live: LiveSession, question: Question): AnswerDraft {
  const isChosenBefore = question.multiple || question.gaps !== undefined;
  const [chosen, setChosen] = useState<readonly string[]>(
    isChosenBefore ? question.options.filter(({ recommended }) => recommended).map(({ id }) => id) : [],
  );
  const [fields, setFields] = useState<Readonly<Record<string, string>>>(initialFields(question));
  const [edit, setEdit] = useState<InventoryEdit>(UNCHANGED);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const { gaps, multiple, options } = question;
  const { readOnly } = live.source;
  const wanted = readOnly || gaps !== undefined ? [] : wantedFields(question, chosen);
  const given = gaps === undefined ? filled(fields, wanted) : inventoryFields(gaps, edit);
  const answer: Answer = { question: question.id, options: chosen, fields: given, via: "page" };
  const changed = () => setProblem(undefined);
  const toggled = (before: readonly string[], option: string) =>
    before.includes(option) ? before.filter((each) => each !== option) : [...before, option];
  return {
    ...{ answer, fields, edit, wanted, problem, sending },
    options: gaps === undefined ? options : options.filter(({ requires }) => !requires).map(afterTable),
    choose(option) {
      changed();
      setChosen((before) => (multiple ? toggled(before, option) : [option]));
    },
    change(field, text) {
      changed();
      setFields((before) => ({ ...before, [field]: text }));
    },
    changeInventory(next) {
      changed();
      setEdit(next);
    },
    async send() {
      if (sending || readOnly) return false;
      const isOpen = chosen.length === 0 && options.length > 0 && !multiple;
      const misfit = isOpen ? NOT_CHOSEN : answerProblem(question, answer);
      setSending(misfit === undefined);
      const refusal = misfit ?? (await live.source.command({ type: "answer", answer }));
      setSending(false);
      setProblem(refusal);
      return refusal === undefined;
    },
  };
}
