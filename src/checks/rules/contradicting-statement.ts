import { quantitiesOf } from "../language/quantity.ts";
import { withoutRepeats } from "../language/repeats.ts";
import { isComparable, isOpposing, isTopic, readStatement, type Statement } from "../language/statement.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { excerpt, sentenceLine } from "../spec/sentence.ts";
import type { Sentence } from "../spec/unit.ts";

/** A duty and its opposite, a fact and its denial, or two words that exclude each other (SPEC 16.2). */
export const contradictingStatement: Rule = {
  id: "contradicting-statement",
  type: "contradiction",
  severity: "HIGH",
  summary: "One place demands or states what another forbids or denies.",
  onByDefault: true,
  run: (spec) => comparePairs(withoutRepeats(spec.binding).filter(isComparable)),
};

/** How much of their words two statements share at least. */
const LIKENESS = 0.7;
/** A word that more statements share than this tells nothing apart. */
const COMMON = 40;

/**
 * Every pair has an opposing side. Two statements that share seven words in ten share one of the rarest of each, so only
 * the rarest words of the opposing ones are looked up (prefix filtering, as in joins over sets).
 */
function comparePairs(sentences: readonly Sentence[]): RuleFinding[] {
  const index = indexOpposing(sentences);
  if (index.size === 0) return [];
  const found: RuleFinding[] = [];
  for (const sentence of sentences) {
    const near = statementsNear(sentence, index);
    const statement = near.size === 0 ? undefined : readStatement(sentence);
    if (statement === undefined) continue;
    for (const other of near) {
      // A pair of which both oppose is met twice.
      if (other.sentence.unit.line > sentence.unit.line && isOpposing(sentence)) continue;
      if (contradicts(other, statement)) found.push(report(...inOrder(other, statement)));
    }
  }
  return found;
}

type StatementIndex = ReadonlyMap<string, readonly Statement[]>;

function indexOpposing(sentences: readonly Sentence[]): StatementIndex {
  const statements = sentences.filter(isOpposing).flatMap((sentence) => readStatement(sentence) ?? []);
  const counts = new Map<string, number>();
  for (const { words } of statements) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const index = new Map<string, Statement[]>();
  for (const statement of statements) {
    for (const word of rarest(statement.words, counts)) {
      if ((counts.get(word) ?? 0) > COMMON) continue;
      const list = index.get(word);
      if (list === undefined) index.set(word, [statement]);
      else list.push(statement);
    }
  }
  return index;
}

function rarest(words: ReadonlySet<string>, counts: ReadonlyMap<string, number>): string[] {
  const byCount = [...words].sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1));
  return byCount.slice(0, words.size - Math.ceil(LIKENESS * words.size) + 1);
}

function statementsNear({ tokens }: Sentence, index: StatementIndex): Set<Statement> {
  const near = new Set<Statement>();
  for (const token of tokens) {
    if (!isTopic(token)) continue;
    for (const statement of index.get(token.concept) ?? []) near.add(statement);
  }
  return near;
}

function inOrder(a: Statement, b: Statement): [Statement, Statement] {
  return a.sentence.unit.line > b.sentence.unit.line ? [a, b] : [b, a];
}

function contradicts(a: Statement, b: Statement): boolean {
  if (a.sentence.unit === b.sentence.unit || !isSameSigns(a, b)) return false;
  const isOpposed = areOpposed(a, b);
  if (!isOpposed && (a.poles.size === 0 || !hasOppositePole(a, b))) return false;
  const shared = [...a.words].filter((word) => b.words.has(word)).length;
  const union = a.words.size + b.words.size - shared;
  return shared >= 2 && shared >= (a.conditional || b.conditional ? 0.9 : LIKENESS) * union;
}

function areOpposed(a: Statement, b: Statement): boolean {
  if (a.negated !== b.negated) return isSamePoles(a, b);
  return (
    !a.negated &&
    a.force !== b.force &&
    (a.force === "must" || b.force === "must") &&
    a.force !== "fact" &&
    b.force !== "fact"
  );
}

function isSamePoles(a: Statement, b: Statement): boolean {
  return a.poles.size === b.poles.size && [...a.poles].every(([pair, side]) => b.poles.get(pair) === side);
}

function hasOppositePole(a: Statement, b: Statement): boolean {
  if (a.negated !== b.negated || endsInTime(a, b)) return false;
  return [...a.poles].some(([pair, side]) => b.poles.has(pair) && b.poles.get(pair) !== side);
}

/** "keeps readings for 30 days" and "deletes readings after 30 days" say one thing; two numbers are another rule's finding. */
function endsInTime(a: Statement, b: Statement): boolean {
  const isKept = [...a.poles.keys()].some((pair) => pair.startsWith("keep"));
  return isKept && [a, b].every(({ sentence }) => quantitiesOf(sentence).some(({ dimension }) => dimension === "time"));
}

function isSameSigns(a: Statement, b: Statement): boolean {
  return a.signs.size === b.signs.size && [...a.signs].every((sign) => b.signs.has(sign));
}

function report(statement: Statement, other: Statement): RuleFinding {
  const line = sentenceLine(statement.sentence);
  return {
    line,
    endLine: line,
    message: `"${excerpt(statement.sentence)}" does not go with line ${sentenceLine(other.sentence)}: "${excerpt(other.sentence)}".`,
    fix: "Keep one of the two, or say when each holds.",
  };
}
