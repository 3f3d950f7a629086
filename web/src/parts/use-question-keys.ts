import { useLayoutEffect } from "preact/hooks";
import type { QuestionOption } from "../../../src/model/question.ts";

interface QuestionKeys {
  readonly options: readonly QuestionOption[];
  keyOf(option: string, index: number): string | undefined;
  choose(id: string): void;
  confirm(): void;
}

/** Keyboard shortcuts of a question: a key chooses its option, Enter confirms unless the focused element uses it. */
export function useQuestionKeys({ options, keyOf, choose, confirm }: QuestionKeys): void {
  // A layout effect, so that a key pressed right after the question appears is not lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (target.closest("textarea, select, input:not([type=radio], [type=checkbox])")) {
        // Escape leaves the text field, so that keys choose options again.
        if (event.key === "Escape") document.querySelector<HTMLElement>("h1")?.focus();
        return;
      }
      const option = options.find(({ id }, index) => keyOf(id, index)?.toLowerCase() === event.key.toLowerCase());
      if (option) event.preventDefault();
      if (option) choose(option.id);
      if (event.key === "Enter" && !target.closest("a, button, summary, input")) confirm();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [options]);
}
