import type { GapId } from "../../../model/ids.ts";
import { type Concern, concernOf, type OpenIssue } from "./concern.ts";
import type { DetectorInput, EngineerText } from "./detector-input.ts";
import { type DocumentIndex, indexDocument } from "./document-index.ts";
import { createLexicon, type Lexicon } from "./lexicon.ts";
import { fold, quotesOf } from "./passage.ts";
import { type HeadingLine, headingLines } from "./pointers.ts";
import { answersToOthers, partAbout } from "./scope.ts";
import { createScratch, measureSubstance, type Scratch, type Search, type Substance } from "./substance.ts";
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
  readonly headings: readonly HeadingLine[];
  readonly concern: (issue: OpenIssue) => Concern;
  readonly answersAnother: (issue: OpenIssue) => (line: number) => boolean;
  /** The ids of issues that the text names, in an answer or not. */
  readonly mentions: ReadonlySet<string>;
  readonly scratch: Scratch;
}

export function createWorkbench(input: DetectorInput): Workbench {
  const lexicon = createLexicon();
  const issues = input.issues.map((issue) => lexicon.numbers(textsOf(issue)));
  const sought = lexicon.size();
  const document = indexDocument(input.proposal.text, lexicon, sought);
  const earlier = input.earlier && indexDocument(input.earlier.text, lexicon, sought);
  const weigh = weighing(input, lexicon, issues, earlier ? [document, earlier] : [document]);
  const said = new Set(earlier?.keys);
  const lines = input.proposal.text.split("\n");
  const concerns = new Map<OpenIssue, Concern>();
  return {
    lexicon,
    weigh,
    document,
    earlier,
    squares: squaresOf(document, weigh),
    said: Uint8Array.from(document.keys, (key) => (said.has(key) ? 1 : 0)),
    lines,
    headings: headingLines(lines),
    concern: (issue) => {
      const concern = concerns.get(issue) ?? concernOf(issue, lexicon.numbers, weigh);
      concerns.set(issue, concern);
      return concern;
    },
    answersAnother: answersToOthers(input.proposal.document, lines.length),
    mentions: mentionsIn(input.proposal.text),
    scratch: createScratch(document.statements.length, earlier?.statements.length ?? 0),
  };
}

function squaresOf({ terms, starts, statements }: DocumentIndex, weigh: (term: number) => number): Float64Array {
  const squares = new Float64Array(statements.length);
  for (let number = 0; number < squares.length; number++) {
    let sum = 0;
    for (let at = starts[number] ?? 0; at < (starts[number + 1] ?? 0); at++) sum += weigh(terms[at] ?? 0) ** 2;
    squares[number] = sum;
  }
  return squares;
}

/** All the words that are looked for on behalf of an issue. */
function textsOf({ title, text, location = "", suggestion = "", decided = "" }: OpenIssue): string {
  return [title, text, location, suggestion, decided].join("\n");
}

function mentionsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/ISSUE-R\d{1,6}-\d{3}(?![\d-])/g));
}

/** Rarity in the session's words where they are given, else in the documents at hand and the issues themselves. */
function weighing(
  input: DetectorInput,
  lexicon: Lexicon,
  issues: readonly (readonly number[])[],
  documents: readonly DocumentIndex[],
): (term: number) => number {
  const { words } = input;
  const size = lexicon.size();
  const weights = new Float64Array(size);
  if (words)
    for (let term = 0; term < size; term++) weights[term] = rarity(words.stretches, words.count(lexicon.termOf(term)));
  else {
    const count = (terms: readonly number[]) => {
      for (const term of terms) weights[term] = (weights[term] ?? 0) + 1;
    };
    for (const { terms } of documents) count(terms);
    for (const terms of issues) count(terms);
    const stretches = documents.reduce((sum, { statements }) => sum + statements.length, issues.length);
    for (let term = 0; term < size; term++) weights[term] = rarity(stretches, weights[term] ?? 0);
  }
  return (term) => weights[term] ?? 0;
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
    if (quotes.length === 0) return true;
    const words = fold(document.statements[number]?.text ?? "");
    return !quotes.some((quote) => words.includes(quote));
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
  if (!on) return measureSubstance(concern, search, bench.scratch);
  const candidate = (number: number) => on(search.document.statements[number]?.line ?? 0) && search.candidate(number);
  return measureSubstance(concern, { ...search, candidate }, bench.scratch);
}
