import { plainText } from "../../documents/markdown/inline.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import type { Unit } from "../spec/section.ts";
import { lineSpan, spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { contentStems } from "../spec/words.ts";

/** A table gives a key its name, and the text calls it by another (SPEC 16.2). */
export const conflictingName: Rule = {
  id: "conflicting-name",
  type: "contradiction",
  severity: "HIGH",
  summary: "A key of a table has another name in the text.",
  run: (spec) => {
    const names = namesOf(spec);
    const units = names.size < 2 ? [] : spec.stated.flatMap((section) => section.units);
    return units.filter(({ kind }) => kind !== "cell" && kind !== "quote").flatMap((unit) => inUnit(unit, names, spec));
  },
};

interface Named {
  readonly name: string;
  readonly line: number;
}

/** `| G1 | Selection Approval |` below `| Gate | Name |`. */
function namesOf({ sections }: Spec): Map<string, Named> {
  const names = new Map<string, Named>();
  for (const { header, rows } of sections.flatMap(({ tables }) => tables)) {
    const column = header.cells.findIndex((cell, index) => index > 0 && /^(?:name|title)$/i.test(plainText(cell)));
    for (const { cells, line } of column === -1 ? [] : rows) {
      const [key, name] = [plainText(cells[0] ?? ""), plainText(cells[column] ?? "")];
      if (/^[A-Z]{1,4}-?\d{1,3}$/.test(key) && name !== "" && !names.has(key)) names.set(key, { name, line });
    }
  }
  return names;
}

const CALLED = /(?<![\w-])([A-Z]{1,4}-?\d{1,3}) \(((?:[A-Z][\w-]+)(?: (?:[A-Z][\w-]+|of|and|the|for|&)){0,4})\)/g;

function inUnit(unit: Unit, names: ReadonlyMap<string, Named>, { markdown }: Spec): RuleFinding[] {
  return [...unit.plain.matchAll(CALLED)].flatMap((match) => {
    const [words, key = "", called = ""] = match;
    const known = names.get(key);
    if (known === undefined || shareWord(known.name, called)) return [];
    return {
      at: spanOf(unit, match.index, match.index + words.length),
      related: [lineSpan(markdown.lines, known.line)],
      subject: key,
      message: `${key} is "${called}" here and "${known.name}" in the table.`,
      fix: "Use one name for it.",
    };
  });
}

function shareWord(a: string, b: string): boolean {
  const words = contentStems(a);
  return [...contentStems(b)].some((word) => words.has(word));
}
