import { leadingId } from "../../model/requirement-id.ts";

/** Where the one line among others stands that begins with the same id: of lines that were rewritten it is the same. */
export function lineWithSameId(line: string, others: readonly string[]): number | undefined {
  const id = idOf(line);
  if (id === undefined) return undefined;
  const same = others.flatMap((other, at) => (idOf(other) === id ? [at] : []));
  return same.length === 1 ? same[0] : undefined;
}

/** Behind the marks of a quotation, an item or a heading. */
function idOf(line: string): string | undefined {
  return leadingId(line.replace(/^[\s>]*(?:(?:[-*+]|#{1,6}|\d{1,9}[.)])\s+)?/, ""))?.id;
}
