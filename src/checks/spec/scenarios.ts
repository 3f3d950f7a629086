import { rememberFor } from "../../model/remember-for.ts";
import type { Span } from "../finding.ts";
import type { Section } from "./section.ts";
import { lineSpan, spanOf } from "./span.ts";
import type { Spec } from "./spec.ts";

/** What happens under which condition. WHEN and Given are conditions, not claims (SPEC 16.2). */
export interface Scenario {
  /** Where its condition begins. */
  readonly at: Span;
  /** Its last step so far: where what is missing goes. */
  readonly last: Span;
  /** Its Given and When, as written. */
  readonly condition: string;
  readonly hasWhen: boolean;
  readonly outcomes: readonly Outcome[];
}

export interface Outcome {
  readonly text: string;
  readonly at: Span;
}

interface Open extends Scenario {
  last: Span;
  condition: string;
  hasWhen: boolean;
  readonly outcomes: Outcome[];
}

/** The scenarios of the document: items, lists of steps below a heading, and Gherkin. */
export const scenariosOf = rememberFor(({ stated, markdown: { lines } }: Spec): readonly Scenario[] =>
  stated.flatMap((section) => [...scenariosIn(stepsOf(section)), ...gherkinOf(section, lines).flatMap(scenariosIn)]),
);

interface Step {
  readonly word: string;
  readonly rest: string;
  readonly at: Span;
}

const WORD = "Given|When|Then|And|But|GIVEN|WHEN|THEN|AND|BUT";
const STEP = new RegExp(`^\\s*(?:\\*\\*|__)?\\s*(${WORD})\\b\\s*:?\\s*(?:\\*\\*|__)?\\s*:?`);
/** Only what is set in bold or in capitals is a step wherever it stands; a sentence may begin with "When". */
const MARKED = new RegExp(
  `^\\s*(?:(?:\\*\\*|__)\\s*(?:${WORD})\\s*[:,]?\\s*(?:\\*\\*|__)|(?:GIVEN|WHEN|THEN|AND|BUT)\\b)`,
);

function stepsOf({ units }: Section): Step[] {
  const steps: Step[] = [];
  for (const unit of units) {
    const { kind, plain, text } = unit;
    const [lead = "", word = ""] = (kind === "item" || kind === "paragraph" ? STEP.exec(text) : undefined) ?? [];
    // "Given a user, when she …, then …", and plain steps in a list that has begun.
    const isWhole = word.toLowerCase() === "given" && /\bwhen\b[^.]{1,300}\bthen\b/is.test(plain);
    const isStep = MARKED.test(plain) || isWhole || (steps.length > 0 && kind === "item");
    if (word !== "" && isStep)
      steps.push({ word: word.toLowerCase(), rest: text.slice(lead.length), at: spanOf(unit) });
  }
  return steps;
}

/** The steps of each scenario that is written in Gherkin. */
function gherkinOf({ fences }: Section, lines: readonly string[]): Step[][] {
  const gherkin = fences.filter(
    ({ lang, text }) => /^(?:gherkin|feature|cucumber)$/.test(lang) || /^\s*(?:Feature|Scenario):/.test(text),
  );
  return gherkin.flatMap(({ text, line }) => {
    const scenarios: Step[][] = [];
    for (const [index, words] of text.split("\n").entries()) {
      if (/^\s*(?:Scenario|Scenario Outline|Example):/.test(words)) scenarios.push([]);
      const [, word, rest = ""] = /^\s*(Given|When|Then|And|But|\*)\s+(.*)$/.exec(words) ?? [];
      if (word !== undefined)
        scenarios.at(-1)?.push({ word: word.toLowerCase(), rest, at: lineSpan(lines, line + 1 + index) });
    }
    return scenarios;
  });
}

const THEN = /(?:\*\*|__)?\b(?:then|THEN|Then)\b(?:\*\*|__)?[\s,:]*/;
const DUTY = /\b(?:SHALL|MUST|shall|must|should|SHOULD|will|WILL)\b/;
const WHO = /,?\s*\b(?:THE|the)\b(?=[^,]{1,80}\b(?:SHALL|MUST|shall|must|should|will)\b)/;

function scenariosIn(steps: readonly Step[]): Scenario[] {
  const found: Open[] = [];
  for (const { word, rest, at } of steps) {
    const isCondition = word === "given" || word === "when";
    const last = found.at(-1);
    if (isCondition && (last === undefined || beginsAnew(last, word, rest)))
      found.push({ at, last: at, condition: "", hasWhen: false, outcomes: [] });
    const open = found.at(-1);
    if (open === undefined) continue;
    open.last = at;
    // An AND goes on with what stands before it.
    const isOutcome = word === "then" || (!isCondition && open.outcomes.length > 0);
    const split = isOutcome ? null : (THEN.exec(rest) ?? (word === "when" ? WHO.exec(rest) : null));
    if (!isOutcome) {
      open.condition += ` ${rest.slice(0, split?.index)}`;
      open.hasWhen ||= word === "when" || /\bwhen\b/i.test(rest);
    }
    if (isOutcome || split !== null || DUTY.test(rest))
      open.outcomes.push({ text: split === null ? rest : rest.slice(split.index + split[0].length), at });
  }
  return found;
}

/** A condition behind an outcome, or one that brings its own outcome, is another scenario's. */
function beginsAnew({ outcomes, hasWhen }: Open, word: string, rest: string): boolean {
  return outcomes.length > 0 || (hasWhen && (word === "given" || THEN.test(rest) || DUTY.test(rest)));
}
