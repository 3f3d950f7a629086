import { isGapId } from "../../model/ids.ts";
import type { Block, Lines, List, ListItem, Table } from "../markdown/block.ts";
import { withoutCode } from "../markdown/inline.ts";
import { type Context, leadOf, refuse, textOf } from "./context.ts";
import { type FieldTable, fieldNamed, readFields, startsWithField } from "./fields.ts";
import { type Head, isNamed, nameAt, readHead } from "./head.ts";
import { beginsStatement } from "./statements.ts";
import { saysNone, visible } from "./words.ts";

/** An issue, a new gap, a response or a recheck: an item of a list, or a row of a table. */
export interface Item<Name extends string> extends Lines {
  readonly head: Head;
  /** The author's words, without the marker. */
  readonly text: string;
  /** What follows the name, down to the first field. */
  readonly words: string;
  readonly fields: ReadonlyMap<Name, string>;
}

export interface Form<Name extends string> {
  readonly fields: FieldTable<Name>;
  readonly expected: string;
}

/** Every item of a section as `read` takes it; what it refuses, and what is no item and not none, is unread. */
export function readItems<Name extends string, Value extends object>(
  context: Context,
  blocks: readonly Block[],
  form: Form<Name>,
  read: (item: Item<Name>) => Value | string,
): Value[] {
  const values: Value[] = [];
  for (const block of blocks) {
    for (const item of itemsIn(context, block, form)) {
      const value = read(item);
      if (typeof value === "string") refuse(context, item, value);
      else values.push(value);
    }
  }
  return values;
}

function* itemsIn<Name extends string>(context: Context, block: Block, form: Form<Name>): Generator<Item<Name>> {
  if (block.type === "list") yield* readList(context, block, form);
  else if (block.type === "table" && !losesCells(context, block)) yield* readTable(context, block, form);
  else if (!isNothing(block) && !(block.type === "paragraph" && saysNone(block.text)))
    refuse(context, block, form.expected);
}

/** A rule or a comment. */
export function isNothing(block: Block): boolean {
  return block.type === "rule" || (block.type === "html" && block.comment);
}

function* readList<Name extends string>(context: Context, list: List, form: Form<Name>): Generator<Item<Name>> {
  for (const item of list.items) {
    const lead = leadOf(item);
    if (item.blocks.length === 0 || (item.blocks.length === 1 && saysNone(lead))) continue;
    if (lead === "" || holdsOther(item, lead, form.fields)) refuse(context, item, form.expected);
    else yield itemOf(context, item, form, list.ordered ? item.marker.replace(/\D/g, "") : undefined);
  }
}

/** It is something else than an item, or more than one. */
function holdsOther<Name extends string>({ blocks }: ListItem, lead: string, fields: FieldTable<Name>): boolean {
  return (
    startsWithField(lead, fields) ||
    beginsStatement(lead) ||
    // `None, but …`: what follows may be an item.
    saysNone(lead.split(/[.:;,–—(]|\s-/u, 1)[0] ?? "") ||
    blocks.slice(1).some((block) => holdsAnother(block, fields)) ||
    namesAnother(lead.split("\n").slice(1))
  );
}

/** A second item within the item would be lost in its words: it has a name, or begins in bold and is no field. */
function holdsAnother<Name extends string>(block: Block, fields: FieldTable<Name>): boolean {
  const another = (text: string): boolean =>
    (/^[\s[(]*(?:\*\*|__)/.test(text) && !startsWithField(text, fields)) || namesAnother(text.split("\n"));
  if (block.type === "paragraph") return another(block.text);
  if (block.type !== "list") return block.type === "heading" || block.type === "table";
  return block.items.some((item) => {
    const lead = leadOf(item);
    // What stands below a field belongs to it.
    const inner = startsWithField(lead, fields) ? [] : item.blocks.slice(1);
    return another(lead) || inner.some((each) => holdsAnother(each, fields));
  });
}

function namesAnother(lines: readonly string[]): boolean {
  return lines.some((line) => {
    const name = nameAt(visible(line.slice(0, 200)));
    return name !== undefined && !isGapId(name);
  });
}

function itemOf<Name extends string>(
  context: Context,
  item: ListItem,
  { fields }: Form<Name>,
  ordinal: string | undefined,
): Item<Name> {
  const { line, endLine } = item;
  const text = withoutMarker(textOf(context, item));
  const lead = leadOf(item);
  const read = readHead(lead.includes(":") ? readFields(lead, fields).before : lead);
  const head = isNamed(read) || ordinal === undefined ? read : { ...read, label: ordinal };
  return { line, endLine, head, text, words: head.rest, fields: readFields(text, fields).values };
}

function withoutMarker(text: string): string {
  const marker = /^\s{0,12}(?:[-*+]|\d{1,9}[.)])\s+/.exec(text)?.[0] ?? "";
  return text
    .slice(marker.length)
    .replace(/\n( *)/g, (_, indent: string) => `\n${indent.slice(marker.length)}`)
    .trim();
}

/** A table for a list: a row is an item, a column a field or its own words. */
function* readTable<Name extends string>(context: Context, table: Table, form: Form<Name>): Generator<Item<Name>> {
  const columns = table.header.cells.map((cell) => fieldNamed(cell, form.fields));
  for (const { cells, line } of table.rows) {
    const at = cells.findIndex(isName);
    const lines = { line, endLine: line };
    if (at === -1 && !cells.every(saysNone)) refuse(context, lines, form.expected);
    if (at === -1) continue;
    const fields = new Map<Name, string>();
    const own: string[] = [];
    cells.forEach((cell, index) => {
      const column = columns[index];
      if (index === at || cell === "") return;
      if (column === undefined) own.push(cell);
      else fields.set(column, cell);
    });
    const words = own.join(" — ");
    const text = cells.filter((cell) => cell !== "").join(" — ");
    yield { ...lines, head: readHead(`${cells[at]}: ${words}`), text, words, fields };
  }
}

/** A name in the header belongs to a row, of a table without one; markdown drops cells that have no column. */
function losesCells(context: Context, { header, rows }: Table): boolean {
  const cellsIn = (line: number) =>
    textOf(context, { line, endLine: line })
      .trim()
      .replaceAll("\\|", "")
      .replace(/^\||\|$/g, "")
      .split("|").length;
  return header.cells.some(isName) || rows.some(({ line }) => cellsIn(line) > header.cells.length);
}

function isName(cell: string): boolean {
  const head = readHead(withoutCode(`${cell.slice(0, 200)}: `));
  return isNamed(head) && head.rest.trim() === "";
}
