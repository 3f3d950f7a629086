import { isBinding } from "./binding.ts";
import { labelLength } from "./label.ts";
import { mask } from "./mask.ts";
import type { Section } from "./section.ts";
import { splitTokens } from "./split-tokens.ts";
import { type Token, tokenize } from "./tokens.ts";
import type { WordTable } from "./words.ts";

export type UnitKind = "heading" | "paragraph" | "item" | "cell" | "quote";

/** A stretch of prose that stands by itself: a paragraph, the text of a list item, a cell of a table. */
export interface Unit {
  readonly kind: UnitKind;
  readonly line: number;
  readonly endLine: number;
  /** Inline markdown as written. */
  readonly text: string;
  /** The same length as the text, with what does not count blotted out. */
  readonly masked: string;
  readonly tokens: readonly Token[];
  /** The hints of all its tokens. */
  readonly hints: number;
  /** The words bind: a rationale, an example, a quotation and a glossary explain. */
  readonly binding: boolean;
  /** Without the label that the unit begins with. */
  readonly sentences: readonly Sentence[];
  readonly section: Section;
  /** The number, or the bullet, of a list item. */
  readonly marker: string | undefined;
}

/** The tokens between two full stops. */
export interface Sentence {
  readonly unit: Unit;
  readonly tokens: readonly Token[];
  /** The hints of all its tokens: a rule passes over a sentence that has none of its own. */
  readonly hints: number;
}

export type UnitSource = Pick<Unit, "kind" | "line" | "endLine" | "text" | "section" | "marker">;

/** Makes units of the texts of one spec. */
export type UnitReader = (source: UnitSource) => Unit;

interface Reading {
  readonly masked: string;
  readonly tokens: readonly Token[];
  readonly parts: readonly (readonly Token[])[];
  readonly hints: number;
}

/** A text up to this length may come again. */
const SHORT = 60;

/** Short texts come again and again, in the cells of tables above all: what was read of them is kept. */
export function createUnitReader(words: WordTable): UnitReader {
  const readings = new Map<string, Reading>();
  const readShort = (text: string): Reading => {
    const reading = readings.get(text) ?? readText(text, labelLength(text), words);
    readings.set(text, reading);
    return reading;
  };
  return (source) => {
    const { text, kind } = source;
    if (kind === "heading") return makeUnit(source, readText(text, 0, words));
    return makeUnit(source, text.length <= SHORT ? readShort(text) : readText(text, labelLength(text), words));
  };
}

function readText(text: string, label: number, words: WordTable): Reading {
  const masked = mask(text);
  const tokens = tokenize(masked, words);
  const said = label === 0 ? tokens : tokens.filter((token) => token.at >= label);
  return { masked, tokens, parts: splitTokens(said), hints: allHints(tokens) };
}

function makeUnit(source: UnitSource, { masked, tokens, parts, hints }: Reading): Unit {
  const { kind, line, endLine, text, section, marker } = source;
  // Exactly as long as needed: a long spec has a hundred thousand of them.
  const sentences = new Array<Sentence>(parts.length);
  const binding = isBinding(source, hints);
  const unit: Unit = { kind, line, endLine, text, masked, tokens, hints, binding, sentences, section, marker };
  parts.forEach((part, index) => {
    sentences[index] = { unit, tokens: part, hints: part === tokens ? hints : allHints(part) };
  });
  return unit;
}

function allHints(tokens: readonly Token[]): number {
  let hints = 0;
  for (const token of tokens) hints |= token.hints;
  return hints;
}

/** The line of the document on which a token of the unit stands. */
export function lineOf(unit: Unit, token: Token | undefined): number {
  if (token === undefined || unit.line === unit.endLine) return unit.line;
  let line = unit.line;
  for (let at = unit.text.indexOf("\n"); at !== -1 && at < token.at; at = unit.text.indexOf("\n", at + 1)) line++;
  return Math.min(line, unit.endLine);
}
