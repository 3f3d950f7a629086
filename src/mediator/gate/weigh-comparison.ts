import { occursIn } from "../../documents/changes/occurs.ts";
import type { Comparison } from "../../documents/form/read-compared.ts";
import type { Spec } from "../../model/change.ts";
import { list, quote } from "./gate-context.ts";

/** What a final review's comparison is worth: its sound rows, and what is wrong with it (SPEC 12). */
export function weighComparison({ rows, covered }: Comparison, spec: Spec, listed: number) {
  const weighed = rows.map((row) => ({ row, words: row.quotations.filter((words) => occursIn(spec, words)) }));
  const numbers = Array.from({ length: listed }, (_, index) => index + 1);
  return {
    rows: weighed.flatMap(({ row, words }) => (words.length < 2 ? [] : [{ ...row, quotations: words }])),
    ungrounded: weighed.flatMap(({ row, words }) => {
      const absent = row.quotations.filter((quotation) => !words.includes(quotation));
      if (absent.length > 0) return absent.map((quotation) => `${quote(row.subject)} quotes ${quote(quotation)}`);
      return words.length < 2 ? [`${quote(row.subject)} quotes fewer than two passages`] : [];
    }),
    missing: numbers.filter((number) => !covered.some(([from, to]) => from <= number && number <= to)),
  };
}

export function missingText(missing: readonly number[]): string {
  return `not compared: ${missing.length === 1 ? "change" : "changes"} ${list(missing.map(String))}`;
}
