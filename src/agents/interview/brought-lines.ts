import type { LineEdit } from "../../documents/values.ts";

/** The lines that edits bring into the spec, without those that stay. */
export function broughtBy(edits: readonly LineEdit[]): string[] {
  return edits
    .flatMap(({ before, after }) => after.filter((line) => !before.includes(line)))
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
