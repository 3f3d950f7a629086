import { withoutCode } from "../../documents/markdown/inline.ts";
import type { Span } from "../finding.ts";
import type { Section } from "./section.ts";

export type UnitKind = "heading" | "paragraph" | "item" | "cell" | "quote";

/** A stretch of prose that stands by itself: a heading, a paragraph, the text of a list item, a cell of a table. */
export interface Unit {
  readonly kind: UnitKind;
  readonly line: number;
  readonly endLine: number;
  /** Inline markdown as written. */
  readonly text: string;
  /** The same length as the text, with code spans and comments blotted out. */
  readonly plain: string;
  readonly section: Section;
  /** The number, or the bullet, of a list item. */
  readonly marker: string | undefined;
  /** How deep in lists it stands; 0 outside of any. */
  readonly depth: number;
  /** `- [ ]` or `- [x]`. */
  readonly isTask: boolean;
  /** Lists, paragraphs and code of the same list item. */
  readonly hasMore: boolean;
  readonly lines: readonly string[];
}

export type UnitSource = Omit<Unit, "plain" | "isTask">;

/** Written out, since a long spec has a hundred thousand of them. */
export function makeUnit({ kind, line, endLine, text, section, marker, depth, hasMore, lines }: UnitSource): Unit {
  const isTask = text.startsWith("[") && /^\[[ xX]\]\s/.test(text);
  return { kind, line, endLine, text, plain: withoutCode(text), section, marker, depth, isTask, hasMore, lines };
}

/** Where some characters of a unit stand in the document. */
export function spanOf(unit: Unit, start = 0, end = unit.text.length): Span {
  const from = positionOf(unit, start);
  const to = positionOf(unit, Math.max(start, end));
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function positionOf({ text, line, lines, endLine }: Unit, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const breaks = before.split("\n");
  const at = Math.min(line + breaks.length - 1, endLine);
  const lineStart = offset - (breaks.at(-1)?.length ?? 0);
  const lineEnd = text.indexOf("\n", lineStart);
  const words = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd);
  // The parser takes indentation and the marks of lists and quotations off.
  const shift = Math.max(0, (lines[at - 1] ?? "").indexOf(words.trim() === "" ? words : words.trimEnd()));
  return { line: at, column: shift + (offset - lineStart) + 1 };
}

/** The span of a whole line. */
export function lineSpan(lines: readonly string[], line: number): Span {
  const text = lines[line - 1] ?? "";
  const column = text.length - text.trimStart().length + 1;
  return { line, column, endLine: line, endColumn: Math.max(column, text.trimEnd().length + 1) };
}
