import { keywordsOf } from "../../documents/stated/keywords.ts";
import { groupBy } from "../../model/group-by.ts";
import { glossaryOf, type Term } from "../reading/glossary.ts";
import { type Match, matchesIn } from "../reading/span.ts";
import type { Spec } from "../reading/spec.ts";
import { excerpt, normalName, sharedStems } from "../reading/words.ts";
import { found, type Rule, repeated } from "../rule.ts";

/** A term that is written like those of the glossary but is not in it (SPEC 16.2). */
export const glossaryTerm: Rule = {
  id: "glossary-term",
  type: "undefined-term",
  severity: "MEDIUM",
  summary: "A term is written like a glossary term but is not in the glossary.",
  fix: "Add it to the glossary, or use the term that was meant.",
  // Each missing term needs its own glossary line; the others are asked about next.
  answer: { adds: "term" },
  ask: ({ subject }) => `"${subject.split(", ")[0]}" is not defined anywhere. What does it mean?`,
  *run(spec) {
    const uses = unknownTerms(spec);
    // All missing terms are one finding.
    const [at, ...others] = uses.map((use) => use.at());
    if (at === undefined) return;
    const names = uses.map(({ match: [name] }) => name);
    const [are, terms] = names.length === 1 ? ["is", "a glossary term"] : ["are", "glossary terms"];
    const quoted = names.slice(0, 8).map((name) => `"${name}"`);
    const message = `${quoted.join(", ")} ${are} used as ${terms} but not defined in the glossary.`;
    yield found(at, names.join(", "), message, others);
  },
};

/** `Auth_Service`: a spelling that specs use only for glossary terms. */
const SNAKE_TERM = /(?<![\w/.-])[A-Z][a-z0-9]+(?:_[A-Z][A-Za-z0-9]+)+(?![\w/-])/g;

/** The first use of each missing term; a term in only one passage is explained there. */
function unknownTerms(spec: Spec): Match[] {
  const terms = glossaryOf(spec).map(({ name }) => name);
  const known = new Set(terms.map(normalName));
  const isOurs = terms.filter((name) => name.match(SNAKE_TERM)?.[0] === name).length >= 2;
  const claims = isOurs ? spec.claims.filter(({ section }) => section.role !== "glossary") : [];
  const byName = groupBy(matchesIn(claims, SNAKE_TERM), ({ match: [name] }) => normalName(name));
  const missing = [...byName].filter(([name]) => !known.has(name)).map(([, uses]) => uses);
  // If most are missing, the glossary is not meant to be complete.
  if (missing.length > 2 && missing.length * 2 > terms.length) return [];
  return missing.filter((uses) => new Set(uses.map(({ unit }) => unit)).size > 1).flatMap((uses) => uses.slice(0, 1));
}

/** One term with two meanings in the glossary (SPEC 16.2). */
export const duplicateTerm: Rule = {
  id: "duplicate-term",
  type: "duplicate-definition",
  severity: "MEDIUM",
  summary: "The glossary defines one term twice, with different meanings.",
  fix: "Keep one meaning, or rename one of the terms.",
  ask: ({ subject, lines: [here, there = "another line"] }) =>
    `"${subject}" is defined twice, on ${here} and on ${there}, with different meanings. Which one should change?`,
  *run(spec) {
    const entries = glossaryOf(spec).filter(({ glossary, meaning }) => glossary !== undefined && meaning.trim() !== "");
    const keyOf = ({ glossary, name }: Term) => `${glossary} ${normalName(name)}`;
    for (const [{ name, meaning, at }, other] of repeated(entries, keyOf)) {
      if (sharedStems(other.meaning, meaning) * 2 >= keywordsOf(meaning).size) continue;
      const message = `"${name}" is already defined differently: "${excerpt(other.meaning, 60)}".`;
      yield found(at, name, message, [other.at]);
    }
  },
};
