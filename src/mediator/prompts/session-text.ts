import type { TextRef } from "../state.ts";

/** The lines of a file of the session that a reference means; `undefined` when the file is gone. */
export function textAt(files: ReadonlyMap<string, string>, ref: TextRef): string | undefined {
  const text = files.get(ref.path);
  if (text === undefined) return undefined;
  return text
    .split("\n")
    .slice(ref.line - 1, ref.endLine)
    .join("\n")
    .trim();
}
