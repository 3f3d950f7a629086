import type { Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { HINT } from "../language/hints.ts";
import { labelLength } from "./label.ts";
import type { Section } from "./section.ts";
import type { Sentence, Unit } from "./unit.ts";

/** A place that says what a term means. */
export interface Definition {
  /** Lower case, without markup, article and plural. */
  readonly term: string;
  readonly body: string;
  readonly line: number;
  readonly section: Section;
  /** Set off by a glossary, emphasis or a colon; otherwise a plain sentence of the form "A burst is the ...". */
  readonly marked: boolean;
}

const TERM_HEADER =
  /^(?:terms?|words?|expressions?|abbreviations?|acronyms?|concepts?|phrases?|symbols?|entity|entities)$/i;
const MEANING_HEADER =
  /\b(?:definitions?|meanings?|descriptions?|explanations?|stands for|means|expansion|what it is)\b/i;

export function findDefinitions(sections: readonly Section[]): Definition[] {
  const found: Definition[] = [];
  for (const section of sections) {
    for (const table of section.tables) readTable(table, section, found);
    for (const unit of section.units) if (mayDefine(unit)) readUnit(unit, found);
  }
  return found;
}

/** Every unit passes here: a definition has a verb that says so, or markup at its head, or stands in a glossary. */
function mayDefine({ kind, hints, text, section }: Unit): boolean {
  if (kind === "heading" || kind === "cell") return false;
  return (hints & HINT.meaning) !== 0 || section.role === "glossary" || /[*_]/.test(text.slice(0, 30));
}

function readTable(table: Table, section: Section, found: Definition[]): void {
  const [term = "", meaning = ""] = table.header.cells.map(plainText);
  const named = TERM_HEADER.test(term) && MEANING_HEADER.test(meaning);
  if (!named && section.role !== "glossary") return;
  for (const row of table.rows) {
    const [name = "", body = ""] = row.cells.map(plainText);
    if (name !== "" && body !== "") found.push({ term: normalTerm(name), body, line: row.line, section, marked: true });
  }
}

// Each is tried on a sentence from its start, every stretch of white space made one space: what is bounded stays linear.
const LED = /^[*_]{1,3}([^*_]{2,60}?) ?(?:[:—–][*_]{1,3}|[*_]{1,3}(?: ?[:—–]| - )) ?(\S.{3,})/s;
const LED_PLAIN = /^([A-Za-z][\w /-]{1,40}?)(?: ?:| [—–-] ) ?(\S.{3,})/s;
const EMPHASISED =
  /^(?:(?:in|for|on|at|within|during|under) [^*_.,;:]{1,60}?,? )?(?:(?:(?:in|on) )?(?:an?|the) |(?:in|on|by) )?[*_]{1,2}([^*_]{2,60})[*_]{1,2}(?: ([a-z][\w-]{0,30}))?,? (?:is|are|means|refers to|denotes|stands for|one|that is)\b ?(\S.{3,})/is;
const PLAIN =
  /^(?:an? |the )?([A-Za-z][\w-]{1,30}(?: [a-z][\w-]{1,30}){0,2}) (?:(?:is|are) (?=(?:an?|the|one|any|every|each|all|those|what|whoever|whatever|anyone|two|three) )|(?:means|refers to|denotes|stands for|is defined as) )(\S.{3,})/is;

/** A term that is set off stands so near the beginning of its sentence. */
const MARKED_WITHIN = 32;

function readUnit(unit: Unit, found: Definition[]): void {
  const isGlossary = unit.section.role === "glossary";
  const hasMarkup = /[*_]/.test(unit.text);
  let start = labelLength(unit.text);
  for (const sentence of unit.sentences) {
    const last = sentence.tokens[sentence.tokens.length - 1];
    const end = last === undefined ? unit.text.length : last.at + last.text.length;
    const isMarked = hasMarkup && /[*_]/.test(unit.text.slice(start, start + MARKED_WITHIN));
    if (isGlossary || isMarked || mayMean(sentence)) readSentence(unit, start, end, found);
    start = end;
  }
}

/** The raw text, because the markup tells what is being defined. */
function readSentence(unit: Unit, start: number, end: number, found: Definition[]): void {
  const raw = unit.text.slice(start, end);
  const text = raw.trim().replace(/\s+/g, " ");
  const add = (term: string, body: string, marked: boolean): void => {
    const line = unit.line + newlines(unit.text, start + raw.length - raw.trimStart().length);
    found.push({ term: normalTerm(term), body, line, section: unit.section, marked });
  };
  const marked = readMarked(text, unit);
  if (marked !== undefined) {
    for (const [term, body] of marked) add(term, body, true);
    return;
  }
  const plain = PLAIN.exec(text);
  if (plain?.[1] !== undefined && plain[2] !== undefined) add(plain[1], plain[2], false);
}

/** Every sentence of a long document passes here: the verb stands behind at most an article and three words. */
function mayMean({ tokens, hints }: Sentence): boolean {
  if ((hints & HINT.meaning) === 0) return false;
  for (let index = 1; index <= 4; index++) {
    if (((tokens[index]?.hints ?? 0) & HINT.meaning) !== 0) return true;
  }
  return false;
}

function readMarked(text: string, unit: Unit): [string, string][] | undefined {
  const isMarked = /[*_]/.test(text.slice(0, MARKED_WITHIN));
  if (!isMarked && unit.section.role !== "glossary") return undefined;
  const led = LED.exec(text) ?? (unit.section.role === "glossary" ? LED_PLAIN.exec(text) : null);
  if (led?.[1] !== undefined && led[2] !== undefined) return [[led[1], led[2]]];
  const emphasised = EMPHASISED.exec(text);
  if (emphasised?.[1] === undefined || emphasised[3] === undefined) return undefined;
  const [, term, noun, body] = emphasised;
  return noun === undefined
    ? [[term, body]]
    : [
        [term, body],
        [`${term} ${noun}`, body],
      ];
}

function newlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** One spelling for a term wherever it stands: no markup, article, parenthesis or plural. */
export function normalTerm(term: string): string {
  const bare = plainText(term)
    .replace(/\s*\([^)]*\)/g, "")
    .replace(/^(?:an?|the)\s+/i, "")
    .replace(/[\s:.—–-]+$/, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
  return bare.length > 3 && bare.endsWith("s") && !bare.endsWith("ss") ? bare.slice(0, -1) : bare;
}
