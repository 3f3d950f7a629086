import type { Table } from "../markdown/block.ts";
import { type Context, textOf } from "./context.ts";

/** Whether a row has more cells than the header: markdown drops those behind. */
export function dropsCells(context: Context, { header, rows }: Table): boolean {
  return rows.some(({ line }) => cellsIn(textOf(context, { line, endLine: line })) > header.cells.length);
}

function cellsIn(row: string): number {
  const bare = row.trim().replaceAll("\\|", "").replace(/^\|/, "").replace(/\|$/, "");
  return bare.split("|").length;
}
