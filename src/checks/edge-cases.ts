import { groupBy } from "../model/group-by.ts";
import type { EdgeCases, Finding, Span } from "./finding.ts";

/** Joins the questions of a list of edge cases into one finding, with each of them as a related place. */
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

/** The finding for a list of edge cases whose open questions are `related`; `undefined` if there are none. */
export function leftOpen(
  finding: Finding & Pick<EdgeCases, "questions">,
  related: readonly Span[],
): Finding | undefined {
  const { questions, subject } = finding;
  if (related.length === 0) return undefined;
  const many =
    related.length === questions ? `The ${questions} questions` : `${related.length} of ${questions} questions`;
  const which = questions === 1 ? "The question" : many;
  const left = related.length === 1 ? "has no answer beside it" : "have no answer beside them";
  return { ...finding, related, message: `${which} in "${subject}" ${left}.` };
}
