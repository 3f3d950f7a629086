import { type FieldName, fieldNamed, fieldOfLine } from "../outline/fields.ts";
import type { Head } from "../words/head.ts";
import { codeTracker } from "./item-lines.ts";
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
  /** Known by its title alone: a word on an earlier issue that the author does not call by a name. */
  readonly titled?: boolean;
  /** The table's columns say what this is. */
  readonly table?: "issues" | "recheck";
  /** What the other columns of a row say: neither its name nor its status. */
  readonly remarks?: readonly string[];
  /** The whole table, for a row of one. */
  readonly within?: { readonly line: number; readonly endLine: number };
  /** Columns that the body of a list item stands in. */
  readonly indent: number;
}

/** The fields in the first lines of a body, also those in a table of facts. Code never counts. */
export function fieldsOf(lines: readonly string[]): Map<FieldName, string> {
  const fields = new Map<FieldName, string>();
  const isCode = codeTracker();
  const add = (name: FieldName, value: string) => {
    if (!fields.has(name)) fields.set(name, value);
  };
  for (let index = 0; index < lines.length && index < 400; index++) {
    const line = lines[index] ?? "";
    if (isCode(line)) continue;
    if (line.startsWith("|")) {
      tableFields(lines, index, add);
      continue;
    }
    const field = fieldOfLine(line);
    if (field === undefined) continue;
    const name = field.name === "verdict" && /^recommend/iu.test(field.key) ? "suggestion" : field.name;
    add(name, field.value === "" ? following(lines, index + 1) : field.value);
  }
  return fields;
}

/** A row `| Location | step 2 |`, or a header of names over a single row. */
function tableFields(lines: readonly string[], index: number, add: (name: FieldName, value: string) => void): void {
  const cells = cellsOf(lines[index] ?? "");
  const [first = "", second = ""] = cells;
  if (cells.length === 2 && fieldNamed(first) !== undefined && fieldNamed(second) === undefined) {
    const name = fieldNamed(first);
    if (name !== undefined && name !== "other") add(name, second);
    return;
  }
  if (!DELIMITER.test(lines[index + 1] ?? "") || (lines[index + 3] ?? "").startsWith("|")) return;
  const row = cellsOf(lines[index + 2] ?? "");
  for (const [column, cell] of cells.entries()) {
    const name = columnName(cell);
    const value = row[column] ?? "";
    if (name !== undefined && value !== "") add(name, value);
  }
}

/** As a column, a recommendation is what to do. */
function columnName(cell: string): FieldName | undefined {
  const name = fieldNamed(cell);
  if (name === "verdict") return /^\W*recommend/iu.test(cell) ? "suggestion" : undefined;
  return name === "other" ? undefined : name;
}

const DELIMITER = /^\|(?:\s*:?-+:?\s*\|){1,40}\s*$/;

function cellsOf(line: string): string[] {
  const inner = line
    .slice(0, 4000)
    .trim()
    .replace(/^\||\|$/g, "");
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim());
}

/** A name on a line of its own: what it names is the next paragraph. */
function following(lines: readonly string[], from: number): string {
  let start = from;
  while (start < lines.length && (lines[start] ?? "").trim() === "") start++;
  let end = start;
  while (end < lines.length && (lines[end] ?? "").trim() !== "") end++;
  return lines.slice(start, end).join("\n").trim();
}
