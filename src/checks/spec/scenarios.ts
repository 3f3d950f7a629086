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

interface Open {
  at: Span;
  condition: string;
  hasWhen: boolean;
  outcomes: Outcome[];
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
    const begins = (word === "given" || word === "when") && (open === undefined || beginsAnew(open, word, rest));
    if (begins) found.push({ at: spanOf(unit), condition: "", hasWhen: false, outcomes: [], last: "condition" });
    const current = found.at(-1);
    if (current !== undefined) addStep(current, word, rest, unit);
  }
  return found;
}

function stepOf({ kind, plain, text }: Unit, open: Open | undefined): { word: string; rest: string } | undefined {
  const [lead = "", found = ""] = (kind === "item" || kind === "paragraph" ? STEP.exec(plain) : undefined) ?? [];
  const word = found.toLowerCase();
  // "Given a user, when she …, then …", and plain steps in a list that has begun.
  const isWhole = word === "given" && /\bwhen\b[^.]{1,300}\bthen\b/is.test(plain);
  const isStep = MARKED_STEP.test(plain) || isWhole || (open !== undefined && kind === "item");
  return word !== "" && isStep ? { word, rest: text.slice(lead.length) } : undefined;
}

/** A condition behind an outcome, or one that brings its own outcome, is another scenario's. */
function beginsAnew(open: Open, word: string, rest: string): boolean {
  return (
    open.outcomes.length > 0 ||
    (word === "given" && open.hasWhen) ||
    (open.hasWhen && (THEN.test(rest) || DUTY.test(rest)))
  );
}

function addStep(open: Open, word: string, rest: string, unit: Unit): void {
  if (word === "then" || ((word === "and" || word === "but") && open.last === "outcome")) {
    open.outcomes.push({ text: rest, at: spanOf(unit) });
    open.last = "outcome";
    return;
  }
  const cut = THEN.exec(rest);
  const duty =
    cut === null && word === "when"
      ? /,?\s*\b(?:THE|the)\b(?=[^,]{1,80}\b(?:SHALL|MUST|shall|must|should|will)\b)/.exec(rest)
      : null;
  const split = cut ?? duty;
  open.condition += ` ${split === null ? rest : rest.slice(0, split.index)}`;
  open.hasWhen ||= word === "when" || /\bwhen\b/i.test(rest);
  const outcome = split === null ? (DUTY.test(rest) ? rest : undefined) : rest.slice(split.index + split[0].length);
  if (outcome === undefined) return;
  open.outcomes.push({ text: outcome, at: spanOf(unit) });
  open.last = "outcome";
}

function inGherkin({ fences, units }: Section): Scenario[] {
  const lines = units[0]?.lines ?? [];
  return fences
    .filter(({ lang, text }) => /^(?:gherkin|feature|cucumber)$/.test(lang) || /^\s*(?:Feature|Scenario):/.test(text))
    .flatMap((fence) => {
      const found: Open[] = [];
      fence.text.split("\n").forEach((text, index) => {
        const at = lineSpan(lines, fence.line + 1 + index);
        if (/^\s*(?:Scenario|Scenario Outline|Example):/.test(text))
          found.push({ at, condition: "", hasWhen: false, outcomes: [], last: "condition" });
        const step = /^\s*(Given|When|Then|And|But|\*)\s+(.*)$/.exec(text);
        const open = found.at(-1);
        if (step === null || open === undefined) return;
        const isOutcome = step[1] === "Then" || (open.last === "outcome" && /^(?:And|But|\*)$/.test(step[1] ?? ""));
        if (isOutcome) open.outcomes.push({ text: step[2] ?? "", at });
        else open.condition += ` ${step[2]}`;
        open.hasWhen ||= step[1] === "When";
        open.last = isOutcome ? "outcome" : "condition";
      });
      return found;
    });
}
