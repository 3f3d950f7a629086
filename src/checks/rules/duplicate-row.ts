import type { Table } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import type { Rule, RuleFinding } from "../rule.ts";

const KEY_HEADER =
  /^(?:(?:error |exit |status |reason )?codes?|errors?|keys?|options?|flags?|fields?|parameters?|settings?|variables?|terms?|states?|status|metrics?|events?|ids?|names?|words?|headers?|properties|property|attributes?|columns?|commands?|screens?)$/i;

/** One key, two rows: a code, an option or a field that a table explains twice, differently (SPEC 16.2). */
export const duplicateRow: Rule = {
  id: "duplicate-row",
  type: "duplicate-definition",
  severity: "MEDIUM",
  summary: "A table explains one key twice.",
  onByDefault: true,
  run: (spec) =>
    spec.sections.filter(({ role }) => role !== "example").flatMap(({ tables }) => tables.flatMap(checkTable)),
};

function checkTable(table: Table): RuleFinding[] {
  if (!KEY_HEADER.test(plainText(table.header.cells[0] ?? "")) || table.rows.length < 3) return [];
  const first = new Map<string, Table["rows"][number]>();
  const found: RuleFinding[] = [];
  for (const row of table.rows) {
    const key = plainText(row.cells[0] ?? "");
    const other = first.get(key);
    if (key === "" || other === undefined) first.set(key, row);
    else if (row.cells.join("|") !== other.cells.join("|"))
      found.push(report(row.line, plainText(row.cells[0] ?? ""), other.line));
  }
  // More than one: the first column groups its rows and is no key.
  return found.length === 1 ? found : [];
}

function report(line: number, key: string, other: number): RuleFinding {
  return {
    line,
    endLine: line,
    message: `"${key}" is explained here and, differently, on line ${other}.`,
    fix: "Merge the two rows, or give one of them a key of its own.",
  };
}
