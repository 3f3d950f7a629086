import type { GapId } from "../../../model/ids.ts";
import { type Answer, answersRead } from "./answers.ts";
import { type Concern, concernOf, type OpenIssue } from "./concern.ts";
import type { DetectorInput, EarlierText } from "./detector-input.ts";
import { type DocumentIndex, indexDocument, textOf } from "./document-index.ts";
import { indexLeads, outsideFences } from "./leads.ts";
import { createLexicon, type Lexicon } from "./lexicon.ts";
import { type Mentions, mentionsIn } from "./mentions.ts";
import { answersUnderName } from "./named-answers.ts";
import { answersInSentences, nameOf } from "./named-sentences.ts";
import { once } from "./once.ts";
import { fold, quotesOf, statementsSaying } from "./passage.ts";
import { type HeadingLine, headingLines } from "./pointers.ts";
import { type Answers, answersToOthers, partAbout } from "./scope.ts";
import { createScratch, measureSubstance, type Scratch, type Search, type Substance } from "./substance.ts";
import { rarity } from "./word-statistics.ts";

/** Everything that is worked out once per document and used for each of its issues. */
export interface Workbench {
  readonly lexicon: Lexicon;
  readonly document: DocumentIndex;
  readonly earlier: DocumentIndex | undefined;
  /** What the terms of a statement weigh together. */
  readonly lengths: Float64Array;
  /** Of a statement: the earlier proposal says the same, word for word. */
  readonly said: Uint8Array;
  readonly lines: readonly string[];
  readonly headings: () => readonly HeadingLine[];
  readonly concern: (issue: OpenIssue) => Concern;
  /** The answers that name an issue. */
  readonly answers: (issue: OpenIssue) => readonly Answer[];
  readonly answersAnother: (issue: OpenIssue) => (line: number) => boolean;
  /** How many statements about some gaps the earlier proposal does not have. */
  readonly fresh: (gaps: readonly GapId[]) => number;
  readonly mentions: Mentions;
  readonly scratch: Scratch;
}

export function createWorkbench(input: DetectorInput): Workbench {
  const lexicon = createLexicon();
  for (const issue of input.issues) lexicon.numbers(textsOf(issue));
  const sought = lexicon.size();
  const document = indexDocument(input.proposal.text, lexicon, sought);
  const earlier = input.earlier && indexDocument(input.earlier.text, lexicon, sought);
  const stretches = input.issues.length + document.statements.length + (earlier?.statements.length ?? 0);
  const rarities = raritiesOf(input, lexicon, stretches);
  const lines = input.proposal.text.split("\n");
  const said = saidBefore(document, earlier);
  const concerns = new Map<OpenIssue, Concern>();
  const weights = new Float64Array(rarities.length);
  const names = input.issues.flatMap((issue) => (issue.id === undefined ? (nameOf(issue) ?? []) : []));
  const mentions = mentionsIn(input.proposal.text, names);
  const answers = answersByIssue(input, lines, lexicon, mentions);
  return {
    lexicon,
    document,
    earlier,
    lengths: lengthsOf(document, rarities),
    said,
    fresh: freshStatements(input, document, said),
    lines,
    headings: once(() => headingLines(lines)),
    concern: (issue) => {
      const concern = concerns.get(issue) ?? concernOf(issue, lexicon.numbers, rarities, weights);
      concerns.set(issue, concern);
      return concern;
    },
    answers: (issue) => answers.get(issue) ?? [],
    answersAnother: answersToOthers(input.proposal.document, answers, lines.length),
    mentions,
    scratch: createScratch(document.statements.length, earlier?.statements.length ?? 0),
  };
}

function answersByIssue(
  { proposal, earlier, issues }: DetectorInput,
  lines: readonly string[],
  { read }: Lexicon,
  mentions: Mentions,
): Answers {
  const leads = once(() => indexLeads(lines, earlier?.text.split("\n")));
  const plain = once(() => outsideFences(lines));
  const before = once(() => joined(earlier?.text ?? ""));
  const text = {
    lines,
    plain: (line: number) => plain()[line - 1] === 1,
    isOld: (sentence: string) => before().includes(joined(sentence)),
  };
  return new Map(
    issues.map((issue) => {
      const found = answersRead(issue, proposal.document, lines);
      const add = (more: readonly Answer[]) =>
        found.push(...more.filter(({ line }) => !found.some((one) => one.line === line && one.body.trim() !== "")));
      // An issue with an id and no other name is answered by its id, in a text that has ids.
      if (issue.id === undefined || issue.label !== undefined || mentions.size === 0)
        add(answersUnderName(issue, leads(), read));
      const name = nameOf(issue);
      if (name !== undefined) add(answersInSentences(mentions.get(name) ?? [], issue, text));
      return [issue, found];
    }),
  );
}

function joined(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function saidBefore(document: DocumentIndex, earlier: DocumentIndex | undefined): Uint8Array {
  const said = new Uint8Array(document.statements.length);
  if (!earlier) return said;
  // Both halves of the hash must meet; of two statements with one half in common the later one is known.
  const before = new Map<number, number>();
  earlier.lows.forEach((low, number) => {
    before.set(low, earlier.highs[number] ?? 0);
  });
  for (let number = 0; number < said.length; number++) {
    if (before.get(document.lows[number] ?? 0) === document.highs[number]) said[number] = 1;
  }
  return said;
}

function freshStatements(input: DetectorInput, { statements }: DocumentIndex, said: Uint8Array): Workbench["fresh"] {
  const counted = new Map<string, number>();
  return (gaps) => {
    const key = gaps.join(" ");
    let count = counted.get(key);
    if (count === undefined) {
      const inPart = partAbout(input.proposal.document, gaps);
      count = statements.filter(({ line }, number) => said[number] === 0 && inPart(line)).length;
      counted.set(key, count);
    }
    return count;
  };
}

function lengthsOf({ terms, starts, statements }: DocumentIndex, rarities: Float64Array): Float64Array {
  const lengths = new Float64Array(statements.length);
  let at = 0;
  for (let number = 0; number < lengths.length; number++) {
    const end = starts[number + 1] as number;
    let sum = 0;
    for (; at < end; at++) sum += (rarities[terms[at] as number] as number) ** 2;
    lengths[number] = Math.sqrt(sum);
  }
  return lengths;
}

/** All the words that are looked for on behalf of an issue. */
function textsOf({ title, text, location = "", suggestion = "", decided = "" }: OpenIssue): string {
  return [text, ...[title, location, suggestion, decided].filter((part) => !text.includes(part))].join("\n");
}

/** Rarity in the session's words where they are given, else in what was read so far: the issues and the documents. */
function raritiesOf({ words }: DetectorInput, lexicon: Lexicon, stretches: number): Float64Array {
  const rarities = new Float64Array(lexicon.size());
  for (let term = 0; term < rarities.length; term++) {
    rarities[term] = words
      ? rarity(words.stretches, words.count(lexicon.termOf(term)))
      : rarity(stretches, lexicon.countOf(term));
  }
  return rarities;
}

/** The search for one issue's substance: where its gap is spoken of, not where another issue is answered. */
export function searchFor(bench: Workbench, input: DetectorInput, issue: OpenIssue, gaps: readonly GapId[]): Search {
  const { document, earlier, said, lengths } = bench;
  const inPart = partAbout(input.proposal.document, gaps);
  const another = bench.answersAnother(issue);
  // Without the earlier proposal its words are known only as far as the issue quotes them.
  const quotes = earlier ? [] : quotesOf(issue.location ?? "");
  const quoting = new Set(quotes.flatMap((quote) => statementsSaying(quote, document, bench.lexicon)));
  const words = once(() => fold(`${issue.title} ${issue.text}`));
  const candidate = (number: number) => {
    const statement = document.statements[number];
    if (!statement || said[number] === 1 || quoting.has(number)) return false;
    if (another(statement.line) || !inPart(statement.line)) return false;
    // A quotation of the review says nothing.
    return !document.text.startsWith(">", statement.from) || !words().includes(fold(textOf(document, statement)));
  };
  const before = input.earlier &&
    earlier && { document: earlier, within: withinEarlier(input.earlier, earlier, issue) };
  return { document, candidate, fresh: bench.fresh(gaps), lengths, ...(before && { earlier: before }) };
}

/** The part of the earlier document about the issue's gap; all of it where it does not propose that gap. */
function withinEarlier({ document }: EarlierText, index: DocumentIndex, { gap }: OpenIssue): (n: number) => boolean {
  if (!document) return () => true;
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
