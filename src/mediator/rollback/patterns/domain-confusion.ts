import type { Unit } from "../../../checks/spec/section.ts";
import { spanOf } from "../../../checks/spec/span.ts";
import { readSpec, type Spec } from "../../../checks/spec/spec.ts";
import { normalName } from "../../../checks/spec/words.ts";
import { bounded, type FindPattern, type PatternContext } from "./work.ts";

/** A term that is used as if it were defined. */
export interface UndefinedTerm {
  readonly term: string;
  readonly line: number;
}

/** One slip is none; so many leave nobody in doubt. */
const LEAST = 2;
const MANY = 5;

/** DOMAIN_CONFUSION: terms used as defined that neither the source nor another gap's accepted text defines. */
export const domainConfusion: FindPattern = (work, context) => {
  const terms = undefinedTerms(work.text, context);
  if (terms.length < LEAST) return undefined;
  return {
    pattern: "DOMAIN_CONFUSION",
    confidence: terms.length >= MANY ? "HIGH" : "MEDIUM",
    gap: work.gap,
    message: `used as defined, and defined nowhere: ${terms
      .map((one) => `"${one.term}"`)
      .slice(0, 8)
      .join(", ")}`,
    count: terms.length,
    evidence: bounded(terms.map((one) => ({ words: one.term, line: one.line + work.line - 1 }))),
  };
};

/** Names in capitals that stand in the text and mean nothing to whoever has the source. */
export function undefinedTerms(
  text: string,
  { source, known }: Pick<PatternContext, "source" | "known">,
): UndefinedTerm[] {
  const spec = readSpec(text);
  const own = ownTerms(spec);
  const elsewhere = normalName([source.markdown.text, ...known].join("\n"));
  const found = new Map<string, UndefinedTerm>();
  for (const term of spec.units.filter(({ kind }) => kind !== "heading" && kind !== "quote").flatMap(namesIn)) {
    const key = normalName(term.term);
    if (!found.has(key) && !own.has(key) && !elsewhere.includes(key)) found.set(key, term);
  }
  return [...found.values()];
}

/** "the Settlement Ledger": two or more words in capitals within a sentence, after an article; and `Dock_Oracle`. */
const NAME =
  /\b(?:[Tt]he|[Aa]n?|[Ee]ach|[Ee]very|[Ii]ts|[Tt]heir|[Tt]his|[Tt]hat|[Aa]ny|[Oo]ne|[Pp]er)\s+((?:[A-Z][a-z][\w-]*)(?:\s[A-Z][a-z][\w-]*)+)|(?<![\w/.])([A-Z][a-z]+(?:_[A-Z][a-z]+)+)(?![\w/])/g;

function namesIn(unit: Unit): UndefinedTerm[] {
  return [...unit.plain.matchAll(NAME)].map((match) => {
    const words = match[1] ?? match[2] ?? "";
    return { term: words.replace(/\s+/g, " "), line: spanOf(unit, match.index + match[0].indexOf(words)).line };
  });
}

/** What the text itself introduces: headings, names of rows, what it sets in bold. */
function ownTerms(spec: Spec): ReadonlySet<string> {
  const own = new Set<string>();
  for (const section of spec.sections) {
    own.add(normalName(section.title));
    for (const table of section.tables) for (const row of table.rows) own.add(normalName(row.cells[0] ?? ""));
  }
  for (const [, words = ""] of spec.markdown.text.matchAll(/(?:\*\*|__)([^*_\n]{2,60})(?:\*\*|__)/g)) {
    own.add(normalName(words));
  }
  return own;
}
