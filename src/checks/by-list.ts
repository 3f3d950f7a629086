import { groupBy } from "../model/group-by.ts";
import type { Finding } from "./finding.ts";

/** Joins the findings of one rule in one list: the first stands for all, with the others as related places. */
export function byList(findings: readonly Finding[]): Finding[] {
  const keyOf = ({ rule, severity, list }: Finding): string => JSON.stringify([rule, severity, list]);
  const lists = groupBy(findings, keyOf);
  return findings.flatMap((finding) => {
    const [first, ...others] = finding.list === undefined ? [finding] : (lists.get(keyOf(finding)) ?? []);
    if (first !== finding) return [];
    if (others.length === 0) return finding;
    const more = `${others.length} more in "${finding.list}".`;
    const related = others.flatMap(({ related, line, column, endLine, endColumn }) => [
      { line, column, endLine, endColumn },
      ...related,
    ]);
    return { ...finding, message: `${finding.message} ${more}`, related: [...finding.related, ...related] };
  });
}
