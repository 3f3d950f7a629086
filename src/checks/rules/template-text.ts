import { found, type Rule } from "../rule.ts";
import { spanOf } from "../spec/span.ts";
import { excerpt } from "../spec/words.ts";

/** What the templates of Spec Kit, OpenSpec and the like ask the author to replace. */
const PLACEHOLDER =
  /\[(?:FEATURE(?: NAME)?|PROJECT NAME|PRODUCT NAME|COMPONENT NAME|YOUR [^\]\n]{1,40}|DATE|AUTHOR|NAME|###[^\]\n]{0,40}|Brief Title|Title|Entity \d|initial state|action|expected outcome|boundary condition|error scenario|specific capability[^\]\n]{0,80}|(?:Measurable|Business|User satisfaction) metric[^\]\n]{0,120}|key (?:interaction|data)[^\]\n]{0,80}|desired behaviou?r[^\]\n]{0,80}|(?:Describe|Explain|Insert|Provide|Fill in|Add more|List|Specify) [^\]\n]{3,160}|What it represents[^\]\n]{0,80}|Add (?:more )?[^\]\n]{3,80} as needed[^\]\n]{0,40})\](?![([:])|\[[a-z][^[\]\n]{2,60}, e\.g\.,? [^[\]\n]{3,120}\](?![([:])|<(?:insert|describe|fill in) [^<>\n]{3,80}>|<(?:project|product|feature|system|company|author|date|your) [a-z][a-z ]{1,30}>|\$ARGUMENTS\b|\b[Ll]orem ipsum\b|(?:^|:|\b[Mm]ust|\bMUST|\bSHALL)\s*(?:\.{3}|…)\s*$|^\([^()\n]{3,120}\?\)$/;

/** What the templates of RFCs and ADRs say in place of a section. */
const GUIDANCE =
  /^(?:One paragraph explanation of the (?:feature|proposal)\.|Why are we doing this\? What use cases does it support\? What is the expected outcome\?|This is the technical portion of the RFC\. Explain the design in sufficient detail|Explain the proposal as if it was already included|Why should we [*_]?not[*_]? do this\?$|Why is this design the best in the space of possible designs\?$|Discuss prior art, both the good and the bad|What is the issue that we['’]re seeing that is motivating this decision|What becomes easier or more difficult to do because of this change\?$)/;

/** `at most [N] exports per day`: a number that nobody put in. A key, a box that is ticked and a variable are none. */
const FIELD =
  /(?:(?<=\b(?:most|least|to|within|under|over|than|every|after|for|of|exactly|about|supports?|handles?|keeps?|stores?|retains?|allows?|below|above|is|be) )\[(?:[NXY]|NN|XX|#)\](?=\s?%| [a-z])|\[(?:[NXY]|NN|XX|#)\](?= [a-z]+(?: [a-z]+){0,2} per [a-z])|\[(?:number|amount|count|percentage|duration|[NXY]%)\](?=\s?%| [a-z]))(?!\S*\]\()/i;

/** Text of a template that nobody replaced (SPEC 16.2): one finding a section. */
export const templateText: Rule = {
  id: "template-text",
  type: "explicit-marker",
  severity: "MEDIUM",
  summary: "A placeholder of the template was never filled in.",
  fix: "Replace it by what holds here, or remove the line.",
  ask: ({ message }) => `${message} What should replace ${message.includes(" more in ") ? "them" : "it"}?`,
  *run({ stated, markdown }) {
    for (const { units } of stated) {
      const all = units.flatMap((unit) => {
        const match = /[[(.…$<]|lorem/i.test(unit.plain)
          ? (PLACEHOLDER.exec(unit.plain) ?? FIELD.exec(unit.plain) ?? GUIDANCE.exec(unit.plain))
          : GUIDANCE.exec(unit.plain);
        if (match === null || markdown.text.includes(`\n${match[0]}:`)) return [];
        return { text: match[0].replace(/^[:\s]+/, ""), at: spanOf(unit, match.index, match.index + match[0].length) };
      });
      const [first, ...others] = all;
      if (first === undefined) continue;
      const [text, more] = [
        excerpt(first.text),
        others.length > 0 ? `, and ${others.length} more in this section` : "",
      ];
      const message = `"${text}" is a placeholder from the template${more}.`;
      yield found(
        first.at,
        text,
        message,
        others.map(({ at }) => at),
      );
    }
  },
};
