import { textOfLines } from "../../documents/markdown/markdown.ts";
import { found, type Rule } from "../rule.ts";
import { scenariosOf } from "../spec/scenarios.ts";
import { spanOf } from "../spec/span.ts";
import { excerpt } from "../spec/words.ts";

/** What OpenSpec, Kiro and Spec Kit demand below each requirement or story. */
const LAYOUTS = [
  { whole: /^Requirement:/i, part: /^\W*scenario\b|\*\*(?:WHEN|GIVEN)\*\*/im, name: "scenario" },
  { whole: /^Requirement \d+/i, part: /acceptance criteria|\bSHALL\b|\bWHEN\b/i, name: "acceptance criteria" },
  { whole: /^User Story \d+/i, part: /acceptance (?:scenarios|criteria)|\*\*Given\*\*/i, name: "acceptance scenarios" },
];

/** A requirement without what the layout demands of each, and its neighbours have (SPEC 16.2). */
export const missingScenario: Rule = {
  id: "missing-scenario",
  type: "incomplete-scenario",
  severity: "MEDIUM",
  summary: "A requirement lacks the scenario or the criteria that the layout demands and the others have.",
  fix: "Write it.",
  ask: ({ subject }) => {
    if (/^Requirement:/i.test(subject))
      return "this requirement has no scenario, although the others do. What is its scenario?";
    const [whole, part] = /^User/i.test(subject) ? ["story", "scenarios"] : ["requirement", "criteria"];
    return `this ${whole} has no acceptance ${part}, although the others do. What are they?`;
  },
  *run({ stated, markdown }) {
    for (const { whole, part, name } of LAYOUTS) {
      const isLeft = (above = "") => !/\b(?:removed|renamed)\b/i.test(above);
      const all = stated.filter(({ title, parent }) => whole.test(title) && isLeft(parent?.title));
      const lacking = all.filter(({ node }) => {
        return !part.test(textOfLines(markdown, node.line + 1, node.endLine).replace(/^#+\s*/gm, ""));
      });
      for (const { units, title } of lacking.length * 2 > all.length ? [] : lacking)
        for (const heading of units.slice(0, 1)) {
          const message = `"${excerpt(title)}" has no ${name}, and the others have.`;
          yield { ...found(spanOf(heading), excerpt(title), message), fix: `Write its ${name}.` };
        }
    }
  },
};

/** A scenario that says when, and not what then (SPEC 16.2). */
export const missingThen: Rule = {
  id: "missing-then",
  type: "incomplete-scenario",
  severity: "MEDIUM",
  summary: "A scenario has a When and no Then.",
  fix: "Write what the system does then.",
  ask: ({ subject }) => {
    const condition =
      subject
        .replace(/[*_`]/g, "")
        .split(/\b(?:when|given|if)\b\W*/i)
        .at(-1) ?? "";
    return `nothing says what follows. What should happen when ${condition.replace(/[\s,.;:]+$/, "")}?`;
  },
  *run(spec) {
    for (const { last, condition, hasWhen, outcomes } of scenariosOf(spec))
      if (hasWhen && outcomes.length === 0)
        yield found(last, excerpt(condition), `"${excerpt(condition, 100)}" has no Then: nothing says what follows.`);
  },
};
