import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The tables of `statements/*.md`: what the design documents demand, and the test that shows each. */

const FOLDER = fileURLToPath(new URL("../statements/", import.meta.url));

export interface StatementRow {
  readonly line: string;
  readonly statement: string;
  readonly ruling: string;
  readonly test: string;
}

export interface StatementTable {
  readonly document: string;
  readonly rows: readonly StatementRow[];
}

export function readStatements(): StatementTable[] {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".md")) : [];
  return names
    .sort()
    .map((name) => ({ document: name.slice(0, -3), rows: rowsOf(readFileSync(FOLDER + name, "utf8")) }));
}

function rowsOf(markdown: string): StatementRow[] {
  const lines = markdown.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((row) => {
    const [line = "", statement = "", ruling = "", test = ""] = row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) =>
        cell
          .trim()
          .replaceAll("\\|", "|")
          .replace(/^`(.*)`$/, "$1"),
      );
    return { line, statement, ruling, test };
  });
}

/** One line for whoever reads the output of a test run. */
export function matrixCount(): string {
  const tables = readStatements();
  const total = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  const differing = tables.flatMap(({ rows }) => rows).filter(({ test }) => test.startsWith("differs")).length;
  const each = tables.map(({ document, rows }) => `${document} ${rows.length}`).join(", ");
  return `contract matrix: ${total} statements (${each}), ${differing} met differently on purpose`;
}
