import type { ComponentChildren } from "preact";
import type { Question, QuestionField } from "../../../src/model/question.ts";
import type { LiveSession } from "../use-session.ts";
import { EvidenceList } from "./evidence-list.tsx";
import { Field } from "./field.tsx";
import { OptionChoice } from "./option-choice.tsx";
import { evidenceFor, isLettered, shortcutOf } from "./question-parts.ts";
import { SpecDiff } from "./spec-diff.tsx";

interface OptionsProps {
  readonly live: LiveSession;
  readonly question: Question;
  readonly options: Question["options"];
  readonly chosen: readonly string[];
  /** Fields of the chosen options, without those edited in the passage itself. */
  readonly wanted: readonly QuestionField[];
  readonly fields: Readonly<Record<string, string>>;
  /** The preview of the answer, shown inside the chosen option. */
  readonly preview: ComponentChildren;
  choose(id: string): void;
  pick(id: string): void;
  change(field: string, text: string): void;
}

/** The options of a question, each with its evidence and fields; the two positions of a conflict are side by side. */
export function QuestionOptions(props: OptionsProps) {
  const { live, question, options, chosen, wanted } = props;
  const { readOnly } = live.source;
  const lettered = isLettered(question);
  return (
    <fieldset class={lettered ? "options two" : "options"} disabled={readOnly}>
      <legend>
        {question.multiple ? "Choose any number" : "Choose one"}
        {readOnly ? null : <span class="quiet"> or press its key</span>}
      </legend>
      {options.map((option, index) => (
        <OptionChoice
          key={option.id}
          option={option}
          shortcut={shortcutOf(question, option.id, index)}
          multiple={question.multiple}
          checked={chosen.includes(option.id)}
          choose={props.choose}
          pick={props.pick}
        >
          {lettered && option.id === "B" ? <EngineerText live={live} question={question} /> : null}
          <EvidenceList live={live} evidence={evidenceFor(question, option.id)} />
          {chosen.includes(option.id)
            ? wanted
                .filter(({ id }) => option.requires?.includes(id))
                .map((field) => <AskedField key={field.id} {...props} field={field} />)
            : null}
          {chosen.includes(option.id) && !question.multiple ? props.preview : null}
        </OptionChoice>
      ))}
    </fieldset>
  );
}

/** The Engineer's change to the spec as a diff. */
function EngineerText({ live, question }: Pick<OptionsProps, "live" | "question">) {
  const proposal = live.view.proposals.find(({ id }) => question.about.includes(id));
  if (proposal === undefined || proposal.changes.length === 0) return null;
  return (
    <details class="evidence" open>
      <summary>The Engineer's text</summary>
      {proposal.changes.map((change, index) => (
        <SpecDiff key={index} before={change.old} after={change.new} label="The Engineer's change to the spec" />
      ))}
    </details>
  );
}

type AskedProps = Pick<OptionsProps, "fields" | "change"> & {
  readonly field: QuestionField;
  readonly isOptional?: boolean;
};

export function AskedField({ field, fields, change, isOptional = false }: AskedProps) {
  const value = fields[field.id] ?? "";
  const exact = field.exactText;
  const isPrefilled = field.long || field.initial !== undefined;
  // Words for the spec may be more than a line.
  const isForSpec = field.id === "add" || field.id === "fill";
  return (
    <Field
      label={isOptional ? `${field.label} (optional)` : field.label}
      name={field.id}
      value={value}
      {...(isPrefilled || isForSpec ? { long: true, rows: isPrefilled ? 2 : 1 } : {})}
      {...(exact === undefined ? {} : { hint: exactHint(value, exact), invalid: value !== "" && value !== exact })}
      change={(text) => change(field.id, text)}
    />
  );
}

function exactHint(value: string, exact: string): string {
  if (value === exact) return "That matches.";
  return value === "" ? `Type exactly: ${exact}` : `Does not match yet: ${exact}`;
}
