import type { Fence } from "../../documents/markdown/block.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Span } from "../finding.ts";
import type { Section, Unit } from "./section.ts";
import { lineSpan, spanOf } from "./span.ts";
import type { Spec } from "./spec.ts";

/** What happens under which condition. WHEN and Given are conditions, not claims (SPEC 16.2). */
export interface Scenario {
  /** Where its condition begins. */
  readonly at: Span;
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
  condition: string;
  hasWhen: boolean;
  readonly outcomes: Outcome[];
  /** What an AND goes on with. */
  last: "condition" | "outcome";
}

const STEP = /^\s*(?:\*\*|__)?\s*(Given|When|Then|And|But|GIVEN|WHEN|THEN|AND|BUT)\b\s*:?\s*(?:\*\*|__)?\s*:?/;
/** Only what is set in bold or in capitals is a step wherever it stands; a sentence may begin with "When". */
const MARKED_STEP =
  /^\s*(?:(?:\*\*|__)\s*(?:Given|When|Then|And|But|GIVEN|WHEN|THEN|AND|BUT)\s*[:,]?\s*(?:\*\*|__)|(?:GIVEN|WHEN|THEN|AND|BUT)\b)/;
const THEN = /(?:\*\*|__)?\b(?:then|THEN|Then)\b(?:\*\*|__)?[\s,:]*/;
const DUTY = /\b(?:SHALL|MUST|shall|must|should|SHOULD|will|WILL)\b/;

/** The scenarios of the document: items, lists of steps below a heading, and Gherkin. */
export const scenariosOf = rememberFor((spec: Spec): readonly Scenario[] =>
  spec.stated.flatMap((section) => [...inProse(section), ...inGherkin(section)]),
);

function inProse({ units }: Section): Scenario[] {
  const found: Open[] = [];
  for (const unit of units) {
    const open = found.at(-1);
    const { word, rest } = stepOf(unit, open) ?? {};
    if (word === undefined || rest === undefined) continue;
    const isCondition = word === "given" || word === "when";
    if (isCondition && (open === undefined || beginsAnew(open, word, rest))) found.push(begun(spanOf(unit)));
    const current = found.at(-1);
    if (current !== undefined) addStep(current, word, rest, spanOf(unit));
  }
  return found;
}

function begun(at: Span): Open {
  return { at, condition: "", hasWhen: false, outcomes: [], last: "condition" };
}

function stepOf({ kind, plain, text }: Unit, open: Open | undefined): { word: string; rest: string } | undefined {
  const [lead = "", found = ""] = (kind === "item" || kind === "paragraph" ? STEP.exec(text) : undefined) ?? [];
  const word = found.toLowerCase();
  // "Given a user, when she …, then …", and plain steps in a list that has begun.
  const isWhole = word === "given" && /\bwhen\b[^.]{1,300}\bthen\b/is.test(plain);
  const isStep = MARKED_STEP.test(plain) || isWhole || (open !== undefined && kind === "item");
  return word !== "" && isStep ? { word, rest: text.slice(lead.length) } : undefined;
}

/** A condition behind an outcome, or one that brings its own outcome, is another scenario's. */
function beginsAnew({ outcomes, hasWhen }: Open, word: string, rest: string): boolean {
  return outcomes.length > 0 || (hasWhen && (word === "given" || THEN.test(rest) || DUTY.test(rest)));
}

const WHO = /,?\s*\b(?:THE|the)\b(?=[^,]{1,80}\b(?:SHALL|MUST|shall|must|should|will)\b)/;

function addStep(open: Open, word: string, rest: string, at: Span): void {
  const isOutcome = isOutcomeOf(open, word);
  const split = isOutcome ? null : (THEN.exec(rest) ?? (word === "when" ? WHO.exec(rest) : null));
  if (!isOutcome) {
    open.condition += ` ${split === null ? rest : rest.slice(0, split.index)}`;
    open.hasWhen ||= word === "when" || /\bwhen\b/i.test(rest);
  }
  if (split === null && !isOutcome && !DUTY.test(rest)) return;
  open.outcomes.push({ text: split === null ? rest : rest.slice(split.index + split[0].length), at });
  open.last = "outcome";
}

function isOutcomeOf({ last }: Open, word: string): boolean {
  return word === "then" || (last === "outcome" && /^(?:and|but|\*)$/.test(word));
}

function inGherkin({ fences, units }: Section): Scenario[] {
  const isGherkin = ({ lang, text }: Fence) =>
    /^(?:gherkin|feature|cucumber)$/.test(lang) || /^\s*(?:Feature|Scenario):/.test(text);
  return fences.filter(isGherkin).flatMap((fence) => {
    const found: Open[] = [];
    for (const [index, text] of fence.text.split("\n").entries()) {
      const at = lineSpan(units[0]?.lines ?? [], fence.line + 1 + index);
      if (/^\s*(?:Scenario|Scenario Outline|Example):/.test(text)) found.push(begun(at));
      const [, word = "", rest = ""] = /^\s*(Given|When|Then|And|But|\*)\s+(.*)$/.exec(text) ?? [];
      const open = found.at(-1);
      if (word === "" || open === undefined) continue;
      const isOutcome = isOutcomeOf(open, word.toLowerCase());
      if (isOutcome) open.outcomes.push({ text: rest, at });
      else open.condition += ` ${rest}`;
      open.hasWhen ||= word === "When";
      open.last = isOutcome ? "outcome" : "condition";
    }
    return found;
  });
}
