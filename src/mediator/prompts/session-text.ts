import type { TextRef } from "../state.ts";

/** The lines of a file of the session that a reference means; `undefined` when the file is gone. */
export function textAt(files: ReadonlyMap<string, string>, ref: TextRef): string | undefined {
  const text = files.get(ref.path);
  if (text === undefined) return undefined;
  const from = afterLines(text, 0, ref.line - 1);
  return text.slice(from, afterLines(text, from, ref.endLine - ref.line + 1)).trim();
}

/** Where the text goes on after so many lines from a place. */
function afterLines(text: string, from: number, lines: number): number {
  let at = from;
  for (let left = lines; left > 0 && at < text.length; left -= 1) {
    const end = text.indexOf("\n", at);
    at = end === -1 ? text.length : end + 1;
  }
  return at;
}
