import { type Concern, concernOf, type OpenIssue } from "./concern.ts";
import type { DetectorInput, EngineerText } from "./detector-input.ts";
import { type DocumentIndex, indexDocument } from "./document-index.ts";
import { fold } from "./passage.ts";
import { answersAnother, partAbout } from "./scope.ts";
import { measureSubstance, type Search, type Substance } from "./substance.ts";
import { type TermReader, termReader } from "./terms.ts";
import { countTerms, rarity } from "./word-statistics.ts";

/** Everything that is worked out once per document and used for each of its issues. */
export interface Workbench {
  readonly read: TermReader;
  readonly weigh: (term: string) => number;
  readonly document: DocumentIndex;
  readonly earlier: DocumentIndex | undefined;
  readonly squares: readonly number[];
  /** Folded statements of the earlier proposal. */
  readonly said: ReadonlySet<string>;
  readonly lines: readonly string[];
  /** The lines of both documents as they are compared; worked out when first asked for. */
  readonly foldedNow: () => readonly string[];
  readonly foldedBefore: () => readonly string[];
}

export function createWorkbench(input: DetectorInput): Workbench {
  const read = termReader();
  const document = indexDocument(input.proposal.text, read);
  const earlier = input.earlier && indexDocument(input.earlier.text, read);
  const words =
    input.words ??
    countTerms([...document.terms, ...(earlier?.terms ?? []), ...input.issues.map((issue) => read(issue.text))]);
  const weights = new Map<string, number>();
  const weigh = (term: string) => {
    let weight = weights.get(term);
    if (weight === undefined) {
      weight = rarity(words, term);
      weights.set(term, weight);
    }
    return weight;
  };
  return {
    read,
    weigh,
    document,
    earlier,
    squares: document.terms.map((terms) => terms.reduce((sum, term) => sum + weigh(term) ** 2, 0)),
    said: new Set(earlier?.folded),
    lines: input.proposal.text.split("\n"),
    foldedNow: once(() => input.proposal.text.split("\n").map(fold)),
    foldedBefore: once(() => (input.earlier?.text ?? "").split("\n").map(fold)),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The search for one issue's substance: where its gap is spoken of, not where another issue is answered. */
export function searchFor(
  bench: Workbench,
  input: DetectorInput,
  issue: OpenIssue,
  gaps: readonly OpenIssue["gap"][],
): Search {
  const { document, earlier, said, squares, weigh } = bench;
  const about = gaps.flatMap((gap) => (gap === undefined ? [] : [gap]));
  const inPart = partAbout(input.proposal.document, about);
  const another = answersAnother(input.proposal.document, issue, bench.lines.length);
  const candidate = (number: number) => {
    const line = document.statements[number]?.line ?? 0;
    return inPart(line) && !another(line) && !said.has(document.folded[number] ?? "");
  };
  const before = input.earlier &&
    earlier && { document: earlier, within: withinEarlier(input.earlier, earlier, issue) };
  return { document, candidate, squares, weigh, ...(before && { earlier: before }) };
}

/** The part of the earlier document about the issue's gap; all of it where it does not propose that gap. */
function withinEarlier({ document }: EngineerText, index: DocumentIndex, { gap }: OpenIssue): (n: number) => boolean {
  const proposed = gap !== undefined && document.resolutions.some((resolution) => resolution.gap === gap);
  const inPart = partAbout(document, proposed ? [gap] : []);
  return (number) => inPart(index.statements[number]?.line ?? 0);
}

export function concernIn(bench: Workbench, issue: OpenIssue): Concern {
  return concernOf(issue, bench.read, bench.weigh);
}

export function substanceOf(
  bench: Workbench,
  search: Search,
  issue: OpenIssue,
  restrict?: (line: number) => boolean,
): Substance {
  const concern = concernIn(bench, issue);
  if (!restrict) return measureSubstance(concern, search);
  const candidate = (number: number) =>
    restrict(search.document.statements[number]?.line ?? 0) && search.candidate(number);
  return measureSubstance(concern, { ...search, candidate });
}
