import type { GapId } from "../../../model/ids.ts";
import { type Concern, concernOf, type OpenIssue } from "./concern.ts";
import type { DetectorInput, EngineerText } from "./detector-input.ts";
import { type DocumentIndex, indexDocument } from "./document-index.ts";
import { createLexicon, type Lexicon } from "./lexicon.ts";
import { type FoldedText, fold, foldedText, quotesOf } from "./passage.ts";
import { answersToOthers, partAbout } from "./scope.ts";
import { measureSubstance, type Search, type Substance } from "./substance.ts";
import { rarity } from "./word-statistics.ts";

/** Everything that is worked out once per document and used for each of its issues. */
export interface Workbench {
  readonly lexicon: Lexicon;
  readonly weigh: (term: number) => number;
  readonly document: DocumentIndex;
  readonly earlier: DocumentIndex | undefined;
  readonly squares: Float64Array;
  /** Of a statement: the earlier proposal says the same, word for word. */
  readonly said: Uint8Array;
  readonly lines: readonly string[];
  readonly concern: (issue: OpenIssue) => Concern;
  readonly answersAnother: (issue: OpenIssue) => (line: number) => boolean;
  readonly now: FoldedText;
  readonly before: FoldedText;
}

export function createWorkbench(input: DetectorInput): Workbench {
  const lexicon = createLexicon();
  const document = indexDocument(input.proposal.text, lexicon);
  const earlier = input.earlier && indexDocument(input.earlier.text, lexicon);
  const weigh = weighing(input, lexicon, earlier ? [document, earlier] : [document]);
  const said = new Set(earlier?.folded);
  const lines = input.proposal.text.split("\n");
  const concerns = new Map<OpenIssue, Concern>();
  return {
    lexicon,
    weigh,
    document,
    earlier,
    squares: Float64Array.from(document.terms, (terms) => terms.reduce((sum, term) => sum + weigh(term) ** 2, 0)),
    said: Uint8Array.from(document.folded, (folded) => (said.has(folded) ? 1 : 0)),
    lines,
    concern: (issue) => {
      const concern = concerns.get(issue) ?? concernOf(issue, lexicon.numbers, weigh);
      concerns.set(issue, concern);
      return concern;
    },
    answersAnother: answersToOthers(input.proposal.document, lines.length),
    now: foldedText(input.proposal.text),
    before: foldedText(input.earlier?.text ?? ""),
  };
}

/** Rarity in the session's words where they are given, else in the documents at hand and the issues themselves. */
function weighing(
  input: DetectorInput,
  lexicon: Lexicon,
  documents: readonly DocumentIndex[],
): (term: number) => number {
  const issues = input.issues.map((issue) => lexicon.numbers(issue.text));
  const { words } = input;
  const counts = new Float64Array(lexicon.size());
  let stretches = 0;
  for (const list of [...documents.flatMap(({ terms }) => terms), ...issues]) {
    stretches += 1;
    for (const term of list) counts[term] = (counts[term] ?? 0) + 1;
  }
  const weights = words
    ? Float64Array.from(counts, (_, term) => rarity(words.stretches, words.count(lexicon.termOf(term))))
    : counts.map((count) => rarity(stretches, count));
  const unknown = rarity(words?.stretches ?? stretches, 0);
  return (term) => weights[term] ?? unknown;
}

/** The search for one issue's substance: where its gap is spoken of, not where another issue is answered. */
export function searchFor(bench: Workbench, input: DetectorInput, issue: OpenIssue, gaps: readonly GapId[]): Search {
  const { document, earlier, said, squares, weigh } = bench;
  const inPart = partAbout(input.proposal.document, gaps);
  const another = bench.answersAnother(issue);
  // Without the earlier proposal its words are known only as far as the issue quotes them.
  const quotes = earlier ? [] : quotesOf(issue.location ?? "").map(fold);
  const candidate = (number: number) => {
    const line = document.statements[number]?.line ?? 0;
    if (said[number] === 1 || another(line) || !inPart(line)) return false;
    return quotes.length === 0 || !quotes.some((quote) => document.folded[number]?.includes(quote));
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

/** The substance of an issue, on all lines of the search or on some. */
export function substanceOf(
  bench: Workbench,
  search: Search,
  issue: OpenIssue,
  on: ((line: number) => boolean) | undefined,
): Substance {
  const concern = bench.concern(issue);
  if (!on) return measureSubstance(concern, search);
  const candidate = (number: number) => on(search.document.statements[number]?.line ?? 0) && search.candidate(number);
  return measureSubstance(concern, { ...search, candidate });
}
