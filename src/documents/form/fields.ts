import { withoutCode } from "../markdown/inline.ts";
import { fold } from "./words.ts";

/** The fields of an item: the name of each, and the labels that it is written with. */
export type FieldTable<Name extends string> = Readonly<Record<Name, readonly string[]>>;

export interface Fields<Name extends string> {
  /** What stands before the first field. */
  readonly before: string;
  readonly values: ReadonlyMap<Name, string>;
}

const LABEL = "[A-Za-z][A-Za-z' -]{1,30}";
const OPTIONAL = "(?:[ ]?\\((?:if any|optional)\\))?";
/** `- **Location:** …`, `Location: …` at the start of a line; `**Location:** …` anywhere. */
const FIELD = new RegExp(
  `^[ \\t>]*(?:(?:[-*+]|\\d{1,3}[.)])[ \\t]+)?[*_]{0,2}(${LABEL})${OPTIONAL}[*_]{0,2}:[*_]{0,2}|(?:\\*\\*|__)(${LABEL})${OPTIONAL}(?::(?:\\*\\*|__)|(?:\\*\\*|__):)`,
  "gm",
);

/** The fields of an item's text, each with what follows it down to the next one; labels in code are text. */
export function readFields<Name extends string>(text: string, table: FieldTable<Name>): Fields<Name> {
  const found: { readonly name: Name; readonly start: number; readonly index: number }[] = [];
  for (const match of withoutCode(text).matchAll(FIELD)) {
    const name = fieldNamed(match[1] ?? match[2] ?? "", table);
    if (name !== undefined) found.push({ name, index: match.index, start: match.index + match[0].length });
  }
  const values = new Map<Name, string>();
  found.forEach(({ name, start }, at) => {
    const value = trimmed(text.slice(start, found[at + 1]?.index));
    const known = values.get(name) ?? "";
    values.set(name, known === "" ? value : `${known}\n${value}`);
  });
  return { before: trimmed(text.slice(0, found[0]?.index)), values };
}

export function fieldNamed<Name extends string>(label: string, table: FieldTable<Name>): Name | undefined {
  const key = fold(label);
  return (Object.keys(table) as Name[]).find((name) => table[name].includes(key));
}

/** Whether a text begins with a field. */
export function startsWithField<Name extends string>(text: string, table: FieldTable<Name>): boolean {
  const [label = ""] = /^[\s*_>-]*[A-Za-z' -]{2,31}[*_]{0,2}:/.exec(text.slice(0, 100)) ?? [];
  return fieldNamed(label.replace(/^[\s>-]+/, ""), table) !== undefined;
}

const BARE_MARKER = /^[ \t>]{0,40}(?:[-*+]|\d{1,3}[.)])?[ \t]{0,40}$/;

/** Without blank lines and bullets that stand alone at the end: they belong to the next field. */
function trimmed(text: string): string {
  const lines = text.split("\n");
  while (lines.length > 1 && BARE_MARKER.test((lines.at(-1) ?? "").slice(0, 100))) lines.pop();
  return lines.join("\n").trim();
}
