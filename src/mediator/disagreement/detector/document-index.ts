import { fold } from "./passage.ts";
import { type Statement, statementsOf } from "./statements.ts";
import type { TermReader } from "./terms.ts";

/** A document's statements, found by their terms. */
export interface DocumentIndex {
  readonly statements: readonly Statement[];
  readonly terms: readonly (readonly string[])[];
  /** The statements that hold a term, by number. */
  readonly holding: (term: string) => readonly number[];
  /** How a statement is compared with one of another document: letters and digits alone. */
  readonly folded: readonly string[];
}

export function indexDocument(text: string, read: TermReader): DocumentIndex {
  const statements = statementsOf(text);
  const terms = statements.map((statement) => read(statement.text));
  const postings = new Map<string, number[]>();
  terms.forEach((list, number) => {
    for (const term of list) {
      const known = postings.get(term);
      if (known) known.push(number);
      else postings.set(term, [number]);
    }
  });
  return {
    statements,
    terms,
    holding: (term) => postings.get(term) ?? [],
    folded: statements.map((statement) => fold(statement.text)),
  };
}
