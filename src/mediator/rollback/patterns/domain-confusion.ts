import { STOP_WORDS } from "../../../checks/language/stop-words.ts";
import { undefinedJargon } from "../../../checks/rules/undefined-jargon.ts";
import { unknownAcronym } from "../../../checks/rules/unknown-acronym.ts";
import { normalTerm } from "../../../checks/spec/definitions.ts";
import { readSpec, type Spec } from "../../../checks/spec/spec.ts";
import type { Token } from "../../../checks/spec/tokens.ts";
import { lineOf, type Sentence } from "../../../checks/spec/unit.ts";
import { bounded, type FindPattern, type PatternContext } from "./work.ts";

/** A term that is used as if it were defined. */
export interface UndefinedTerm {
  readonly term: string;
  readonly line: number;
}

/** One slip is none; so many leave nobody in doubt. */
const LEAST = 2;
const MANY = 5;

/** DOMAIN_CONFUSION: terms used as defined that neither the source nor a resolution defines. */
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

/** Acronyms, coined names and names in capitals that stand in the text and mean nothing to whoever has the source. */
export function undefinedTerms(
  text: string,
  { source, known }: Pick<PatternContext, "source" | "known">,
): UndefinedTerm[] {
  const spec = readSpec(text);
  const elsewhere = [source.markdown.text, ...known].join("\n").toLowerCase();
  const found = new Map<string, UndefinedTerm>();
  const candidates = [...ruleTerms(spec), ...capitalNames(spec)];
  for (const one of candidates) {
    const key = one.term.toLowerCase();
    if (!found.has(key) && !elsewhere.includes(key) && !elsewhere.includes(normalTerm(one.term))) found.set(key, one);
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}

/** What `whetstone check` calls an undefined term. */
function ruleTerms(spec: Spec): UndefinedTerm[] {
  return [unknownAcronym, undefinedJargon].flatMap((rule) =>
    rule.run(spec).flatMap(({ message, line }) => {
      const term = /^"([^"]+)"/.exec(message)?.[1];
      return term === undefined ? [] : [{ term, line }];
    }),
  );
}

const DETERMINERS = new Set("the a an each every its their this that any one per".split(" "));

/** "the Settlement Ledger": two or more words in capitals within a sentence, after an article. */
function capitalNames(spec: Spec): UndefinedTerm[] {
  const own = ownTerms(spec);
  return spec.binding.flatMap((sentence) =>
    namesIn(sentence).filter(({ term }) => !own.has(normalTerm(term)) && !own.has(term.toLowerCase())),
  );
}

function namesIn(sentence: Sentence): UndefinedTerm[] {
  const { tokens, unit } = sentence;
  const found: UndefinedTerm[] = [];
  for (let index = 1; index < tokens.length; index++) {
    if (!DETERMINERS.has(tokens[index - 1]?.lower ?? "") || !isCapital(tokens[index])) continue;
    let end = index;
    while (isCapital(tokens[end])) end++;
    const names = tokens.slice(index, end);
    if (names.length >= 2)
      found.push({ term: names.map((token) => token.text).join(" "), line: lineOf(unit, names[0]) });
    index = end;
  }
  return found;
}

function isCapital(token: Token | undefined): boolean {
  return token?.kind === "word" && /^[A-Z][a-z]/.test(token.text) && !STOP_WORDS.has(token.lower);
}

/** What the text itself introduces: definitions, headings, names of rows, what it sets in bold. */
function ownTerms(spec: Spec): ReadonlySet<string> {
  const own = new Set(spec.definitions.map((definition) => definition.term));
  for (const section of spec.sections) {
    own.add(normalTerm(section.title));
    for (const table of section.tables) for (const row of table.rows) own.add(normalTerm(row.cells[0] ?? ""));
  }
  for (const [, words = ""] of spec.markdown.text.matchAll(/(?:\*\*|__)([^*_\n]{2,60})(?:\*\*|__)/g)) {
    own.add(normalTerm(words));
  }
  return own;
}
