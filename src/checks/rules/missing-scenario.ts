import { textOfLines } from "../../documents/markdown/markdown.ts";
import type { Span } from "../finding.ts";
import { spanOf } from "../reading/span.ts";
import type { Section } from "../reading/spec.ts";
import { excerpt } from "../reading/words.ts";
import { found, type Rule } from "../rule.ts";

/** What OpenSpec, Kiro and Spec Kit require below each requirement or story. */
const LAYOUTS = [
  { whole: /^Requirement:/i, part: /^\W*scenario\b|\*\*(?:WHEN|GIVEN)\*\*/im, name: "scenario" },
  { whole: /^Requirement \d+/i, part: /acceptance criteria|\bSHALL\b|\bWHEN\b/i, name: "acceptance criteria" },
  { whole: /^User Story \d+/i, part: /acceptance (?:scenarios|criteria)|\*\*Given\*\*/i, name: "acceptance scenarios" },
];

/** A requirement without what its layout requires, although its neighbours have it (SPEC 16.2). */
export const missingScenario: Rule = {
  id: "missing-scenario",
  type: "incomplete-scenario",
  severity: "MEDIUM",
  summary: "A requirement has no scenario or acceptance criteria, although the others do.",
  fix: "Add it.",
  answer: { adds: "line" },
  ask: "What happens, and when?",
  *run({ stated, markdown }) {
    for (const { whole, part, name } of LAYOUTS) {
      const isLeft = (above = "") => !/\b(?:removed|renamed)\b/i.test(above);
      const all = stated.filter(({ title, parent }) => whole.test(title) && isLeft(parent?.title));
      const lacking = all.filter(({ node }) => {
        return !part.test(textOfLines(markdown, node.line + 1, node.endLine).replace(/^#+\s*/gm, ""));
      });
      for (const { units, title } of lacking.length * 2 > all.length ? [] : lacking)
        for (const heading of units.slice(0, 1)) {
          const message = `"${excerpt(title)}" has no ${name}, although the others do.`;
          yield { ...found(spanOf(heading), excerpt(title), message), fix: `Add its ${name}.` };
        }
    }
  },
};

/** A scenario with a When and no Then (SPEC 16.2). */
export const missingThen: Rule = {
  id: "missing-then",
  type: "incomplete-scenario",
  severity: "MEDIUM",
  summary: "A scenario has a When but no Then.",
  fix: "Say what the system does.",
  ask: () => "this has no outcome. What should happen?",
  *run({ stated }) {
    for (const section of stated) {
      const scenarios = scenariosIn(section);
      const isMeant = isDeclared(section) || scenarios.some(({ hasWhen, outcomes }) => hasWhen && outcomes.length > 0);
      for (const { last, condition, hasGiven, hasWhen, outcomes } of scenarios)
        if ((hasGiven || isMeant) && hasWhen && outcomes.length === 0)
          yield found(last, excerpt(condition), `"${excerpt(condition, 100)}" has no Then.`);
    }
  },
};

/** Whether a heading or a line announces scenarios; elsewhere `**When:** 5 minutes before` is just a field. */
function isDeclared({ title, units }: Section): boolean {
  return /\bscenario\b/i.test(title) || units.some(({ plain }) => /^\W*(?:\w+ )?scenarios?\b[^.]{0,80}$/i.test(plain));
}

/** A condition and its outcomes. Given and When are conditions, not claims (SPEC 16.2). */
interface Scenario {
  /** Its last step: a missing outcome is reported there. */
  last: Span;
  /** Its Given and When, as written. */
  condition: string;
  hasGiven: boolean;
  hasWhen: boolean;
  readonly outcomes: Outcome[];
}

interface Outcome {
  readonly text: string;
  readonly at: Span;
}

const THEN = /(?:\*\*|__)?\b(?:then|THEN|Then)\b(?:\*\*|__)?[\s,:]*/;
/** A duty verb with text after it. */
const DUTY = /\b(?:SHALL|MUST|shall|must|should|SHOULD|will|WILL)\b(?=\W+[\p{L}\p{N}`"])/u;
const WHO = /,?\s*\b(?:THE|the)\b(?=[^,]{1,80}\b(?:SHALL|MUST|shall|must|should|will)\b)/;

/** The scenarios of a section: items, and lists of steps. */
export function scenariosIn(section: Section): Readonly<Scenario>[] {
  const scenarios: Scenario[] = [];
  for (const { word, text, at } of stepsOf(section)) {
    const isCondition = word === "given" || word === "when";
    const last = scenarios.at(-1);
    if (isCondition && (last === undefined || beginsAnew(last, word, text)))
      scenarios.push({ last: at, condition: "", hasGiven: false, hasWhen: false, outcomes: [] });
    const open = scenarios.at(-1);
    if (open === undefined) continue;
    open.last = at;
    // AND continues the step before it.
    const isOutcome = word === "then" || (!isCondition && open.outcomes.length > 0);
    const then = isOutcome ? null : THEN.exec(text);
    const split = then ?? (word === "when" ? WHO.exec(text) : null);
    const condition = isOutcome ? "" : text.slice(0, split?.index);
    open.condition += ` ${condition}`;
    open.hasGiven ||= word === "given";
    open.hasWhen ||= word === "when" || /\bwhen\b/i.test(condition);
    const outcome = split === null ? text : text.slice(split.index + split[0].length);
    const isSaid = isOutcome || then !== null ? /[\p{L}\p{N}]/u.test(outcome) : DUTY.test(text);
    if (isSaid) open.outcomes.push({ text: outcome, at });
  }
  return scenarios;
}

/** Whether a condition begins a new scenario: it follows an outcome, or has its own. */
function beginsAnew({ outcomes, hasWhen }: Scenario, word: string, text: string): boolean {
  return outcomes.length > 0 || (hasWhen && (word === "given" || THEN.test(text) || DUTY.test(text)));
}

const WORD = "Given|When|Then|And|But|GIVEN|WHEN|THEN|AND|BUT";
const STEP = new RegExp(`^\\s*(?:\\*\\*|__)?\\s*(${WORD})\\b\\s*:?\\s*(?:\\*\\*|__)?\\s*:?`);
/** Only words in bold or capitals always begin a step; a sentence may begin with "When". */
const MARKED = new RegExp(
  `^\\s*(?:(?:\\*\\*|__)\\s*(?:${WORD})\\s*[:,]?\\s*(?:\\*\\*|__)|(?:GIVEN|WHEN|THEN|AND|BUT)\\b)`,
);

function stepsOf({ units }: Section) {
  const steps: { readonly word: string; readonly text: string; readonly at: Span }[] = [];
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
