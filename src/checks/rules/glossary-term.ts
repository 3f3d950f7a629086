import type { Rule, RuleFinding } from "../rule.ts";
import { glossaryOf, type Term } from "../spec/glossary.ts";
import type { Unit } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { contentStems, excerpt, normalName } from "../spec/words.ts";

/** A term that is written like those of the glossary, and that the glossary lacks (SPEC 16.2). */
export const glossaryTerm: Rule = {
  id: "glossary-term",
  type: "undefined-term",
  severity: "MEDIUM",
  summary: "A term is written like the terms of the glossary, and the glossary lacks it.",
  run: (spec) => {
    const terms = glossaryOf(spec).map(({ name }) => name);
    const known = new Set(terms.map(normalName));
    const forms = FORMS.filter(({ isOurs }) => terms.filter(isOurs).length >= 2);
    const uses = new Map<string, Use>();
    for (const unit of spec.claims.filter(({ section }) => section.role !== "glossary")) {
      for (const match of forms.flatMap(({ pattern }) => [...unit.plain.matchAll(pattern)])) {
        const [words, name = ""] = match;
        const key = normalName(name);
        if (!known.has(key) && name !== "" && !uses.has(key))
          uses.set(key, { unit, start: match.index + words.indexOf(name), name });
      }
    }
    return report([...uses.values()]);
  },
};

interface Use {
  readonly unit: Unit;
  readonly start: number;
  readonly name: string;
}

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
function report(missing: readonly Use[]): RuleFinding[] {
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
function definedIn({ claims }: Spec): Term[] {
  return claims
    .filter(({ section, text }) => section.role !== "glossary" && /[*_] (?:is|means) /.test(text))
    .flatMap((unit) =>
      Array.from(unit.text.matchAll(DEFINED), ({ index, 0: words, 1: name = "", 2: meaning = "" }) => {
        return { name, meaning, at: spanOf(unit, index, index + words.length) };
      }),
    );
}

/** One term with two meanings in the glossary (SPEC 16.2). */
export const duplicateTerm: Rule = {
  id: "duplicate-term",
  type: "duplicate-definition",
  severity: "MEDIUM",
  summary: "One term is explained twice, differently.",
  run: (spec: Spec) => {
    const first = new Map<string, Term>();
    return [...glossaryOf(spec), ...definedIn(spec)].flatMap((term) => {
      const key = normalName(term.name);
      const other = first.get(key);
      if (other === undefined) first.set(key, term);
      const [stems, others] = [contentStems(term.meaning), contentStems(other?.meaning ?? "")];
      const shared = [...stems].filter((word) => others.has(word)).length;
      if (other === undefined || shared * 2 >= stems.size) return [];
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
