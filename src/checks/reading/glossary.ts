import { plainText } from "../../documents/markdown/inline.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Span } from "../finding.ts";
import { lineSpan, spanOf } from "./span.ts";
import type { Spec } from "./spec.ts";

export interface Term {
  readonly name: string;
  readonly meaning: string;
  /** The line of the glossary's heading; absent for a term that is itself a heading. */
  readonly glossary?: number;
  readonly at: Span;
}

const LED =
  /^\W*?(?:\*\*|__|`)?([A-Za-z][\w ./&()'-]{0,60}?)(?:\*\*|__|`)?\s*(?::(?:\*\*|__)?|\s[—–-]\s)\s*(?:\*\*|__)?\s*(\S[\s\S]*)$/;

/** The terms of the document's glossary: items, rows, and headings within it. */
export const glossaryOf = rememberFor(({ sections, markdown: { lines } }: Spec): readonly Term[] =>
  sections
    .filter(({ role }) => role === "glossary")
    .flatMap(({ units, tables, title, node }) => {
      const led = units
        .filter(({ kind, depth }) => kind !== "heading" && kind !== "cell" && depth <= 1)
        .flatMap((unit) => {
          const [, name = "", meaning = ""] = LED.exec(unit.text) ?? [];
          return name === "" ? [] : { name: name.trim(), meaning, glossary: node.line, at: spanOf(unit) };
        });
      const rows = tables.flatMap((table) => table.rows);
      const listed = rows.map(({ cells: [name = "", ...meaning], line }) => {
        return { name: plainText(name), meaning: meaning.join(" "), glossary: node.line, at: lineSpan(lines, line) };
      });
      if (node.level <= 2) return [...led, ...listed];
      const texts = units.slice(1).map(({ text }) => text);
      return [...led, ...listed, { name: title, meaning: texts.join(" "), at: lineSpan(lines, node.line) }];
    }),
);
