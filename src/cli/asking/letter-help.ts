import type { Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";

type Named = readonly [key: string, id: string, name: string];

/** What the letters that answer nothing do. */
const OTHERS: Readonly<Record<string, string>> = {
  n: "go on to the next question; this one comes again at the end",
  b: "go back to the question before",
  q: "stop here: what you answered goes into the spec, and `whetstone resume` asks the rest",
};

/** What each letter does, a line each, for whoever types `?`. */
export function letterHelp({ options }: Question, keys: readonly Named[]): string[] {
  return keys.map(([key, id]) => {
    const option = options.find((each) => each.id === id);
    const said = OTHERS[key] ?? [option?.label, option?.description].filter(Boolean).join(": ");
    return `${key}  ${visibleLine(said, 200)}`;
  });
}
