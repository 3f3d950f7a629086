import type { Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import type { Section } from "../spec/section.ts";
import type { Unit } from "../spec/unit.ts";
import { contentStems, isContentWord } from "./content-words.ts";
import { HINT } from "./hints.ts";
import { countedThing, quantitiesOf } from "./quantity.ts";
import { conceptOf } from "./synonyms.ts";
import { UNITS } from "./units.ts";

/** What one row of a table says in numbers. */
export interface RowClaim {
  readonly line: number;
  /** What the row is about: the words of its first cell. */
  readonly key: ReadonlySet<string>;
  /** What the table is about: the words of its section, and of each header of its names and numbers. */
  readonly topic: readonly ReadonlySet<string>[];
  /** The values by dimension, as numbers and as written. */
  readonly values: ReadonlyMap<string, readonly RowValue[]>;
}

export interface RowValue {
  readonly value: number;
  readonly text: string;
}

/** The rows of a section's tables that give a name to one or more measures. */
export function rowClaims(section: Section): RowClaim[] {
  if (section.role !== "binding" && section.role !== "overview") return [];
  const rows = cellsByLine(section);
  if (rows.size === 0) return [];
  const title = concepts(section.title);
  return section.tables.flatMap((table) => {
    const headers = readHeaders(table);
    return table.rows.flatMap((row) => rowClaim(title, headers, row, rows.get(row.line)) ?? []);
  });
}

/** The cells of each row that has a number. */
function cellsByLine({ units }: Section): Map<number, Unit[]> {
  const rows = new Map<number, Unit[]>();
  for (let from = 0; from < units.length; ) {
    const line = units[from]?.line ?? 0;
    let to = from;
    let hints = 0;
    for (; units[to]?.kind === "cell" && units[to]?.line === line; to++) hints |= units[to]?.hints ?? 0;
    if ((hints & HINT.number) !== 0) rows.set(line, units.slice(from, to));
    from = Math.max(to, from + 1);
  }
  return rows;
}

interface Header {
  readonly text: string;
  readonly concepts: ReadonlySet<string>;
}

function readHeaders({ header }: Table): Header[] {
  return header.cells.map((cell) => {
    const text = plainText(cell);
    return { text, concepts: concepts(text) };
  });
}

function rowClaim(
  title: ReadonlySet<string>,
  headers: readonly Header[],
  row: Table["rows"][number],
  units: readonly Unit[] | undefined,
): RowClaim | undefined {
  const named = units?.find(isName);
  if (units === undefined || named === undefined) return undefined;
  const name = plainText(named.text);
  const topic = [title, headers[row.cells.indexOf(named.text)]?.concepts ?? NONE];
  const values = new Map<string, RowValue[]>();
  for (const unit of units) {
    if (unit === named || (unit.hints & HINT.number) === 0) continue;
    const header = headers[row.cells.indexOf(unit.text)];
    const measured = CODES.test(header?.text ?? "")
      ? []
      : [...measuresOf(unit), ...countsOf(unit.text, name), ...headedOf(unit.text, header?.text ?? "")];
    for (const { dimension, value } of measured) addValue(values, dimension, { value, text: plainText(unit.text) });
    if (measured.length > 0 && header !== undefined) topic.push(header.concepts);
  }
  const key = values.size === 0 ? NONE : keyOf(named);
  return key.size === 0 ? undefined : { line: row.line, key, topic, values };
}

function keyOf({ tokens, text }: Unit): ReadonlySet<string> {
  if (text.includes("`")) return concepts(plainText(text));
  const key = new Set<string>();
  for (const token of tokens) if (isContentWord(token)) key.add(token.concept);
  return key;
}

/** Under such a header a number is a name. */
const CODES = /^(?:[\w ]*\b)?(?:codes?|ids?|no\.?|nr\.?|#|status|errors?|steps?|priority|rank|line|row|version)$/i;

const NONE: ReadonlySet<string> = new Set();

function addValue(values: Map<string, RowValue[]>, dimension: string, value: RowValue): void {
  const list = values.get(dimension);
  if (list === undefined) values.set(dimension, [value]);
  else list.push(value);
}

/** Code alone and numbers name nothing that prose could speak of. */
function isName({ text, tokens }: Unit): boolean {
  if (/^\W*\d/.test(text)) return false;
  return !text.includes("`") || tokens.filter(isContentWord).length >= 2;
}

function concepts(text: string): Set<string> {
  return new Set([...contentStems(text)].map(conceptOf));
}

/** A bare number in a row that names what is counted: "Rules per flag | 50". */
function countsOf(cell: string, name: string): { dimension: string; value: number }[] {
  const number = /^\d{1,3}(?:,\d{3})*$|^\d+$/.test(cell) ? Number(cell.replaceAll(",", "")) : undefined;
  if (number === undefined) return [];
  const nouns = name.toLowerCase().match(/[a-z]{3,}s\b/g) ?? [];
  return nouns
    .filter((noun) => !noun.endsWith("ss"))
    .map((noun) => ({ dimension: `count:${countedThing(noun)}`, value: number }));
}

/** A bare number under a header that gives its unit: "Day after issue", "Timeout (s)". */
function headedOf(cell: string, header: string): { dimension: string; value: number }[] {
  const number = bareNumber(cell);
  if (number === undefined) return [];
  const words = header.toLowerCase().match(/[a-z%]{2,}|(?<=\()[a-z](?=\))/g) ?? [];
  const unit = words.map((word) => UNITS.get(word)).find((known) => known !== undefined);
  return unit === undefined ? countsOf(cell, header) : [{ dimension: unit.dimension, value: number * unit.factor }];
}

function bareNumber(cell: string): number | undefined {
  return /^\d{1,3}(?:,\d{3})+$|^\d+$/.test(cell) ? Number(cell.replaceAll(",", "")) : undefined;
}

function measuresOf(unit: Unit | undefined): { dimension: string; value: number }[] {
  const found = unit?.sentences.flatMap((sentence) => quantitiesOf(sentence)) ?? [];
  const measures = found.filter(({ dimension }) =>
    /^(?:time|bytes|percent|mass|length|money|schedule:month)$/.test(dimension),
  );
  const clock = /^(\d{1,2}):(\d{2})\b/.exec(unit?.text ?? "");
  if (clock === null) return measures;
  return [...measures, { dimension: "schedule:day", value: Number(clock[1]) * 60 + Number(clock[2]) }];
}
