/** A column of a table: its name, and whether its values are numbers. */
export type Column = string | { readonly name: string; readonly numbers: true };

/** The two lines that begin a markdown table. */
export function tableHead(columns: readonly Column[]): string {
  const names = columns.map((column) => (typeof column === "string" ? column : column.name));
  const rules = columns.map((column) => (typeof column === "string" ? "---" : "--:"));
  return `${tableRow(names)}\n${tableRow(rules)}`;
}

/** One line of a markdown table. The cells are markdown already: escape what comes from outside. */
export function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** A whole table, or the words for an empty one. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly (string | number)[])[],
  empty: string,
): string {
  return tableOfLines(columns, rows.map(tableRow), empty);
}

/** The same of rows that are rendered already. */
export function tableOfLines(columns: readonly Column[], lines: readonly string[], empty: string): string {
  return lines.length === 0 ? empty : [tableHead(columns), ...lines].join("\n");
}
