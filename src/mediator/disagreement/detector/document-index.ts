import { type Lexicon, roomFor, type Sink } from "./lexicon.ts";
import { type Statement, walkStatements } from "./statements.ts";

/** A document's statements, found by the terms that matter. Flat lists: many small ones would cost more than reading. */
export interface DocumentIndex {
  readonly text: string;
  readonly statements: readonly Statement[];
  /** The terms of all statements in a row; those of statement n begin at `starts[n]`. */
  readonly terms: Int32Array;
  readonly starts: readonly number[];
  /** The statements that hold an issue's term, in a row; those of term t begin at `heldFrom[t]`. */
  readonly holders: Int32Array;
  readonly heldFrom: Int32Array;
  /** Two numbers, both equal for statements that say the same, whatever their case, marks and blanks. */
  readonly lows: readonly number[];
  readonly highs: readonly number[];
}

/** Indexes a document for the terms that are numbered below `sought`: those of the issues. */
export function indexDocument(text: string, lexicon: Lexicon, sought: number): DocumentIndex {
  const statements: Statement[] = [];
  const starts = [0];
  const lows: number[] = [];
  const highs: number[] = [];
  const before = lexicon.countsBelow(sought);
  let [kind, reply]: [Statement["kind"], boolean] = ["sentence", false];
  const sink: Sink = {
    terms: roomFor(text.length),
    length: 0,
    end: (from, to, line, low, high) => {
      statements.push({ line, from, to, kind, reply });
      starts.push(sink.length);
      lows.push(low);
      highs.push(high);
    },
  };
  walkStatements(text, (from, to, line, of, inReply) => {
    [kind, reply] = [of, inReply];
    lexicon.scan(text, from, to, line, of === "sentence", sink);
  });
  const terms = sink.terms.subarray(0, sink.length);
  const heldFrom = new Int32Array(sought + 2);
  for (let term = 0; term < sought; term++) heldFrom[term + 2] = lexicon.countOf(term) - (before[term] as number);
  return { text, statements, terms, starts, lows, highs, ...postings(terms, starts, heldFrom) };
}

/** `heldFrom` comes with how many statements hold each term, two places on. */
function postings(terms: Int32Array, starts: readonly number[], heldFrom: Int32Array) {
  const sought = heldFrom.length - 2;
  for (let term = 2; term < heldFrom.length; term++) heldFrom[term] = (heldFrom[term] ?? 0) + (heldFrom[term - 1] ?? 0);
  const holders = new Int32Array(heldFrom[sought + 1] ?? 0);
  // One off while it is filled: then each term's place has moved on to where the next one begins.
  let at = 0;
  for (let number = 0; number + 1 < starts.length; number++) {
    const end = starts[number + 1] as number;
    for (; at < end; at++) {
      const term = terms[at] as number;
      if (term >= sought) continue;
      const place = heldFrom[term + 1] as number;
      holders[place] = number;
      heldFrom[term + 1] = place + 1;
    }
  }
  return { holders, heldFrom };
}

/** The words of a statement. */
export function textOf({ text }: DocumentIndex, { from, to }: Statement): string {
  return text.slice(from, to);
}

/** How many statements hold a term; none for one that no issue has. */
export function holdersOf({ heldFrom }: DocumentIndex, term: number): number {
  return term + 1 < heldFrom.length ? (heldFrom[term + 1] ?? 0) - (heldFrom[term] ?? 0) : 0;
}

/**
 * The statements that hold terms and pass a test, in the order of the document: looked for where the rarest of the terms
 * stands; up to `but` of the others may be missing.
 */
export function statementsHolding(
  index: DocumentIndex,
  terms: readonly number[],
  but: number,
  test: (statement: Statement, number: number) => boolean,
): number[] {
  const { holders, heldFrom, statements } = index;
  let rarest = terms[0];
  for (const term of terms)
    if (rarest === undefined || holdersOf(index, term) < holdersOf(index, rarest)) rarest = term;
  if (rarest === undefined) return [];
  const found: number[] = [];
  const first = heldFrom[rarest] ?? 0;
  const end = first + holdersOf(index, rarest);
  for (let at = first; at < end; at++) {
    const number = holders[at] ?? 0;
    const statement = statements[number];
    if (terms.length - heldBy(index, number, terms) <= but && statement && test(statement, number)) found.push(number);
  }
  return found;
}

function heldBy({ terms, starts }: DocumentIndex, number: number, sought: readonly number[]): number {
  let held = 0;
  for (let at = starts[number] ?? 0; at < (starts[number + 1] ?? 0); at++) {
    if (sought.includes(terms[at] ?? -1)) held += 1;
  }
  return held;
}

/** The first statement that begins at a line or after it: statements stand in the order of their lines. */
export function firstFrom(line: number, statements: readonly Statement[]): number {
  let low = 0;
  let high = statements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((statements[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
