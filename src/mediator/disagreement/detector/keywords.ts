import type { OpenIssue } from "./concern.ts";
import type { Substance } from "./substance.ts";
import type { Workbench } from "./workbench.ts";

/** Which of a concern's keywords stand in what was written about it. */
export interface Coverage {
  /** By weight: rare words count more (SPEC 9, H4). */
  readonly share: number;
  /** As the Reviewer wrote them, heaviest first. */
  readonly found: readonly string[];
  readonly missing: readonly string[];
  /** Those that the earlier proposal nowhere had, and this one has. */
  readonly taken: readonly string[];
}

/** More keywords than these say no more about a concern. */
const HEAVIEST = 12;
/** The statements that count as the stretch nearest to the concern. */
const NEAREST = 6;

export function coverageOf(issue: OpenIssue, { matches, taken }: Substance, bench: Workbench): Coverage {
  const { terms, weights } = bench.concern(issue);
  const near = new Set(matches.slice(0, NEAREST).flatMap((match) => match.terms));
  const heaviest = terms.slice(0, HEAVIEST).map((term, rank) => ({
    word: bench.lexicon.writtenOf(term),
    weight: weights[rank] ?? 0,
    met: near.has(term),
  }));
  const weigh = (of: typeof heaviest) => of.reduce((sum, { weight }) => sum + weight, 0);
  const met = heaviest.filter((keyword) => keyword.met);
  const total = weigh(heaviest);
  return {
    share: total === 0 ? 0 : weigh(met) / total,
    found: met.map(({ word }) => word),
    taken: taken.slice(0, HEAVIEST).map((term) => bench.lexicon.writtenOf(term)),
    missing: heaviest.filter((keyword) => !keyword.met).map(({ word }) => word),
  };
}
