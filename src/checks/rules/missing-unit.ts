import { plainText } from "../../documents/markdown/inline.ts";
import { UNITS } from "../../documents/stated/marker.ts";
import { lineSpan, matchesIn } from "../reading/span.ts";
import { excerpt } from "../reading/words.ts";
import { found, type Rule, type RuleFinding } from "../rule.ts";

const NAMES =
  "time-?out|ttl|interval|delay|duration|latency|lifetime|retention(?: period)?|expiry|expiration|(?:file|upload|payload|body|message|attachment|image) ?size|response time|cooldown|grace period";
const MEASURED = new RegExp(`(?:^|[\\s_-])(?:${NAMES})s?$`, "i");
const BARE = /^[<>≤≥=~\s]*\d[\d,._]*$/;
const UNIT = new RegExp(`(?:^|[\\s(_/\\d-])(?:${UNITS}|count|unit)s?(?:$|[\\s).,;:_/-])`, "i");
/** "- **Timeout**: 30"; "The request timeout is 30."; "It uses a timeout of 30." */
const STATED = new RegExp(
  `^\\W*([A-Za-z][\\w -]{2,40}?)[*_\`]*\\s*[:=][*_\`\\s]*(\\d[\\d,.]*)[*_\`\\s]*$|\\b((?:[a-z-]{2,20} ){0,2}(?:${NAMES})) (?:is|must be|shall be|is set to|defaults to|(?<!(?:interval|duration) )of) ([1-9][\\d,._]*?)(?=\\.?$|\\.\\s|[;)])`,
  "gi",
);
/** The protocol defines the unit. */
const PROTOCOL = /\b(?:DNS|CNAME|(?:A|NS|MX|TXT) records?)\b/;
const MAY_LACK = new RegExp(`(?:${NAMES})[^.]{0,30}\\d`, "i");

/** A limit of time or size that is a bare number (SPEC 16.2). */
export const missingUnit: Rule = {
  id: "missing-unit",
  type: "missing-unit",
  severity: "MEDIUM",
  summary: "A time or size limit has no unit.",
  fix: "Add the unit.",
  ask: "How should the line read?",
  *run({ stated, claims, markdown: { lines } }) {
    for (const { header, rows } of stated.flatMap(({ tables }) => tables))
      for (const { cells, line } of rows) {
        const [name = "", ...values] = cells.map(plainText);
        const value = MEASURED.test(name) ? values.find((cell) => BARE.test(cell)) : undefined;
        if (value !== undefined && ![...header.cells.map(plainText), name, ...values].some((cell) => UNIT.test(cell)))
          yield report(name, value, lineSpan(lines, line));
      }
    // "All times are in seconds." holds for the whole document.
    if (claims.some(({ plain }) => /\bin (?:milli)?(?:seconds|minutes|hours|days|bytes)\b/i.test(plain))) return;
    const prose = claims.filter(
      ({ kind, text: words }) => kind !== "cell" && MAY_LACK.test(words) && !PROTOCOL.test(words),
    );
    for (const { match, at, unit } of matchesIn(prose, STATED, "text")) {
      const [, label, labelled, named = "", value = ""] = match;
      const isLabel = unit.kind === "item" && label !== undefined && MEASURED.test(label) && !UNIT.test(label);
      if (isLabel) yield report(label, labelled ?? "", at());
      else if (label === undefined) yield report(named.replace(/^(?:the|an?|its|each|every) /i, ""), value, at());
    }
  },
};

function report(name: string, value: string, at: RuleFinding["at"]): RuleFinding {
  return found(at, excerpt(name), `"${excerpt(name)}" is ${value}, with no unit.`);
}
