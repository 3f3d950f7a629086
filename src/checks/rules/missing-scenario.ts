import { textOfLines } from "../../documents/markdown/markdown.ts";
import { scenariosOf } from "../reading/scenario.ts";
import type { Section } from "../reading/section.ts";
import { spanOf } from "../reading/span.ts";
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
  *run(spec) {
    const all = scenariosOf(spec);
    const whole = new Set(
      all.filter(({ hasWhen, outcomes }) => hasWhen && outcomes.length > 0).map(({ section }) => section),
    );
    for (const { last, condition, hasGiven, hasWhen, outcomes, section } of all) {
      const isMeant = hasGiven || whole.has(section) || isDeclared(section);
      if (isMeant && hasWhen && outcomes.length === 0)
        yield found(last, excerpt(condition), `"${excerpt(condition, 100)}" has no Then.`);
    }
  },
};

/** Whether a heading or a line announces scenarios; elsewhere `**When:** 5 minutes before` is just a field. */
function isDeclared({ title, units }: Section): boolean {
  return /\bscenario\b/i.test(title) || units.some(({ plain }) => /^\W*(?:\w+ )?scenarios?\b[^.]{0,80}$/i.test(plain));
}
