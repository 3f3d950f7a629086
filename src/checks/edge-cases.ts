import { groupBy } from "../model/group-by.ts";
import type { EdgeCases, Finding, Span } from "./finding.ts";

/** The questions of a list of edge cases as one finding, with every one as a related place; none where half are answered. */
export function edgeCases(findings: readonly Finding[]): Finding[] {
  const lists = groupBy(findings, ({ cases }) => cases);
  return [...lists].flatMap(([cases, [first, ...others]]) => {
    if (first === undefined) return [];
    if (cases === undefined) return [first, ...others];
    const { cases: _, list: __, ...rest } = first;
    const { at, title, questions } = cases;
    const places = [first, ...others].map(
      ({ line, column, endLine, endColumn }): Span => ({ line, column, endLine, endColumn }),
    );
    return leftOpen({ ...rest, ...at, subject: title, fix: FIX, questions }, places) ?? [];
  });
}

const FIX = "Answer each one there, or name the requirement that does.";

/** A finding on a list of edge cases whose other questions are answered; nothing where these are half of them. */
export function leftOpen(
  finding: Finding & Pick<EdgeCases, "questions">,
  related: readonly Span[],
): Finding | undefined {
  const { questions, subject } = finding;
  if (related.length * 2 <= questions) return undefined;
  const are = questions === 1 ? `The question in "${subject}" has no answer beside it.` : undefined;
  const count = related.length === questions ? `The ${questions}` : `${related.length} of ${questions}`;
  return { ...finding, related, message: are ?? `${count} questions in "${subject}" have no answer beside them.` };
}
