import { textOfLines } from "../../documents/markdown/markdown.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import type { Section } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt } from "../spec/words.ts";

interface Layout {
  readonly whole: RegExp;
  readonly part: RegExp;
  readonly name: string;
}

/** What OpenSpec, Kiro and Spec Kit demand below each requirement or story. */
const LAYOUTS: readonly Layout[] = [
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
  run: (spec) => LAYOUTS.flatMap((layout) => inLayout(layout, spec)),
};

function inLayout({ whole, part, name }: Layout, spec: Spec): RuleFinding[] {
  const all = spec.stated.filter((section) => whole.test(section.title) && !isTakenAway(section));
  const lacking = all.filter(({ node }) => {
    const text = textOfLines(spec.markdown, node.line + 1, node.endLine);
    return !part.test(text.replace(/^#+\s*/gm, ""));
  });
  if (lacking.length * 2 > all.length) return [];
  return lacking.flatMap(({ units, title }) =>
    units.slice(0, 1).map((heading) => ({
      at: spanOf(heading),
      subject: excerpt(title),
      message: `"${excerpt(title)}" has no ${name}, and the others have.`,
      fix: `Write its ${name}.`,
    })),
  );
}

function isTakenAway({ parent }: Section): boolean {
  return /\b(?:removed|renamed)\b/i.test(parent?.title ?? "");
}
