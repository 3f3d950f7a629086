import type { Block, Lines, Table } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import { type Context, isNothing, refuse, textOf } from "./context.ts";
import { saysNone } from "./form-words.ts";
import { dropsCells } from "./read-items.ts";
import { readQuotations } from "./read-quotations.ts";

/** A row of `### Compared`: passages that speak of one subject, and whether they say the same of it (SPEC 12). */
export interface ComparedRow {
  readonly subject: string;
  readonly quotations: readonly string[];
  readonly differs: boolean;
  /** The point left open that the difference is known by (`OPEN ISSUE-R3-002`); unchecked. */
  readonly knownAs?: string;
}

export interface Comparison {
  readonly rows: readonly ComparedRow[];
  /** The listed changes that a row or the line `No other passage` names, from and to. */
  readonly covered: readonly NumberRange[];
}

type NumberRange = readonly [from: number, to: number];

const EXPECTED =
  'rows of `| Changes | Subject | Passages | Case | Result |` with quotations in double quotes and AGREE, DIFFER or OPEN with the id of a point left open ("|" within a quotation is written "\\|"), then a line `No other passage: 3, 7`';

export function readCompared(context: Context, blocks: readonly Block[]): Comparison {
  const rows: ComparedRow[] = [];
  const covered: NumberRange[] = [];
  for (const block of blocks) {
    if (isNothing(block)) continue;
    if (block.type === "table") {
      for (const { changes, ...row } of tableRows(context, block)) {
        rows.push(row);
        covered.push(...changes);
      }
    } else for (const part of block.type === "list" ? block.items : [block]) covered.push(...aloneIn(context, part));
  }
  return { rows, covered };
}

/** A column `Case` is not read: it makes the Reviewer look where two passages part. */
const COLUMNS = [/^changes?\b/i, /^subjects?\b/i, /^passages?\b/i, /^result\b/i];
const MOST_QUOTATIONS = 8;

function* tableRows(context: Context, table: Table) {
  const columns = COLUMNS.map((name) => table.header.cells.findIndex((cell) => name.test(plainText(cell))));
  for (const row of table.rows) {
    const [changes = "", subject = "", passages = "", result = ""] = columns.map((at) => row.cells[at]);
    if (row.cells.every((cell) => cell === "" || saysNone(cell))) continue;
    const read = resultOf(result);
    if (read === undefined || subject === "" || dropsCells(context, table, row)) {
      refuse(context, { line: row.line, endLine: row.line }, EXPECTED);
      continue;
    }
    const quotations = readQuotations(passages.replace(/<br ?\/?>/gi, " ")).slice(0, MOST_QUOTATIONS);
    yield { subject: plainText(subject), quotations, ...read, changes: rangesIn(changes) ?? [] };
  }
}

/** `undefined` unless it says exactly one of the three. */
function resultOf(cell: string): Pick<ComparedRow, "differs" | "knownAs"> | undefined {
  const [differs, agrees] = [/\b(?:DIFFER|DISAGREE|CONTRADICT)/i.test(cell), /\bAGREE/i.test(cell)];
  const [, knownAs] = /\bOPEN\b\W*((?:GAP|ISSUE)-[A-Z0-9-]{1,40}[a-z]?)/i.exec(cell) ?? [];
  if (knownAs !== undefined) return agrees ? undefined : { differs: true, knownAs };
  return differs === agrees ? undefined : { differs };
}

/** `No other passage: 3, 7`. */
function aloneIn(context: Context, lines: Lines): readonly NumberRange[] {
  const text = plainText(textOf(context, lines)).replace(/\s+/g, " ");
  const [, named] = /^\W*no other passages?[^:\d]{0,40}:(.*)$/i.exec(text) ?? [];
  const said = named ?? text;
  const ranges = saysNone(said) ? [] : named === undefined ? undefined : rangesIn(said);
  if (ranges === undefined) refuse(context, lines, EXPECTED);
  return ranges ?? [];
}

const RANGE = /(\d{1,6})(?:\s*(?:[-–—]|\bto\b)\s*(\d{1,6}))?/g;

/** `1, 4-6 and 9`, with a word in brackets beside each; `undefined` where more is said. */
function rangesIn(text: string): NumberRange[] | undefined {
  const numbers = text.replace(/\([^()]*\)/g, " ");
  if (/[^\s,;.#-]/.test(numbers.replace(RANGE, " ").replace(/\b(?:and|changes?)\b/gi, " "))) return undefined;
  return [...numbers.matchAll(RANGE)].map(([, from, to]) => [Number(from), Number(to ?? from)]);
}
