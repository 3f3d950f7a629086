import { type Action, findActions } from "../language/actions.ts";
import { contentStems, isContentWord } from "../language/content-words.ts";
import { isFailureAt, speaksOfFailure } from "../language/failure-words.ts";
import { HINT } from "../language/hints.ts";
import { stem } from "../language/stem.ts";
import { wordSet } from "../language/word-set.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { labelLength } from "../spec/label.ts";
import type { Section } from "../spec/section.ts";
import { excerpt } from "../spec/sentence.ts";
import { lineOf, type Sentence, type Unit } from "../spec/unit.ts";

/** Steps that cross a boundary and go on as if nothing could go wrong there (SPEC 16.2). */
export const missingFailurePath: Rule = {
  id: "missing-failure-path",
  type: "no-failure-path",
  severity: "HIGH",
  summary: "A sequence that can fail half-way says only what happens when all goes well.",
  onByDefault: true,
  run: (spec) => {
    let index: TitleIndex | undefined;
    const titles = (): TitleIndex => {
      index ??= indexTitles(spec.sections);
      return index;
    };
    const actors = actingNouns(spec.binding);
    return spec.sections.flatMap((section) => checkSection(titles, actors, section));
  },
};

/** What the document's sentences begin with, and what then does something: "The hub stores". */
function actingNouns(sentences: readonly Sentence[]): Set<string> {
  const nouns = new Set<string>();
  for (const { tokens } of sentences) {
    const [article, noun, verb] = tokens;
    if (article === undefined || noun?.kind !== "word" || verb?.kind !== "word" || nouns.has(noun.lower)) continue;
    if (ARTICLES.has(article.lower) && (MODALS.has(verb.lower) || /[a-z]{3,}[^su]s$/.test(verb.lower)))
      nouns.add(noun.lower);
  }
  return nouns;
}

const ARTICLES = wordSet("the a an each every");
const MODALS = wordSet("must shall should may can");

function checkSection(titles: () => TitleIndex, actors: ReadonlySet<string>, section: Section): RuleFinding[] {
  // What stands under the document's title introduces it.
  if (section.role !== "binding" || section.node.level <= 1 || NO_STEPS.test(section.title)) return [];
  const check = (units: readonly Unit[]): RuleFinding[] => {
    const operation = findOperation(units, actors);
    if (operation === undefined || isTold(titles, section, operation)) return [];
    return [report(operation)];
  };
  const alone = section.units.flatMap((unit) => check([unit]));
  return alone.length > 0 ? alone : numberedSteps(section.units).flatMap(check);
}

function isTold(titles: () => TitleIndex, section: Section, operation: Operation): boolean {
  if (failuresOf(section).some((statement) => covers(statement, operation))) return true;
  return isToldBehindSteps(section, operation.sentence.unit) || isToldElsewhere(titles, section, operation);
}

/** Numbered steps, and then a paragraph on what can go wrong in them. */
function isToldBehindSteps({ units }: Section, step: Unit): boolean {
  if (!/^\d/.test(step.marker ?? "")) return false;
  const behind = units.slice(units.indexOf(step) + 1).filter(({ marker }) => marker === undefined);
  return behind.some(
    (unit) =>
      unit.kind === "paragraph" &&
      unit.binding &&
      /^\W*(?:if|when)\b/i.test(unit.text) &&
      speaksOfFailure(unit, unit.text),
  );
}

/** The items of each numbered list that tells steps; requirements and cases are numbered, too, and are no steps. */
function numberedSteps(units: readonly Unit[]): Unit[][] {
  const lists: Unit[][] = [];
  for (const unit of units) {
    const number = Number.parseInt(unit.marker ?? "", 10);
    if (number === 1) lists.push([unit]);
    else if (number > 1) lists[lists.length - 1]?.push(unit);
  }
  return lists.filter((list) => list.length > 1 && !list.some(isRequirement));
}

function isRequirement({ hints, text }: Unit): boolean {
  return (hints & HINT.duty) !== 0 || /^\W*(?:when|if|while|where|given|for|each|every|all|no|only)\b/i.test(text);
}

/** A section that says by its name that it tells only how things go well, or how the world is. */
const NO_STEPS =
  /\b(?:happy path|main (?:flow|path|success scenario)|basic flow|normal flow|success scenario|assumptions?)\b/i;

/** A section below goes through the steps, or one is named after the step: "Token exchange" for "exchanges the code". */
function isToldElsewhere(titles: () => TitleIndex, section: Section, { verb }: Operation): boolean {
  if (section.sections.some(speaksOfFailures)) return true;
  return (titles().get(verb) ?? []).some((other) => other !== section && speaksOfFailures(other));
}

function speaksOfFailures(section: Section): boolean {
  return failuresOf(section).some(({ weak }) => !weak) || section.sections.some(speaksOfFailures);
}

/** Sections by the stems of their titles. */
type TitleIndex = ReadonlyMap<string, readonly Section[]>;

function indexTitles(sections: readonly Section[]): TitleIndex {
  const index = new Map<string, Section[]>();
  for (const section of sections) {
    for (const word of contentStems(section.title)) {
      const list = index.get(word);
      if (list === undefined) index.set(word, [section]);
      else if (list.length < 20) list.push(section);
    }
  }
  return index;
}

const failures = new WeakMap<Section, readonly FailureStatement[]>();

function failuresOf(section: Section): readonly FailureStatement[] {
  const known = failures.get(section) ?? failureStatements(section);
  failures.set(section, known);
  return known;
}

interface Operation {
  readonly sentence: Sentence;
  readonly action: Action;
  readonly verb: string;
  /** Stems of what the action is about, without who acts. */
  readonly about: ReadonlySet<string>;
  /** Who or what stands on the other side: "the acquirer", "the product database". */
  readonly party: ReadonlySet<string>;
}

/** What a section says about failure. */
interface FailureStatement {
  readonly words: ReadonlySet<string>;
  /** Those that count: a requirement of a list speaks of its own thing, so there only its clause with the word of failure. */
  readonly near: ReadonlySet<string>;
  /** It only denies something: "an appointment that the system does not know". */
  readonly weak: boolean;
  /** What stands before the word of failure: what it is that fails. */
  readonly subject: ReadonlySet<string>;
}

const STORY = /^[\s*_]*(?:as an? |given\b|when i\b)|^\*\*(?:when|then|and|but)\b/i;

/** The first step that can fail, in a sequence of at least two steps that speaks of no failure. */
function findOperation(units: readonly Unit[], actors: ReadonlySet<string>): Operation | undefined {
  if (!units.some(({ hints }) => (hints & HINT.fallible) !== 0) || !units.every(isStep)) return undefined;
  const steps = units.flatMap((unit) =>
    unit.sentences.flatMap((sentence) => findActions(sentence.tokens, actors).map((action) => ({ sentence, action }))),
  );
  const first = steps.find(({ action }) => action.fallible);
  if (first === undefined) return undefined;
  const counted = steps.filter(({ sentence, action }) => !action.isPlain || isJoined(sentence, action));
  if (counted.length < 2 && !isTransfer(first)) return undefined;
  const about = new Set<string>();
  const party = new Set<string>();
  for (const { sentence, action } of steps) {
    if (action.isPlain) continue;
    const after = sentence.tokens.slice(action.index + 1);
    for (const word of stems(after)) about.add(word);
    if (action.fallible) for (const word of partyIn(after)) party.add(word);
  }
  return { sentence: first.sentence, action: first.action, verb: stem(first.action.verb), about, party };
}

/** "..., then swaps the names": it goes on with what the same subject did before. */
function isJoined({ tokens }: Sentence, { index }: Action): boolean {
  return /^(?:and|then|,)$/.test(tokens[index - 1]?.lower ?? "");
}

const TRANSFERS = wordSet(
  "import export download upload fetch migrate transfer restore replicate synchronise synchronize sync",
);
const SENDING = wordSet("post send deliver submit push publish");
const ENDPOINTS = wordSet("url urls uri callback callbacks webhook webhooks endpoint endpoints");
const FROM_OR_TO = /^(?:from|to|into|onto|with|via|over|through)$/;

/** One step that moves much, or leaves the system, is a sequence by itself: it can stop half-way. */
function isTransfer({ sentence, action }: Step): boolean {
  const after = sentence.tokens.slice(action.index + 1);
  if (SENDING.has(action.verb)) {
    const to = after.findIndex(({ lower }) => lower === "to");
    return to !== -1 && after.slice(to, to + 5).some(({ lower }) => ENDPOINTS.has(lower));
  }
  return TRANSFERS.has(action.verb) && after.some(({ lower }) => FROM_OR_TO.test(lower));
}

interface Step {
  readonly sentence: Sentence;
  readonly action: Action;
}

function isStep(unit: Unit): boolean {
  if ((unit.kind !== "paragraph" && unit.kind !== "item") || !unit.binding || STORY.test(unit.text)) return false;
  return !speaksOfFailure(unit, unit.text);
}

const TOWARDS = new Set(["from", "to", "with", "via", "through", "into", "by", "the", "a", "an"]);

/** The nouns behind "from", "to" and the like, or right behind the verb: "asks the acquirer". */
function partyIn(after: Sentence["tokens"]): Set<string> {
  const party = new Set<string>();
  after.forEach((token, index) => {
    if (index > 0 && !TOWARDS.has(token.lower)) return;
    if (index > 0 && /^(?:the|an?)$/.test(token.lower)) return;
    for (const near of after.slice(index, index + 5)) {
      if (near.kind === "mark") break;
      if (isContentWord(near)) party.add(stem(near.lower));
    }
  });
  return party;
}

/** What the section says about failure: sentences, and rows of tables. */
function failureStatements(section: Section): FailureStatement[] {
  const statements: FailureStatement[] = [];
  const rows = new Map<number, Unit[]>();
  for (const unit of section.units) {
    if (unit.kind === "cell") addCell(rows, unit);
    else
      for (const sentence of unit.sentences)
        if (speaksOfFailure(sentence, unit.text)) statements.push(statement(sentence.tokens, isSeparate(unit)));
  }
  for (const cells of rows.values()) {
    if (cells.some((cell) => speaksOfFailure(cell, cell.text)))
      statements.push(
        statement(
          cells.flatMap((cell) => cell.tokens),
          false,
        ),
      );
  }
  return statements;
}

function addCell(rows: Map<number, Unit[]>, cell: Unit): void {
  const row = rows.get(cell.line);
  if (row === undefined) rows.set(cell.line, [cell]);
  else row.push(cell);
}

function stems(tokens: Sentence["tokens"]): Set<string> {
  return new Set(tokens.filter(isContentWord).map((token) => stem(token.lower)));
}

function isSeparate({ kind, text }: Unit): boolean {
  return kind === "item" || labelLength(text) > 0;
}

function statement(tokens: Sentence["tokens"], isSeparate: boolean): FailureStatement {
  const failure = tokens.findIndex((_, index) => isFailureAt(tokens, index));
  let start = failure;
  while (start > 0 && !endsClause(tokens, start - 1)) start--;
  let end = failure + 1;
  while (end < tokens.length && !endsClause(tokens, end)) end++;
  const words = stems(tokens);
  return {
    words,
    near: isSeparate ? stems(tokens.slice(start, end)) : words,
    weak: !tokens.some((token, index) => isFailureAt(tokens, index) && !DENIALS.test(token.lower)),
    subject: stems(tokens.slice(start, failure)),
  };
}

const DENIALS = /^(?:does|do|did|is|are|was|has|have|can|could)$/;

/** A comma, a semicolon, or "and" before another duty: "accepts 20 holds and MUST refuse the next one". */
function endsClause(tokens: Sentence["tokens"], index: number): boolean {
  const { text, lower } = tokens[index] ?? { text: "", lower: "" };
  return (
    text === "," || text === ";" || (lower === "and" && /^(?:must|shall|should)$/.test(tokens[index + 1]?.lower ?? ""))
  );
}

function covers({ words, near, subject }: FailureStatement, { verb, about, party }: Operation): boolean {
  if (words.has(verb)) return true;
  for (const word of party) if (subject.has(word)) return true;
  return countShared(about, near) >= 2 || countShared(about, words) >= 3;
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared;
}

function report({ sentence, action }: Operation): RuleFinding {
  const { unit } = sentence;
  const line = lineOf(unit, sentence.tokens[action.index]);
  const words = excerpt(sentence, action.index, Math.min(action.index + 8, sentence.tokens.length));
  return {
    line,
    endLine: unit.endLine,
    message: `"${words}" can fail, and nothing here says what happens then.`,
    fix: "Say what happens when it fails, is refused, takes too long or stops half-way: what is undone, retried, reported.",
  };
}
