import type { Table } from "../../documents/markdown/block.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { lineSpan } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";

/** A column of functions that the document's code defines, and one that it does not (SPEC 16.2). */
export const danglingName: Rule = {
  id: "dangling-name",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "A table names a function that the document's own code does not define, beside others that it does.",
  run: (spec) => {
    const names = definedNames(spec);
    const tables = names.size < 2 ? [] : spec.stated.flatMap((section) => section.tables);
    return tables.flatMap((table) => inTable(table, names, spec));
  },
};

const DEFINITION =
  /\b(?:fn|def|function|func|fun|sub)\s+([A-Za-z_]\w{2,60})|^\s{0,12}(?:(?:public|private|static|async|readonly)\s+){0,3}([A-Za-z_]\w{2,60})\s?\([^()\n]{0,200}\)\s?[:{]/gm;

function definedNames({ sections }: Spec): Set<string> {
  const code = sections.flatMap(({ fences }) => fences.map(({ text }) => text));
  return new Set(
    code.flatMap((text) => Array.from(text.matchAll(DEFINITION), ([, named, called]) => named ?? called ?? "")),
  );
}

function inTable({ rows, header }: Table, names: ReadonlySet<string>, { markdown }: Spec): RuleFinding[] {
  return header.cells.flatMap((_, column) => {
    const calls = rows.flatMap(({ line, cells }) => {
      const name = /^`([A-Za-z_]\w{2,60})\([^`]{0,60}\)`/.exec(cells[column] ?? "")?.[1];
      return name === undefined ? [] : { name, line };
    });
    const missing = calls.filter(({ name }) => !names.has(name));
    if (calls.length - missing.length < 2 || missing.length * 2 > calls.length) return [];
    return missing.map(({ name, line }) => ({
      at: lineSpan(markdown.lines, line),
      subject: `${name}()`,
      message: `${name}() is used here, and the code of the document does not define it as it does the others of this column.`,
      fix: "Name the function that is meant, or define it.",
    }));
  });
}
