import type { Table } from "../../documents/markdown/block.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { isSilent, type Section } from "../spec/section.ts";
import { oncePerSpec, type Spec } from "../spec/spec.ts";
import { lineSpan } from "../spec/unit.ts";

/** A column of functions that the document's code defines, and one that it does not (SPEC 16.2). */
export const danglingName: Rule = {
  id: "dangling-name",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "A table names a function that the document's own code does not define, beside others that it does.",
  onByDefault: true,
  run: (spec) =>
    spec.sections
      .filter((section) => !isSilent(section))
      .flatMap((section) => section.tables.flatMap((table) => inTable(table, section, spec))),
};

const definedNames = oncePerSpec(({ sections }) => {
  const names = new Set<string>();
  for (const { fences } of sections) {
    for (const { text } of fences) {
      for (const [, name = ""] of text.matchAll(/\b(?:fn|def|function|func|fun|sub)\s+([A-Za-z_]\w{2,60})/g))
        names.add(name);
      for (const [, name = ""] of text.matchAll(
        /^\s{0,12}(?:(?:public|private|static|async|readonly)\s+){0,3}([A-Za-z_]\w{2,60})\s?\([^()\n]{0,200}\)\s?[:{]/gm,
      ))
        names.add(name);
    }
  }
  return names;
});

function inTable({ rows, header }: Table, section: Section, spec: Spec): RuleFinding[] {
  const names = definedNames(spec);
  if (names.size < 2) return [];
  return header.cells.flatMap((_, column) => {
    const calls = rows.flatMap(({ line, cells }) => {
      const name = /^`([A-Za-z_]\w{2,60})\([^`]{0,60}\)`/.exec(cells[column] ?? "")?.[1];
      return name === undefined ? [] : [{ name, line }];
    });
    const missing = calls.filter(({ name }) => !names.has(name));
    if (calls.length - missing.length < 2 || missing.length * 2 > calls.length) return [];
    return missing.map(({ name, line }) => ({
      at: lineSpan(section.units[0]?.lines ?? [], line),
      subject: `${name}()`,
      message: `${name}() is used here, and the code of the document does not define it as it does the others of this column.`,
      fix: "Name the function that is meant, or define it.",
    }));
  });
}
