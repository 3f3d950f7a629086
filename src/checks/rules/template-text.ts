import type { Unit } from "../reading/section.ts";
import { spanOf } from "../reading/span.ts";
import { excerpt } from "../reading/words.ts";
import { found, type Rule } from "../rule.ts";

/** Placeholders in the templates of Spec Kit, OpenSpec and others. */
const PLACEHOLDER =
  /\[(?:FEATURE(?: NAME)?|(?:PROJECT|PRODUCT|COMPONENT) NAME|YOUR [^\]\n]{1,40}|DATE|AUTHOR|NAME|###[^\]\n]{0,40}|Brief Title|Title|Entity \d|initial state|action|expected outcome|boundary condition|error scenario|(?:specific capability|(?:Measurable|Business|User satisfaction) metric|key (?:interaction|data)|desired behaviou?r|What it represents)[^\]\n]{0,120}|(?:Describe|Explain|Insert|Provide|Fill in|Add more|List|Specify) [^\]\n]{3,160}|Add [^\]\n]{3,80} as needed[^\]\n]{0,40})\](?![([:])|\[[a-z][^[\]\n]{2,60}, e\.g\.,? [^[\]\n]{3,120}\](?![([:])|<(?:(?:insert|describe|fill in) [^<>\n]{3,80}|(?:project|product|feature|system|company|author|your) [a-z][a-z ]{1,30})>|\$ARGUMENTS\b|\b[Ll]orem ipsum\b|(?:^|:|\b[Mm]ust|\bMUST|\bSHALL)\s*(?:\.{3}|…)\s*$|^\([^()\n]{3,120}\?\)$|(?<=^|\*\*:?\s{1,3})<[A-Za-z]+(?: [a-z]+)+>$/;

/** Guidance that the templates of RFCs and ADRs have in place of a section's text. */
const GUIDANCE =
  /^(?:One paragraph explanation of the (?:feature|proposal)\.|Why are we doing this\? What use cases does it support\?|This is the technical portion of the RFC\. Explain the design in sufficient detail|Explain the proposal as if it was already included|Why should we [*_]?not[*_]? do this\?$|Why is this design the best in the space of possible designs\?$|Discuss prior art, both the good and the bad|What is the issue that we['’]re seeing that is motivating this decision|What becomes easier or more difficult to do because of this change\?$)/;

/** Template text that was not replaced (SPEC 16.2); one finding per section. */
export const templateText: Rule = {
  id: "template-text",
  type: "explicit-marker",
  severity: "MEDIUM",
  summary: "A template placeholder was never filled in.",
  fix: "Fill it in, or remove the line.",
  ask: ({ message }) => `${message} What should replace ${message.includes(" more in ") ? "them" : "it"}?`,
  *run({ stated, markdown }) {
    for (const { units } of stated) {
      const [first, ...others] = units.flatMap((unit, index) => {
        if (meansAndSoOn(unit, units[index - 1])) return [];
        const mayHold = /[[(.…$<]|lorem/i.test(unit.plain);
        const match = (mayHold ? PLACEHOLDER.exec(unit.plain) : null) ?? GUIDANCE.exec(unit.plain);
        if (match === null || markdown.text.includes(`\n${match[0]}:`)) return [];
        const end = match.index + match[0].length;
        return { text: excerpt(match[0].replace(/^[:\s]+/, "")), at: spanOf(unit, match.index, end) };
      });
      if (first === undefined) continue;
      const more = others.length > 0 ? ` (${others.length} more in this section)` : "";
      const related = others.map(({ at }) => at);
      yield found(
        first.at,
        first.text,
        `"${first.text}" is a template placeholder that was never filled in${more}.`,
        related,
      );
    }
  },
};

/** Whether dots are the last of several items: they mean "and so on". */
function meansAndSoOn({ kind, depth, plain }: Unit, before: Unit | undefined): boolean {
  return depth > 0 && before?.kind === kind && before.depth === depth && /^\s*(?:\.{3}|…)\s*$/.test(plain);
}
