import type { Rule, RuleFinding } from "../rule.ts";
import { glossaryOf, type Term } from "../spec/glossary.ts";
import { isSilent } from "../spec/section.ts";
import type { Spec } from "../spec/spec.ts";
import { spanOf, type Unit } from "../spec/unit.ts";
import { contentStems, excerpt, normalName } from "../spec/words.ts";

/** A term that is written like those of the glossary, and that the glossary lacks (SPEC 16.2). */
export const glossaryTerm: Rule = {
  id: "glossary-term",
  type: "undefined-term",
  severity: "MEDIUM",
  summary: "A term is written like the terms of the glossary, and the glossary lacks it.",
  onByDefault: true,
  run: (spec) => {
    const terms = glossaryOf(spec).map(({ name }) => name);
    const known = new Set(terms.map(normalName));
    const forms = FORMS.filter(({ isOurs }) => terms.filter(isOurs).length >= 2);
    const uses = new Map<string, { unit: Unit; start: number; name: string }[]>();
    for (const unit of spec.units) {
      if (
        isSilent(unit.section) ||
        unit.section.role === "glossary" ||
        unit.kind === "heading" ||
        unit.kind === "quote"
      )
        continue;
      for (const { pattern } of forms) {
        for (const match of unit.plain.matchAll(pattern)) {
          const name = match[1] ?? "";
          const key = normalName(name);
          if (known.has(key) || name === "") continue;
          uses.set(key, [...(uses.get(key) ?? []), { unit, start: match.index + match[0].indexOf(name), name }]);
        }
      }
    }
    return report([...uses.values()].flatMap((places) => places.slice(0, 1)));
  },
};

const FORMS = [
  // `Auth_Service` is written so because the glossary writes it so.
  {
    pattern: /(?<![\w/.-])([A-Z][a-z0-9]+(?:_[A-Z][A-Za-z0-9]+)+)(?![\w/-])/g,
    isOurs: (term: string) => /^[A-Z][a-z0-9]+(?:_[A-Z][A-Za-z0-9]+)+$/.test(term),
  },
  // "THE Rich Text Editor SHALL": whoever has duties is a term of the glossary.
  {
    pattern: /\bTHE ([A-Z][A-Za-z0-9-]+(?: [A-Z][A-Za-z0-9-]+){0,3}) SHALL\b/g,
    isOurs: (term: string) => /^[A-Z]/.test(term),
  },
];

/** All that are missing are one thing to do. */
function report(missing: readonly { unit: Unit; start: number; name: string }[]): RuleFinding[] {
  const [first, ...others] = missing;
  if (first === undefined) return [];
  const names = missing.slice(0, 8).map(({ name }) => `"${name}"`);
  return [
    {
      at: spanOf(first.unit, first.start, first.start + first.name.length),
      related: others.map(({ unit, start, name }) => spanOf(unit, start, start + name.length)),
      subject: missing.map(({ name }) => name).join(", "),
      message: `${names.join(", ")} ${names.length === 1 ? "is" : "are"} used like a term of the glossary, and the glossary does not have ${names.length === 1 ? "it" : "them"}.`,
      fix: "Add what is missing to the glossary, or use the terms that are meant.",
    },
  ];
}

const DEFINED =
  /(?:^|[.;]\s)(?:An?|The)?\s?(?:\*\*|__|\*|_)([A-Za-z][\w -]{2,40})(?:\*\*|__|\*|_) (?:is|means) (?:an?|the|any|how) ([^.]{5,300})/g;

/** "A **burst** is the number of …": a definition wherever it stands. */
function definedIn({ units }: Spec): Term[] {
  return units
    .filter(
      ({ kind, section, text }) =>
        kind !== "heading" &&
        kind !== "quote" &&
        !isSilent(section) &&
        section.role !== "glossary" &&
        /[*_] (?:is|means) /.test(text),
    )
    .flatMap((unit) =>
      [...unit.text.matchAll(DEFINED)].map((match) => ({
        name: match[1] ?? "",
        meaning: match[2] ?? "",
        at: spanOf(unit, match.index, match.index + match[0].length),
      })),
    );
}

/** One term with two meanings in the glossary (SPEC 16.2). */
export const duplicateTerm: Rule = {
  id: "duplicate-term",
  type: "duplicate-definition",
  severity: "MEDIUM",
  summary: "One term is explained twice, differently.",
  onByDefault: true,
  run: (spec: Spec) => {
    const first = new Map<string, Term>();
    return [...glossaryOf(spec), ...definedIn(spec)].flatMap((term) => {
      const key = normalName(term.name);
      const other = first.get(key);
      if (other === undefined) first.set(key, term);
      const shared =
        other === undefined
          ? []
          : [...contentStems(term.meaning)].filter((word) => contentStems(other.meaning).has(word));
      if (other === undefined || shared.length * 2 >= contentStems(term.meaning).size) return [];
      return [
        {
          at: term.at,
          related: [other.at],
          subject: term.name,
          message: `"${term.name}" is explained here and, differently, elsewhere: "${excerpt(other.meaning, 60)}".`,
          fix: "Keep one meaning, and give the other a name of its own.",
        },
      ];
    });
  },
};
