import { plainText } from "../../documents/markdown/inline.ts";
import { lineSpan, matchesIn } from "../reading/span.ts";
import type { Spec } from "../reading/spec.ts";
import { sharedStems } from "../reading/words.ts";
import { found, type Rule } from "../rule.ts";

/** A table gives a key its name, and the text calls it by another (SPEC 16.2). */
export const conflictingName: Rule = {
  id: "conflicting-name",
  type: "contradiction",
  severity: "HIGH",
  summary: "A key has one name in a table and another in the text.",
  fix: "Use the same name in both places.",
  ask: "Which one should change?",
  *run(spec) {
    const names = namesOf(spec);
    const all = names.size < 2 ? [] : spec.stated.flatMap(({ units }) => units);
    const units = all.filter(({ kind }) => kind !== "cell" && kind !== "quote");
    for (const { match, at } of matchesIn(units, CALLED)) {
      const [, key = "", called = ""] = match;
      const known = names.get(key);
      if (known === undefined || sharedStems(known.name, called) > 0) continue;
      const there = lineSpan(spec.markdown.lines, known.line);
      yield found(at(), key, `${key} is called "${called}" here but "${known.name}" in the table.`, [there]);
    }
  },
};

const CALLED = /(?<![\w-])([A-Z]{1,4}-?\d{1,3}) \(((?:[A-Z][\w-]+)(?: (?:[A-Z][\w-]+|of|and|the|for|&)){0,4})\)/g;

/** The names of keys by tables such as `| Gate | Name |` with a row `| G1 | Selection Approval |`. */
function namesOf({ sections }: Spec): Map<string, { readonly name: string; readonly line: number }> {
  const names = new Map<string, { name: string; line: number }>();
  for (const { header, rows } of sections.flatMap(({ tables }) => tables)) {
    const column = header.cells.findIndex((cell, index) => index > 0 && /^(?:name|title)$/i.test(plainText(cell)));
    for (const { cells, line } of column === -1 ? [] : rows) {
      const [key, name] = [plainText(cells[0] ?? ""), plainText(cells[column] ?? "")];
      if (/^[A-Z]{1,4}-?\d{1,3}$/.test(key) && name !== "" && !names.has(key)) names.set(key, { name, line });
    }
  }
  return names;
}
