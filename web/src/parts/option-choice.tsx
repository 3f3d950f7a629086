import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { QuestionOption } from "../../../src/model/question.ts";
import { Markdown } from "./markdown.tsx";

interface OptionProps {
  readonly option: QuestionOption;
  readonly number: number;
  readonly multiple: boolean;
  readonly checked: boolean;
  /** What speaks for it, folded under it. */
  readonly children: ComponentChildren;
  choose(id: string): void;
}

export function OptionChoice({ option, number, multiple, checked, children, choose }: OptionProps) {
  const id = useId();
  return (
    <div class={checked ? "option chosen" : "option"}>
      <input
        id={id}
        type={multiple ? "checkbox" : "radio"}
        name="option"
        checked={checked}
        aria-describedby={`${id}-words`}
        onChange={() => choose(option.id)}
      />
      <div class="words">
        <label for={id}>
          {number <= 9 ? <kbd>{number}</kbd> : null} {option.label}
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
