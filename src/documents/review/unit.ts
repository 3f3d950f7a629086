import { type FieldName, fieldOfLine } from "../outline/fields.ts";
import type { Head } from "../words/head.ts";
import type { Scope } from "./scope.ts";

/** Something in a review that may be an issue, a remark or the word on an earlier issue. */
export interface Unit {
  readonly form: "heading" | "bold" | "item" | "row" | "paragraph";
  readonly line: number;
  readonly endLine: number;
  readonly head: Head;
  readonly scope: Scope;
  /** The author's words: what is left of the first line, then the lines below, moved to the left margin. */
  readonly lines: readonly string[];
  readonly fields: ReadonlyMap<FieldName, string>;
  /** The table's columns say what this is. */
  readonly table?: "issues" | "recheck";
  /** What the other columns of a row say: neither its name nor its status. */
  readonly remarks?: readonly string[];
  /** The whole table, for a row of one. */
  readonly within?: { readonly line: number; readonly endLine: number };
  /** Columns that the body of a list item stands in. */
  readonly indent: number;
}

/** The fields in the first lines of a body. Lines inside code never count: the caller leaves them out by `isCode`. */
export function fieldsOf(lines: readonly string[]): Map<FieldName, string> {
  const fields = new Map<FieldName, string>();
  let fence: string | undefined;
  for (let index = 0; index < lines.length && index < 400; index++) {
    const line = lines[index] ?? "";
    const mark = /^\s{0,8}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence) === true) fence = undefined;
    if (fence !== undefined || mark !== undefined) continue;
    const field = fieldOfLine(line);
    if (field === undefined) continue;
    const name = field.name === "verdict" && /^recommend/iu.test(field.key) ? "suggestion" : field.name;
    if (!fields.has(name)) fields.set(name, field.value === "" ? following(lines, index + 1) : field.value);
  }
  return fields;
}

/** A name on a line of its own: what it names is the next paragraph. */
function following(lines: readonly string[], from: number): string {
  let start = from;
  while (start < lines.length && (lines[start] ?? "").trim() === "") start++;
  let end = start;
  while (end < lines.length && (lines[end] ?? "").trim() !== "") end++;
  return lines.slice(start, end).join("\n").trim();
}
