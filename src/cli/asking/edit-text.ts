import { readFile } from "node:fs/promises";
import { CUT, type EditedFile, editFile } from "../../agents/human/edit-file.ts";
import type { OpenEditor } from "../../agents/human/editor.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";

const MAX_CHARACTERS = 1_000_000;

/**
 * Lets the person write in their editor and gives the text back. Throws where that fails; what they wrote stays then,
 * and the error says where.
 */
export async function editText(
  open: OpenEditor,
  initial: string,
  hint: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  const file = await editFile(open, "answer.md", `${initial}\n\n${CUT}\n\n${hint}\n`, signal);
  if (file.problem !== undefined) throw await notTaken(file, "EDITOR_FAILED", file.problem);
  const text = (await readFile(file.path, "utf8").catch(() => "")).replace(/\r\n/g, "\n").split(CUT)[0] ?? "";
  if (text.length > MAX_CHARACTERS) {
    throw await notTaken(file, "TEXT_TOO_LONG", `The text is longer than ${MAX_CHARACTERS} characters.`);
  }
  await file.leave(true);
  // Indentation is the person's own: only blank lines around the text go.
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}

async function notTaken(file: EditedFile, code: "EDITOR_FAILED" | "TEXT_TOO_LONG", what: string) {
  const kept = await file.leave(false);
  return new WhetstoneError(code, kept === undefined ? what : `${what} What you wrote is in ${kept}`);
}
