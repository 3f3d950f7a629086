import type { OpenIssue } from "./concern.ts";
import { type DocumentIndex, statementsHolding, textOf } from "./document-index.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Statement } from "./statements.ts";

/** Something that an issue calls undefined, and the line of code that defines it now. */
export interface Definition {
  readonly name: string;
  readonly statement: Statement;
}

const MISSED =
  /\b(?:undefined|not defined|never defined|missing|lacks?|no definition|definition|unspecified|define)\b/i;
const NAME =
  /`([A-Za-z_][\w.]{2,60})(?:\(\))?`|\b([A-Za-z]\w{2,60})\(\)|\b([a-z]+(?:_[a-z0-9]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+)\b/g;
const KEYWORDS = "def|class|struct|enum|interface|type|function|fn|func|const|let|var|trait|record|impl|message";

/** The definition of a thing whose absence is the issue: what the earlier proposal had already does not count. */
export function definitionFor(
  issue: OpenIssue,
  document: DocumentIndex,
  lexicon: Lexicon,
  candidate: (number: number) => boolean,
): Definition | undefined {
  if (!MISSED.test(issue.title)) return undefined;
  for (const name of namesIn(issue.title)) {
    const defines = new RegExp(`^[^\\S\\n]*(?:[a-z]{2,10}\\s){0,3}(?:${KEYWORDS})\\s+${name}\\b`);
    const [first = -1] = statementsHolding(
      document,
      lexicon.numbers(name),
      0,
      (statement, number) =>
        statement.kind === "code" && defines.test(textOf(document, statement)) && candidate(number),
    );
    const statement = document.statements[first];
    if (statement) return { name, statement };
  }
  return undefined;
}

function namesIn(title: string): string[] {
  const names = [...title.matchAll(NAME)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  return names.filter((name) => /^\w+$/.test(name)).slice(0, 8);
}
