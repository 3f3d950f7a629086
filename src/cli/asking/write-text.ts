import { editorCommand, openWith } from "../../agents/human/editor.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Asking } from "./asking.ts";
import { editText } from "./edit-text.ts";
import { wrapped } from "./question-lines.ts";
import { readLines, type TypedText } from "./read-line.ts";

/** Lets the person write: several lines in their editor, where they have one; else, and where it fails, here. */
export async function writeText(asking: Asking, label: string, before: string, long: boolean): Promise<TypedText> {
  const { options, signal, terminal, question } = asking;
  const say = (text: string, paint: (line: string) => string) =>
    terminal.print(wrapped(text, "  ", terminal.columns).map(paint));
  const isLong = long || before.includes("\n");
  const editor = isLong ? editorCommand(options.env) : undefined;
  if (editor !== undefined) {
    try {
      const hint = `${label}\n\n${question.text}`;
      return { text: await editText(openWith(editor, options.env), before, hint, signal), left: false };
    } catch (error) {
      if (!(error instanceof WhetstoneError)) throw error;
      say(visibleLine(error.message), options.paint.yellow);
    }
  }
  say(`${label}${isLong ? " (Enter: next line; an empty line ends it)" : ""}`, options.paint.dim);
  return readLines(options, before, signal, { single: !isLong });
}
