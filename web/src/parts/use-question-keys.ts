import { useLayoutEffect } from "preact/hooks";
import type { Question } from "../../../src/model/question.ts";

interface QuestionKeys {
  readonly options: Question["options"];
  choose(id: string): void;
  confirm(): void;
}

/** Numbers and the letters of a conflict choose; Enter confirms, wherever the focus is that does not need it itself. */
export function useQuestionKeys({ options, choose, confirm }: QuestionKeys): void {
  // Before the question is seen: whoever is quick is heard, too.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      const isForced = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (isForced) event.preventDefault();
      if (isForced) return confirm();
      if (event.ctrlKey || event.metaKey) return;
      if (target.closest("textarea, select, input:not([type=radio], [type=checkbox])")) {
        // Out of the text, so that keys choose again; what was typed stays.
        if (event.key === "Escape") document.querySelector<HTMLElement>("h1")?.focus();
        return;
      }
      const option = optionFor(event.key, options);
      if (option) event.preventDefault();
      if (option) choose(option.id);
      if (event.key === "Enter" && !target.closest("a, button, summary, input")) confirm();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [options]);
}

function optionFor(key: string, options: Question["options"]) {
  if (/^[1-9]$/.test(key)) return options[Number(key) - 1];
  return options.find(({ id }) => /^[A-D]$/.test(id) && id === key.toUpperCase());
}
