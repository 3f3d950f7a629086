/** Parts of a record as a person reads them: a section; the rows of a table by the names of their columns, in lower case. */

export type Row = Readonly<Record<string, string>>;

const cells = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

const isRow = (line: string | undefined): line is string => line?.startsWith("|") ?? false;

/** The rows of every table that has columns with all these names (a name may be one of several). */
export function rowsOf(text: string, ...columns: readonly (string | RegExp)[]): Row[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    const isHead = isRow(line) && /^\|[\s:|-]+\|$/.test(lines[at + 1] ?? "");
    return isHead ? tableAt(lines, at, columns) : [];
  });
}

function tableAt(lines: readonly string[], at: number, columns: readonly (string | RegExp)[]): Row[] {
  const names = cells(lines[at] ?? "").map((name) => name.toLowerCase());
  const fits = columns.every((column) =>
    names.some((name) => (typeof column === "string" ? name === column : column.test(name))),
  );
  const after = lines.slice(at + 2);
  const end = after.findIndex((line) => !isRow(line));
  const rows = after.slice(0, end < 0 ? undefined : end);
  return fits ? rows.map((row) => Object.fromEntries(cells(row).map((cell, index) => [names[index] ?? "", cell]))) : [];
}

export const wholeRow = (row: Row): string => Object.values(row).join(" | ");

/** The part of a document from a heading to the next one of its level or above. */
export function section(text: string, heading: string): string {
  const lines = text.split("\n");
  const isHeading = (line: string) => /^#+ /.test(line);
  const exact = lines.findIndex((line) => isHeading(line) && line.replace(/^#+ /, "") === heading);
  const from = exact < 0 ? lines.findIndex((line) => isHeading(line) && line.includes(heading)) : exact;
  if (from < 0) return "";
  const level = lines[from]?.match(/^#+/)?.[0].length ?? 1;
  const length = lines.slice(from + 1).findIndex((line) => (line.match(/^#+(?= )/)?.[0].length ?? 9) <= level);
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join("\n");
}
