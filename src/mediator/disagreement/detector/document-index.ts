import type { Lexicon } from "./lexicon.ts";
import { statementKey } from "./statement-key.ts";
import { type Statement, statementsOf } from "./statements.ts";

/** A document's statements, found by the terms that matter. */
export interface DocumentIndex {
  readonly statements: readonly Statement[];
  /** The terms of a statement, by number. */
  readonly termsOf: (statement: number) => readonly number[];
  /** The terms of all statements in a row; those of statement n begin at `starts[n]`. */
  readonly terms: readonly number[];
  readonly starts: Int32Array;
  /** The statements that hold a term; nothing for one that no issue has. */
  readonly holding: (term: number) => readonly number[];
  /** Equal for statements that say the same, whatever their case, marks and blanks. */
  readonly keys: readonly number[];
}

const NONE: readonly number[] = [];

/** Indexes a document for the terms that are numbered below `sought`: those of the issues. */
export function indexDocument(text: string, lexicon: Lexicon, sought: number): DocumentIndex {
  const statements = statementsOf(text);
  // One list for all statements: so many small ones would cost more than reading the text.
  const terms: number[] = [];
  const starts = new Int32Array(statements.length + 1);
  const postings: (number[] | undefined)[] = new Array(sought);
  statements.forEach((statement, number) => {
    lexicon.collect(statement.text, terms);
    starts[number + 1] = terms.length;
    for (let at = starts[number] ?? 0; at < terms.length; at++) {
      const term = terms[at] ?? 0;
      if (term >= sought) continue;
      const known = postings[term];
      if (known) known.push(number);
      else postings[term] = [number];
    }
  });
  return {
    statements,
    termsOf: (number) => terms.slice(starts[number], starts[number + 1]),
    terms,
    starts,
    holding: (term) => postings[term] ?? NONE,
    keys: statements.map((statement) => statementKey(statement.text)),
  };
}
