import type { Lexicon } from "./lexicon.ts";
import { fold } from "./passage.ts";
import { type Statement, statementsOf } from "./statements.ts";

/** A document's statements, found by their terms. */
export interface DocumentIndex {
  readonly statements: readonly Statement[];
  /** The terms of each statement, by number. */
  readonly terms: readonly (readonly number[])[];
  /** The statements that hold a term. */
  readonly holding: (term: number) => readonly number[];
  /** How a statement is compared with one of another document: letters and digits alone. */
  readonly folded: readonly string[];
}

const NONE: readonly number[] = [];

export function indexDocument(text: string, lexicon: Lexicon): DocumentIndex {
  const statements = statementsOf(text);
  const terms = statements.map((statement) => lexicon.numbers(statement.text));
  const postings: (number[] | undefined)[] = [];
  terms.forEach((list, number) => {
    for (const term of list) {
      const known = postings[term];
      if (known) known.push(number);
      else postings[term] = [number];
    }
  });
  return {
    statements,
    terms,
    holding: (term) => postings[term] ?? NONE,
    folded: statements.map((statement) => fold(statement.text)),
  };
}
