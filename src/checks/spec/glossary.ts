import { plainText } from "../../documents/markdown/inline.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Span } from "../finding.ts";
import { lineSpan, spanOf } from "./span.ts";
import type { Spec } from "./spec.ts";

export interface Term {
  readonly name: string;
  readonly meaning: string;
  readonly at: Span;
}

const LED =
  /^\W*?(?:\*\*|__|`)?([A-Za-z][\w ./&()'-]{0,60}?)(?:\*\*|__|`)?\s*(?::(?:\*\*|__)?|\s[—–-]\s)\s*(?:\*\*|__)?\s*(\S[\s\S]*)$/;

/** The terms of the document's glossary, where it has one. */
export const glossaryOf = rememberFor(({ sections, markdown }: Spec): readonly Term[] =>
  sections
    .filter(({ role }) => role === "glossary")
    .flatMap(({ units, tables, title, node }) => [
      ...units
        .filter(({ kind, depth }) => kind !== "heading" && kind !== "cell" && depth <= 1)
        .flatMap((unit) => {
          const [, name = "", meaning = ""] = LED.exec(unit.text) ?? [];
          return name === "" ? [] : [{ name: name.trim(), meaning, at: spanOf(unit) }];
        }),
      ...tables.flatMap(({ rows }) =>
        rows.map(({ cells, line }) => ({
          name: plainText(cells[0] ?? ""),
          meaning: cells.slice(1).join(" "),
          at: lineSpan(markdown.lines, line),
        })),
      ),
      ...(node.level > 2
        ? [
            {
              name: title,
              meaning: units
                .slice(1)
                .map(({ text }) => text)
                .join(" "),
              at: lineSpan(markdown.lines, node.line),
            },
          ]
        : []),
    ]),
);
