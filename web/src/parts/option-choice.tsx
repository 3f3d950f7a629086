import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { capitalised } from "../../../src/model/in-words.ts";
import type { QuestionOption } from "../../../src/model/question.ts";
import { Markdown } from "./markdown.tsx";

interface OptionProps {
  readonly option: QuestionOption;
  readonly shortcut: string | undefined;
  readonly multiple: boolean;
  readonly checked: boolean;
  /** The option's evidence, fields and preview. */
  readonly children: ComponentChildren;
  choose(id: string): void;
  /** Called for a click, after which the option's text field takes the focus; arrow keys only choose. */
  pick(id: string): void;
}

export function OptionChoice({ option, shortcut, multiple, checked, children, choose, pick }: OptionProps) {
  const id = useId();
  const label = shortcut === option.id ? capitalised(option.label) : option.label;
  return (
    <div class={checked ? "option chosen" : "option"}>
      <input
        id={id}
        type={multiple ? "checkbox" : "radio"}
        name="option"
        checked={checked}
        aria-describedby={`${id}-words`}
        onChange={() => choose(option.id)}
        onClick={(event) => (event.detail > 0 && !multiple ? pick(option.id) : undefined)}
      />
      <div class="words">
        <label for={id}>
          {shortcut === undefined ? null : <kbd>{shortcut}</kbd>} <span>{label}</span>
          {option.recommended ? <span class="badge recommended">recommended</span> : null}
        </label>
        <div id={`${id}-words`}>
          <Markdown text={option.description} />
        </div>
        {children}
      </div>
    </div>
  );
}
