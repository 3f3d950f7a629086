import { isBinding } from "./binding.ts";
import { labelLength } from "./label.ts";
import { mask } from "./mask.ts";
import type { Section } from "./section.ts";
import { splitTokens } from "./split-tokens.ts";
import { type Token, tokenize } from "./tokens.ts";

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
  /** The words bind: a rationale, an example, a quotation and a glossary explain. */
  readonly binding: boolean;
  /** Without the label that the unit begins with. */
  readonly sentences: readonly Sentence[];
  readonly section: Section;
  /** The number, or the bullet, of a list item. */
  readonly marker?: string;
}

/** The tokens between two full stops. */
export interface Sentence {
  readonly unit: Unit;
  readonly tokens: readonly Token[];
}

export type UnitSource = Pick<Unit, "kind" | "line" | "endLine" | "text" | "section" | "marker">;

export function createUnit(source: UnitSource): Unit {
  const masked = mask(source.text);
  const tokens = tokenize(masked);
  const sentences: Sentence[] = [];
  const unit: Unit = { ...source, masked, tokens, sentences, binding: isBinding(source) };
  const start = source.kind === "heading" ? 0 : labelLength(source.text);
  const said = start === 0 ? tokens : tokens.filter((token) => token.at >= start);
  for (const part of splitTokens(said)) sentences.push({ unit, tokens: part });
  return unit;
}

/** The line of the document on which a token of the unit stands. */
export function lineOf(unit: Unit, token: Token | undefined): number {
  if (token === undefined || unit.line === unit.endLine) return unit.line;
  let line = unit.line;
  for (let at = unit.text.indexOf("\n"); at !== -1 && at < token.at; at = unit.text.indexOf("\n", at + 1)) line++;
  return Math.min(line, unit.endLine);
}
