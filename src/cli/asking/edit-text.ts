import { readFile } from "node:fs/promises";
import { CUT, type EditedFile, editFile, editorCommand, type OpenEditor, openWith } from "../../agents/human/editor.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { wrapText } from "../wrap-line.ts";
import type { Asking } from "./asking.ts";
import { readLines, type TypedText } from "./read-lines.ts";

const MAX_CHARACTERS = 1_000_000;

/** Returns text from the person's editor. If that fails, the error says where their text is kept. */
export async function editText(
  open: OpenEditor,
  initial: string,
  hint: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  const file = await editFile(open, "answer.md", `${initial}\n\n${CUT}\n\n${hint}\n`, signal);
  if (file.problem !== undefined) throw await unusedText(file, "EDITOR_FAILED", file.problem);
  const text = (await readFile(file.path, "utf8").catch(() => "")).replace(/\r\n/g, "\n").split(CUT)[0] ?? "";
  if (text.length > MAX_CHARACTERS) {
    throw await unusedText(file, "TEXT_TOO_LONG", `The text is longer than ${MAX_CHARACTERS} characters.`);
  }
  await file.leave(true);
  // Keeps indentation; removes only blank lines around the text.
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}

async function unusedText(file: EditedFile, code: "EDITOR_FAILED" | "TEXT_TOO_LONG", what: string) {
  const kept = await file.leave(false);
  return new WhetstoneError(code, kept === undefined ? what : `${what} What you wrote is saved in ${kept}`);
}

/** Lets the person write: several lines in their editor if they have one; otherwise, or if it fails, at the prompt. */
export async function writeText(asking: Asking, label: string, before: string, long: boolean): Promise<TypedText> {
  const { options, signal, terminal, question } = asking;
  const say = (text: string, paint: (line: string) => string) =>
    terminal.print(wrapText(text, "  ", terminal.columns).map(paint));
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
  const ending =
    before.trim() === "" ? "an empty line ends it" : "change what is there; an empty line after the last ends it";
  say(`${label}${isLong ? ` (Enter: next line; ${ending})` : ""}`, options.paint.dim);
  return readLines(options, before, signal, { single: !isLong });
}
