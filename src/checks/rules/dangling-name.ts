import { found, type Rule } from "../rule.ts";
import { lineSpan } from "../spec/span.ts";
import { askInstead } from "./dangling-id.ts";

/** A column of functions that the document's code defines, and one that it does not (SPEC 16.2). */
export const danglingName: Rule = {
  id: "dangling-name",
  type: "dangling-ref",
  severity: "MEDIUM",
  summary: "A table names a function that the document's own code does not define.",
  fix: "Define the function, or name the one that was meant.",
  ask: askInstead,
  *run({ sections, stated, markdown }) {
    const code = sections.flatMap(({ fences }) => fences.map(({ text }) => text));
    const definitions = code.flatMap((text) => [...text.matchAll(DEFINITION)]);
    const names = new Set(definitions.map(([, named, called]) => named ?? called ?? ""));
    for (const { header, rows } of names.size < 2 ? [] : stated.flatMap(({ tables }) => tables))
      for (const column of header.cells.keys()) {
        const calls = rows.flatMap(({ line, cells }) => {
          const name = /^`([A-Za-z_]\w{2,60})\([^`]{0,60}\)`/.exec(cells[column] ?? "")?.[1];
          return name === undefined ? [] : { name, line };
        });
        const missing = calls.filter(({ name }) => !names.has(name));
        if (calls.length - missing.length < 2 || missing.length * 2 > calls.length) continue;
        for (const { name, line } of missing)
          yield found(
            lineSpan(markdown.lines, line),
            `${name}()`,
            `${name}() is not defined in this document's code, unlike the other functions in this column.`,
          );
      }
  },
};

const DEFINITION =
  /\b(?:fn|def|function|func|fun|sub)\s+([A-Za-z_]\w{2,60})|^\s{0,12}(?:(?:public|private|static|async|readonly)\s+){0,3}([A-Za-z_]\w{2,60})\s?\([^()\n]{0,200}\)\s?[:{]/gm;
