import { contentStems } from "../language/content-words.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import type { Definition } from "../spec/definitions.ts";
import { restatements } from "../spec/restatements.ts";

/** A term with two different meanings (SPEC 16.2). */
export const duplicateTerm: Rule = {
  id: "duplicate-term",
  type: "duplicate-definition",
  severity: "MEDIUM",
  summary: "A term is defined twice, differently.",
  onByDefault: true,
  run: (spec) => {
    const first = new Map<string, Definition>();
    for (const definition of spec.definitions) {
      if (definition.marked && isTerm(definition) && !first.has(definition.term))
        first.set(definition.term, definition);
    }
    const said = new Map(
      [...spec.definitions, ...restatements(spec, first)].map((each) => [`${each.line} ${each.term}`, each]),
    );
    return [...said.values()].flatMap((definition) => compare(first.get(definition.term), definition));
  },
};

function isTerm({ term, section, body }: Definition): boolean {
  if (section.role === "example") return false;
  return (
    section.role === "glossary" ||
    (term.length <= 40 && /^(?:an?|the|one|any|each|every|those|whether|how|what|when|to)\s/i.test(body))
  );
}

function compare(first: Definition | undefined, second: Definition): RuleFinding[] {
  if (first === undefined || first === second || second.line === first.line || second.section.role === "example")
    return [];
  if (second.marked && !isTerm(second)) return [];
  if (isSameMeaning(first.body, second.body)) return [];
  return [
    {
      line: second.line,
      endLine: second.line,
      message: `"${second.term}" is defined here and, differently, on line ${first.line}.`,
      fix: "Keep one definition, and give the other meaning a name of its own.",
    },
  ];
}

/** One says no more than the other, or nearly all of their words are the same. */
function isSameMeaning(a: string, b: string): boolean {
  const left = contentStems(a);
  const right = contentStems(b);
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared >= 0.9 * Math.min(left.size, right.size) || 2 * shared >= 0.75 * (left.size + right.size);
}
