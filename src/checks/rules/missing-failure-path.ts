import { type Action, findActions } from "../language/actions.ts";
import { isContentWord } from "../language/content-words.ts";
import { speaksOfFailure } from "../language/failure-words.ts";
import { stem } from "../language/stem.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import type { Section } from "../spec/section.ts";
import { excerpt } from "../spec/sentence.ts";
import { isBinding, type Spec } from "../spec/spec.ts";
import { lineOf, type Sentence, type Unit } from "../spec/unit.ts";

/** Steps that cross a boundary and go on as if nothing could go wrong there (SPEC 16.2). */
export const missingFailurePath: Rule = {
  id: "missing-failure-path",
  type: "no-failure-path",
  severity: "HIGH",
  summary: "A sequence that can fail half-way says only what happens when all goes well.",
  onByDefault: true,
  run: (spec) => spec.sections.flatMap((section) => checkSection(spec, section)),
};

function checkSection(spec: Spec, section: Section): RuleFinding[] {
  if (section.role !== "binding") return [];
  let failures: ReadonlySet<string>[] | undefined;
  return section.units.flatMap((unit) => {
    const operation = findOperation(unit);
    if (operation === undefined) return [];
    failures ??= failureStatements(section);
    if (failures.some((statement) => covers(statement, operation))) return [];
    void spec;
    return [report(unit, operation)];
  });
}

interface Operation {
  readonly sentence: Sentence;
  readonly action: Action;
  readonly verb: string;
  /** Stems of what the action is about, without who acts. */
  readonly about: ReadonlySet<string>;
}

const STORY = /^[\s*_]*(?:as an? |given\b|when i\b)/i;

/** The first step that can fail, in a unit of at least two steps that speaks of no failure. */
function findOperation(unit: Unit): Operation | undefined {
  if ((unit.kind !== "paragraph" && unit.kind !== "item") || !isBinding(unit) || STORY.test(unit.text))
    return undefined;
  if (speaksOfFailure(unit.tokens)) return undefined;
  const steps = unit.sentences.flatMap((sentence) =>
    findActions(sentence.tokens).map((action) => ({ sentence, action })),
  );
  const first = steps.find(({ action }) => action.fallible);
  if (first === undefined || steps.length < 2) return undefined;
  const { sentence, action } = first;
  const after = sentence.tokens.slice(action.index + 1).filter(isContentWord);
  return { sentence, action, verb: stem(action.verb), about: new Set(after.map((token) => stem(token.lower))) };
}

/** What the section says about failure: sentences, and rows of tables. */
function failureStatements(section: Section): ReadonlySet<string>[] {
  const statements: ReadonlySet<string>[] = [];
  const rows = new Map<number, Unit[]>();
  for (const unit of section.units) {
    if (unit.kind === "cell") rows.set(unit.line, [...(rows.get(unit.line) ?? []), unit]);
    else
      for (const sentence of unit.sentences)
        if (speaksOfFailure(sentence.tokens)) statements.push(stems(sentence.tokens));
  }
  for (const cells of rows.values()) {
    const tokens = cells.flatMap((cell) => cell.tokens);
    if (speaksOfFailure(tokens)) statements.push(stems(tokens));
  }
  return statements;
}

function stems(tokens: Sentence["tokens"]): Set<string> {
  return new Set(tokens.filter(isContentWord).map((token) => stem(token.lower)));
}

function covers(statement: ReadonlySet<string>, { verb, about }: Operation): boolean {
  if (statement.has(verb)) return true;
  let shared = 0;
  for (const word of about) if (statement.has(word)) shared++;
  return shared >= Math.min(2, about.size);
}

function report(unit: Unit, { sentence, action }: Operation): RuleFinding {
  const line = lineOf(unit, sentence.tokens[action.index]);
  const words = excerpt(sentence, action.index, Math.min(action.index + 8, sentence.tokens.length));
  return {
    line,
    endLine: unit.endLine,
    message: `"${words}" can fail, and nothing here says what happens then.`,
    fix: "Say what happens when it fails, is refused, takes too long or stops half-way: what is undone, retried, reported.",
  };
}
