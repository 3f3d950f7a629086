import type { Section } from "../../../checks/spec/section.ts";
import type { Table } from "../../../documents/markdown/block.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Subject } from "../subject.ts";
import { insertLines, listEnd, newItem } from "./insert.ts";

/** The edit that puts a term into the glossary, in its form; `undefined` where the document has none. */
export function addTerm(subject: Subject, term: string, meaning: string): LineEdit | undefined {
  for (const section of subject.spec.sections.filter((one) => one.role === "glossary")) {
    const table = section.tables[0];
    if (table !== undefined) return tableRow(subject, table, [term, meaning]);
    const item = listItem(subject, section, term, meaning);
    if (item !== undefined) return item;
  }
  return undefined;
}

/** A row at the end of a table, its columns as wide as those above where the words fit. */
export function tableRow(subject: Subject, table: Table, cells: readonly string[]): LineEdit {
  return insertLines(subject, table.endLine, [rowLike(subject.lines[table.endLine - 1] ?? "", table, cells)]);
}

function rowLike(above: string, table: Table, cells: readonly string[]): string {
  const parts = above.split(/(?<!\\)\|/);
  const isFramed = above.trim().startsWith("|");
  const widths = (isFramed ? parts.slice(1, -1) : parts).map((part) => part.length - 2);
  const padded = table.header.cells.map((_, index) => {
    const text = (cells[index] ?? "").replace(/(?<!\\)\|/g, "\\|");
    return text.padEnd(Math.max(0, widths[index] ?? 0));
  });
  const indent = /^\s*/.exec(above)?.[0] ?? "";
  return isFramed ? `${indent}| ${padded.join(" | ")} |` : `${indent}${padded.join(" | ")}`;
}

function listItem(subject: Subject, section: Section, term: string, meaning: string): LineEdit | undefined {
  const item = section.units.findLast((unit) => unit.kind === "item");
  const end = item === undefined ? undefined : listEnd(subject, item);
  if (item === undefined || end === undefined) return undefined;
  const style = /^(\*\*|__|\*|_|`)?/.exec(item.text)?.[0] ?? "";
  const inside = new RegExp(`^${style.replace(/\*/g, "\\*")}[^*_\`]{1,80}:`).test(item.text) && style !== "";
  const dash = /^[^:]{1,80}\s([—–-])\s/.exec(item.text)?.[1];
  const lead =
    dash === undefined
      ? inside
        ? `${style}${term}:${style} `
        : `${style}${term}${style}: `
      : `${style}${term}${style} ${dash} `;
  return newItem(subject, end, `${lead}${meaning}`);
}
