import { rememberFor } from "../../model/remember-for.ts";
import type { Span } from "../finding.ts";
import type { Section } from "./section.ts";
import { spanOf } from "./span.ts";
import type { Spec } from "./spec.ts";

/** A condition and its outcomes. Given and When are conditions, not claims (SPEC 16.2). */
export interface Scenario {
  /** Its last step: a missing outcome is reported there. */
  last: Span;
  /** Its Given and When, as written. */
  condition: string;
  hasGiven: boolean;
  hasWhen: boolean;
  readonly outcomes: Outcome[];
  readonly section: Section;
}

interface Outcome {
  readonly text: string;
  readonly at: Span;
}

/** The scenarios of the document: items, and lists of steps below a heading. */
export const scenariosOf = rememberFor(({ stated }: Spec): readonly Readonly<Scenario>[] =>
  stated.flatMap(scenariosIn),
);

interface Step extends Outcome {
  readonly word: string;
}

const WORD = "Given|When|Then|And|But|GIVEN|WHEN|THEN|AND|BUT";
const STEP = new RegExp(`^\\s*(?:\\*\\*|__)?\\s*(${WORD})\\b\\s*:?\\s*(?:\\*\\*|__)?\\s*:?`);
/** Only words in bold or capitals always begin a step; a sentence may begin with "When". */
const MARKED = new RegExp(
  `^\\s*(?:(?:\\*\\*|__)\\s*(?:${WORD})\\s*[:,]?\\s*(?:\\*\\*|__)|(?:GIVEN|WHEN|THEN|AND|BUT)\\b)`,
);

function stepsOf({ units }: Section): Step[] {
  const steps: Step[] = [];
  for (const unit of units) {
    const { kind, plain, text } = unit;
    const [lead = "", word = ""] = (kind === "item" || kind === "paragraph" ? STEP.exec(text) : undefined) ?? [];
    if (word === "") continue;
    // Also "Given a user, when she …, then …", and plain items after a first step.
    const isWhole = word.toLowerCase() === "given" && /\bwhen\b[^.]{1,300}\bthen\b/is.test(plain);
    const isStep = MARKED.test(plain) || isWhole || (steps.length > 0 && kind === "item");
    if (isStep) steps.push({ word: word.toLowerCase(), text: text.slice(lead.length), at: spanOf(unit) });
  }
  return steps;
}

const THEN = /(?:\*\*|__)?\b(?:then|THEN|Then)\b(?:\*\*|__)?[\s,:]*/;
/** A duty verb with text after it. */
const DUTY = /\b(?:SHALL|MUST|shall|must|should|SHOULD|will|WILL)\b(?=\W+[\p{L}\p{N}`"])/u;
const WHO = /,?\s*\b(?:THE|the)\b(?=[^,]{1,80}\b(?:SHALL|MUST|shall|must|should|will)\b)/;

function scenariosIn(section: Section): Scenario[] {
  const found: Scenario[] = [];
  for (const { word, text, at } of stepsOf(section)) {
    const isCondition = word === "given" || word === "when";
    const last = found.at(-1);
    if (isCondition && (last === undefined || beginsAnew(last, word, text)))
      found.push({ last: at, condition: "", hasGiven: false, hasWhen: false, outcomes: [], section });
    const open = found.at(-1);
    if (open === undefined) continue;
    open.last = at;
    // AND continues the step before it.
    const isOutcome = word === "then" || (!isCondition && open.outcomes.length > 0);
    const then = isOutcome ? null : THEN.exec(text);
    const split = isOutcome ? null : (then ?? (word === "when" ? WHO.exec(text) : null));
    if (!isOutcome) {
      open.condition += ` ${text.slice(0, split?.index)}`;
      open.hasGiven ||= word === "given";
      open.hasWhen ||= word === "when" || /\bwhen\b/i.test(text);
    }
    const outcome = split === null ? text : text.slice(split.index + split[0].length);
    const hasOutcome = isOutcome || then !== null ? /[\p{L}\p{N}]/u.test(outcome) : DUTY.test(text);
    if (hasOutcome) open.outcomes.push({ text: outcome, at });
  }
  return found;
}

/** Whether a condition begins a new scenario: it follows an outcome, or has its own. */
function beginsAnew({ outcomes, hasWhen }: Scenario, word: string, text: string): boolean {
  return outcomes.length > 0 || (hasWhen && (word === "given" || THEN.test(text) || DUTY.test(text)));
}
