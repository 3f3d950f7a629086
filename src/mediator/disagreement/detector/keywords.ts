import type { OpenIssue } from "./concern.ts";
import type { Substance } from "./substance.ts";
import { wordsByTerm } from "./terms.ts";
import type { Workbench } from "./workbench.ts";

/** Which of a concern's keywords stand in what was written about it. */
export interface Coverage {
  /** By weight: rare words count more (SPEC 9, H4). */
  readonly share: number;
  /** As the Reviewer wrote them, heaviest first. */
  readonly found: readonly string[];
  readonly missing: readonly string[];
}

/** More keywords than these say no more about a concern. */
const HEAVIEST = 12;
/** The statements that count as the stretch nearest to the concern. */
const NEAREST = 6;

export function coverageOf(issue: OpenIssue, { matches }: Substance, bench: Workbench): Coverage {
  const written = wordsByTerm(`${issue.title}\n${issue.decided ?? ""}\n${issue.text}`);
  const heaviest = [...bench.concern(issue).weights].sort((a, b) => b[1] - a[1]).slice(0, HEAVIEST);
  const near = new Set(matches.slice(0, NEAREST).flatMap((match) => match.terms));
  const total = heaviest.reduce((sum, [, weight]) => sum + weight, 0);
  const met = heaviest.filter(([term]) => near.has(term));
  const words = (terms: readonly (readonly [number, number])[]) =>
    terms.map(([number]) => {
      const term = bench.lexicon.termOf(number);
      return written.get(term) ?? term;
    });
  return {
    share: total === 0 ? 0 : met.reduce((sum, [, weight]) => sum + weight, 0) / total,
    found: words(met),
    missing: words(heaviest.filter(([term]) => !near.has(term))),
  };
}
