import { lineCounter } from "../../documents/markdown/line-starts.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Span } from "../finding.ts";
import type { Unit } from "./spec.ts";

/** The place of some characters of a unit in the document. */
export function spanOf(unit: Unit, start = 0, end = unit.text.length): Span {
  const from = positionOf(unit, start);
  const to = positionOf(unit, Math.max(start, end));
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function positionOf(unit: Unit, offset: number): { line: number; column: number } {
  const { text, line, lines, endLine, from } = unit;
  const row = linesBefore(unit)(offset);
  const at = Math.min(line + row, endLine);
  const lineStart = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const lineEnd = text.indexOf("\n", lineStart);
  const words = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd);
  // The parser removes indentation and the marks of lists and quotations.
  const searched = words.trim() === "" ? words : words.trimEnd();
  const shift = Math.max(0, (lines[at - 1] ?? "").indexOf(searched, row === 0 ? from : 0));
  return { line: at, column: shift + (offset - lineStart) + 1 };
}

/** Remembered, because a long paragraph may have many matches. */
const linesBefore = rememberFor(({ text }: Unit) => lineCounter(text));

/** The span of a whole line. */
export function lineSpan(lines: readonly string[], line: number): Span {
  const text = lines[line - 1] ?? "";
  const column = text.length - text.trimStart().length + 1;
  return { line, column, endLine: line, endColumn: Math.max(column, text.trimEnd().length + 1) };
}

/** A match of a pattern in a unit. Its place is computed on demand, because most matches turn out to be no finding. */
export interface Match {
  readonly unit: Unit;
  readonly match: RegExpExecArray;
  at(): Span;
}

/** All matches of a pattern in units: in their plain text or, if code counts too, in their text. */
export function* matchesIn(
  units: Iterable<Unit>,
  pattern: RegExp,
  where: "plain" | "text" = "plain",
): Generator<Match> {
  for (const unit of units)
    for (const match of unit[where].matchAll(pattern))
      yield { unit, match, at: () => spanOf(unit, match.index, match.index + match[0].length) };
}
