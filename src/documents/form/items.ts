import type { Block, Heading, List, ListItem, Table } from "../markdown/block.ts";
import { withoutCode } from "../markdown/inline.ts";
import type { Lines } from "../values.ts";
import { type Context, refuse, textOf } from "./context.ts";
import { type FieldTable, fieldNamed, readFields, startsWithField } from "./fields.ts";
import { type Head, readHead } from "./head.ts";
import { holdsForm } from "./headings.ts";
import { beginsStatement } from "./statements.ts";
import { dropsCells } from "./tables.ts";
import { verdictIn } from "./verdicts.ts";
import { saysNone } from "./words.ts";

/** An issue, a new gap, a response or a recheck, however it is written: an item of a list, a heading, a row. */
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

/** An item that a heading opened, and that grows while the blocks below it are read. */
interface Open extends Lines {
  endLine: number;
  readonly lead: string;
  /** Its fields have begun: prose behind them is no longer its own, and behind a list of them nothing is. */
  fields?: "list" | "paragraph";
}

/** Every item of a section; what is neither an item nor a way to say none is unread (SPEC 5). */
export function readItems<Name extends string>(
  context: Context,
  blocks: readonly Block[],
  form: Form<Name>,
): Item<Name>[] {
  const items: Item<Name>[] = [];
  let open: Open | undefined;
  const close = (): void => {
    if (open !== undefined) items.push(itemOf(context, open, form, open.lead));
    open = undefined;
  };
  for (const block of blocks) {
    if (isNothing(block)) continue;
    if (open !== undefined && belongsTo(open, block, form)) {
      open.endLine = block.endLine;
      continue;
    }
    close();
    if (block.type === "heading" && opensItem(block))
      open = { line: block.line, endLine: block.endLine, lead: block.text };
    else if (block.type === "list") readList(context, block, form, items);
    else if (block.type === "table" && !losesCells(context, block)) readTable(context, block, form, items);
    else if (block.type !== "paragraph" || !saysNone(block.text)) refuse(context, block, form.expected);
  }
  close();
  return items;
}

/** A rule or a comment. */
export function isNothing(block: Block): boolean {
  return block.type === "rule" || (block.type === "html" && block.comment);
}

/** `#### ISSUE-R3-001: …`. */
export function opensItem({ text }: Heading): boolean {
  const { issue, gap, label } = readHead(withoutCode(text.slice(0, 200)));
  return (issue ?? gap ?? label) !== undefined;
}

function belongsTo<Name extends string>(open: Open, block: Block, { fields }: Form<Name>): boolean {
  const leads = block.type === "list" ? block.items.map(leadOf) : block.type === "paragraph" ? [block.text] : [""];
  if (leads.every((lead) => startsWithField(lead, fields))) {
    open.fields = block.type === "list" ? "list" : "paragraph";
    return true;
  }
  if (open.fields === "list" || block.type === "heading" || block.type === "table") return false;
  if (block.type === "paragraph" && (open.fields !== undefined || verdictIn(block.text) !== undefined)) return false;
  if (holdsAnother(block, fields)) return false;
  return block.type !== "fence" || !holdsForm(block.text);
}

function readList<Name extends string>(context: Context, list: List, form: Form<Name>, items: Item<Name>[]): void {
  for (const item of list.items) {
    const lead = leadOf(item);
    if (item.blocks.length === 0 || (item.blocks.length === 1 && saysNone(lead))) continue;
    const another =
      startsWithField(lead, form.fields) ||
      beginsStatement(lead) ||
      item.blocks.slice(1).some((block) => holdsAnother(block, form.fields)) ||
      namesAnother(lead.split("\n").slice(1));
    if (lead === "" || another) refuse(context, item, form.expected);
    else items.push(itemOf(context, item, form, lead, list.ordered ? item.marker.replace(/\D/g, "") : undefined));
  }
}

export function leadOf({ blocks: [first] }: ListItem): string {
  return first?.type === "paragraph" || first?.type === "heading" ? first.text : "";
}

/** A second item within the item would be lost in its words: it has a name, or begins in bold and is no field. */
function holdsAnother<Name extends string>(block: Block, fields: FieldTable<Name>): boolean {
  const another = (text: string): boolean =>
    (/^[\s[(]*(?:\*\*|__)/.test(text) && !startsWithField(text, fields)) || namesAnother(text.split("\n"));
  if (block.type === "paragraph") return another(block.text);
  if (block.type !== "list") return false;
  return block.items.some((item) => {
    const lead = leadOf(item);
    // What stands below a field belongs to it.
    return (
      another(lead) ||
      (!startsWithField(lead, fields) &&
        item.blocks.some((inner) => inner.type === "list" && holdsAnother(inner, fields)))
    );
  });
}

function namesAnother(lines: readonly string[]): boolean {
  return lines.some((line) => {
    const { issue, label } = readHead(line.slice(0, 200));
    return (issue ?? label) !== undefined;
  });
}

function itemOf<Name extends string>(
  context: Context,
  { line, endLine }: Lines,
  { fields }: Form<Name>,
  lead: string,
  ordinal?: string,
): Item<Name> {
  const text = withoutMarker(textOf(context, { line, endLine }));
  const own = readFields(lead, fields);
  const read = readHead(own.values.size === 0 ? lead : own.before);
  const nameless = (read.issue ?? read.gap ?? read.label) === undefined;
  const head = nameless && ordinal !== undefined ? { ...read, label: ordinal } : read;
  return { line, endLine, head, text, words: head.rest, fields: readFields(text, fields).values };
}

function withoutMarker(text: string): string {
  const marker = /^\s{0,12}(?:(?:[-*+]|\d{1,9}[.)])\s+|#{1,6}\s+)?/.exec(text)?.[0] ?? "";
  const indent = new RegExp(`\\n {0,${marker.trimStart().startsWith("#") ? 0 : marker.length}}`, "g");
  return text.slice(marker.length).replace(indent, "\n").trim();
}

/** A table for a list: a row is an item, a column a field or its own words. */
function readTable<Name extends string>(context: Context, table: Table, form: Form<Name>, items: Item<Name>[]): void {
  const columns = table.header.cells.map((cell) => fieldNamed(cell, form.fields));
  for (const { cells, line } of table.rows) {
    const at = cells.findIndex(isName);
    const lines = { line, endLine: line };
    if (at === -1 && !cells.every(saysNone)) refuse(context, lines, form.expected);
    if (at === -1) continue;
    const filled = cells
      .map((cell, index) => ({ cell, index }))
      .filter(({ cell, index }) => index !== at && cell !== "");
    const words = filled.flatMap(({ cell, index }) => (columns[index] === undefined ? cell : [])).join(" — ");
    const fields = filled.flatMap(({ cell, index }) =>
      columns[index] === undefined ? [] : [[columns[index], cell] as const],
    );
    const text = cells.filter((cell) => cell !== "").join(" — ");
    items.push({ ...lines, head: readHead(`${cells[at]}: ${words}`), text, words, fields: new Map(fields) });
  }
}

/** A name in the header belongs to a row, of a table without a header. */
function losesCells(context: Context, table: Table): boolean {
  return table.header.cells.some(isName) || dropsCells(context, table);
}

function isName(cell: string): boolean {
  const { issue, gap, label, rest } = readHead(withoutCode(`${cell.slice(0, 200)}: `));
  return (issue ?? gap ?? label) !== undefined && rest.trim() === "";
}
