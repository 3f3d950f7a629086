import { defined } from "../../model/defined.ts";
import { type GapId, type IssueId, isGapId, isIssueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import type { RecheckStatus } from "../agent-document.ts";
import type { Block, Lines, ListItem, Table, TableRow } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { type Context, isNothing, leadOf, refuse, textOf } from "./context.ts";
import { fold, saysNone, severityOf, statusOf, visible } from "./form-words.ts";
import { AFTER_ID } from "./ids-in-text.ts";
import { beginsStatement } from "./take-statements.ts";

/** An issue, a new gap, a response or a recheck: an item of a list, or a row of a table. */
export interface Item<Name extends string> extends Lines {
  readonly head: Head;
  /** The whole item as written, without the list marker. */
  readonly text: string;
  /** What follows the name, up to the first field. */
  readonly words: string;
  readonly fields: ReadonlyMap<Name, string>;
}

/** The form of a section's items: the labels of each field, and what was expected if an item cannot be read. */
export interface Form<Name extends string> {
  readonly fields: Readonly<Record<Name, RegExp>>;
  readonly expected: string;
}

/** Reads every item of a section with `read`; what it refuses, and any other block, is unread. */
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
  if (block.type === "list") {
    for (const item of block.items) {
      const lead = leadOf(item);
      if (item.blocks.length === 0 || (item.blocks.length === 1 && saysNone(lead))) continue;
      const read = itemOf(context, item, form, block.ordered);
      if (lead === "" || isOther(lead, form) || holdsAnother(read.text, form)) refuse(context, item, form.expected);
      else yield read;
    }
  } else if (block.type === "table" && !losesCells(context, block)) yield* readTable(context, block, form);
  else if (!isNothing(block) && !(block.type === "paragraph" && saysNone(block.text)))
    refuse(context, block, form.expected);
}

/** Whether an item begins with a field, a statement or `None, but …`: it is not an item of this form. */
function isOther<Name extends string>(lead: string, form: Form<Name>): boolean {
  return startsWithField(lead, form) || beginsStatement(lead) || saysNone(lead.split(/[.:;,–—(]|\s-/u, 1)[0] ?? "");
}

/** How another item may begin within an item: in bold, as a heading, as a row of a table. */
const BEGINS = /^(?:[[(]*(?:\*\*|__)|#{1,6}\s|\|)/u;

/** Whether an item contains a second one, named or in bold, which would be lost in its words. */
function holdsAnother<Name extends string>(text: string, form: Form<Name>): boolean {
  let field = Number.POSITIVE_INFINITY;
  let fence = "";
  return text.split("\n").some((line, at) => {
    const words = line.slice(0, 300).replace(/^[\s>]*(?:(?:[-*+]|\d{1,3}[.)])\s+)?/u, "");
    const mark = /^(`{3}|~{3})[^`]*$/.exec(words)?.[1] ?? "";
    if (mark !== "" && (fence === "" || fence === mark)) fence = fence === "" ? mark : "";
    const indent = line.length - line.trimStart().length;
    // Deeper lines below a field belong to it.
    if (at === 0 || words === "" || fence !== "" || indent > field) return false;
    const isField = startsWithField(words, form);
    if (isField) field = indent;
    const name = nameAt(visible(words));
    return !isField && (BEGINS.test(words) || (name !== undefined && !isGapId(name)));
  });
}

function itemOf<Name extends string>(context: Context, item: ListItem, form: Form<Name>, ordered: boolean): Item<Name> {
  const { line, endLine, marker } = item;
  const text = withoutMarker(textOf(context, item));
  const lead = leadOf(item);
  const read = readHead(lead.includes(":") ? readFields(lead, form).before : lead);
  const head = isNamed(read) || !ordered ? read : { ...read, label: marker.replace(/\D/g, "") };
  return { line, endLine, head, text, words: head.rest, fields: readFields(text, form).values };
}

function withoutMarker(text: string): string {
  const marker = /^\s{0,12}(?:[-*+]|\d{1,9}[.)])\s+/.exec(text)?.[0] ?? "";
  return text
    .slice(marker.length)
    .replace(/\n( *)/g, (_, indent: string) => `\n${indent.slice(marker.length)}`)
    .trim();
}

/** Reads a table as a list: a row is an item, a column a field or part of its words. */
function* readTable<Name extends string>(context: Context, table: Table, form: Form<Name>): Generator<Item<Name>> {
  const columns = table.header.cells.map((cell) => fieldNamed(cell, form));
  for (const { cells, line } of table.rows) {
    const at = cells.findIndex(isName);
    const lines = { line, endLine: line };
    if (at === -1 && !cells.every(saysNone)) refuse(context, lines, form.expected);
    if (at === -1) continue;
    const others = cells.map((cell, index) => ({ cell, column: columns[index], index }));
    const filled = others.filter(({ cell, index }) => index !== at && cell !== "");
    const unlabelled = filled.filter(({ column }) => column === undefined);
    const words = unlabelled.map(({ cell }) => cell).join(" — ");
    const fields = new Map(filled.flatMap(({ column, cell }) => (column === undefined ? [] : [[column, cell]])));
    const text = cells.filter((cell) => cell !== "").join(" — ");
    yield { ...lines, head: readHead(`${cells[at]}: ${words}`), text, words, fields };
  }
}

/** Whether reading a table would lose cells: a name in the header (the table has no header), or cells without a column. */
function losesCells(context: Context, table: Table): boolean {
  return table.header.cells.some(isName) || table.rows.some((row) => dropsCells(context, table, row));
}

/** Markdown drops cells that have no column. */
export function dropsCells(context: Context, { header }: Table, { line }: Pick<TableRow, "line">): boolean {
  const row = textOf(context, { line, endLine: line }).trim().replaceAll("\\|", "");
  return row.replace(/^\||\|$/g, "").split("|").length > header.cells.length;
}

function isName(cell: string): boolean {
  const head = readHead(withoutCode(`${cell.slice(0, 200)}: `));
  return isNamed(head) && head.rest.trim() === "";
}

const LABEL = "[A-Za-z][A-Za-z' -]{1,30}";
const OPTIONAL = "(?:[ ]?\\((?:if any|optional)\\))?";
/** `- **Location:** …`, `Location: …` at the start of a line; `**Location:** …` anywhere. */
const FIELD = new RegExp(
  `^[ \\t>]*(?:(?:[-*+]|\\d{1,3}[.)])[ \\t]+)?[*_]{0,2}(${LABEL})${OPTIONAL}[*_]{0,2}:[*_]{0,2}|(?:\\*\\*|__)(${LABEL})${OPTIONAL}(?::(?:\\*\\*|__)|(?:\\*\\*|__):)`,
  "gm",
);

/** The fields of a text, each up to the next one, and what is before the first. Labels in code are text. */
export function readFields<Name extends string>(text: string, form: Pick<Form<Name>, "fields">) {
  const found = [...withoutCode(text).matchAll(FIELD)].flatMap((match) => {
    const name = fieldNamed(match[1] ?? match[2] ?? "", form);
    return name === undefined ? [] : { name, index: match.index, start: match.index + match[0].length };
  });
  const values = new Map<Name, string>();
  found.forEach(({ name, start }, at) => {
    const value = trimmed(text.slice(start, found[at + 1]?.index));
    const known = values.get(name) ?? "";
    values.set(name, known === "" ? value : `${known}\n${value}`);
  });
  return { before: trimmed(text.slice(0, found[0]?.index)), values };
}

function fieldNamed<Name extends string>(label: string, { fields }: Pick<Form<Name>, "fields">): Name | undefined {
  const key = fold(label);
  return (Object.keys(fields) as Name[]).find((name) => fields[name].test(key));
}

function startsWithField<Name extends string>(text: string, form: Form<Name>): boolean {
  const { before, values } = readFields(text.slice(0, 100), form);
  return values.size > 0 && before === "";
}

const BARE_MARKER = /^[ \t>]{0,40}(?:[-*+]|\d{1,3}[.)])?[ \t]{0,40}$/;

/** Without blank lines and empty bullets at the end: they belong to the next field. */
function trimmed(text: string): string {
  const lines = text.split("\n");
  while (lines.length > 1 && BARE_MARKER.test((lines.at(-1) ?? "").slice(0, 100))) lines.pop();
  return lines.join("\n").trim();
}

/** The beginning of an item: its name, what follows in brackets, its title. */
interface Head {
  readonly issue?: IssueId;
  readonly gap?: GapId;
  /** The author's name for it, where that is not an id: `H1`. */
  readonly label?: string;
  /** Both are stated in brackets on the first line; the first severity counts. */
  readonly severity?: Severity;
  readonly status?: RecheckStatus;
  /** What follows the name, as written. */
  readonly rest: string;
  readonly title: string;
}

const SEPARATED = "(?=\\]|[\\s*_~)]*(?:[:([–—]|-\\s|\\.\\s|$))";
/** An id or something like one; short names (`H1`, `CRIT-001`) only before a separator (SPEC 3.1). */
const NAME = new RegExp(
  `^(?:(?:ISSUE-R[1-9]\\d{0,5}-\\d{3}|GAP-[A-Za-z0-9]{1,24}(?:[-_.][A-Za-z0-9]{1,24}){0,4})${AFTER_ID}|[A-Z]{1,16}(?:-[A-Z0-9]{1,12}){0,3}-?\\d{1,4}[a-z]?${AFTER_ID}${SEPARATED})`,
  "u",
);
const IN_BRACKETS = /[([]([^()[\]\n]{1,40})[)\]]/gu;

/** Reads how an item begins: `**ISSUE-R3-001** (HIGH): title`, `[H1] title`, `**Title** (HIGH): …`. */
export function readHead(lead: string): Head {
  const text = visible(lead);
  const words = text.replace(/^[*_~[(\s]+/u, "");
  const name = nameAt(words);
  const [line = ""] = text.slice(0, 600).split("\n", 1);
  const marks = [...line.matchAll(IN_BRACKETS)].map(([, mark = ""]) => mark);
  const bold = name === undefined ? /^\s*(?:\*\*|__)([^\n]{1,400}?)(?:\*\*|__)/u.exec(text)?.[1] : undefined;
  const first = name ?? bold;
  const rest = first === undefined ? words : restOf(words.slice(first.length));
  const named =
    name === undefined ? {} : isIssueId(name) ? { issue: name } : isGapId(name) ? { gap: name } : { label: name };
  const severity = marks.map(severityOf).find((found) => found !== undefined);
  const status = marks.map(statusOf).find((found) => found !== undefined);
  return { ...named, ...defined({ severity, status }), rest, title: titleOf(bold ?? rest) };
}

/** The name that a text begins with. */
function nameAt(text: string): string | undefined {
  return NAME.exec(text.slice(0, 140).replace(/^[*_~[(\s]+/u, ""))?.[0];
}

function isNamed({ issue, gap, label }: Head): boolean {
  return (issue ?? gap ?? label) !== undefined;
}

/** The words after a name, its severity or status in brackets, and a separator. */
function restOf(text: string): string {
  const [mark = "", words = ""] = /^[\s*_~\])]*[([]([^()[\]\n]{1,40})[)\]]/u.exec(text) ?? [];
  const known = severityOf(words) ?? statusOf(words);
  return text.slice(known === undefined ? 0 : mark.length).replace(/^[\s*_~\])]*[:.–—-]*[\s*_~]*(?:[:–—-]\s)?/u, "");
}

const LONGEST_TITLE = 240;

/** The first paragraph in plain text; only its first sentence where it is long. */
function titleOf(text: string): string {
  const words = plainText(text.slice(0, 4000)).replace(/\s+/g, " ").replace(/:$/, "").trim();
  const end = words.length > LONGEST_TITLE ? /[.!?](?=\s+[\p{Lu}"“])/u.exec(words.slice(20))?.index : undefined;
  return end === undefined ? words : words.slice(0, end + 21);
}
