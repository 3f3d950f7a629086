import { plainText } from "../../documents/markdown/inline.ts";
import { found, type Rule, type RuleFinding } from "../rule.ts";
import { lineSpan, matchesIn, spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt } from "../spec/words.ts";

/** A limit of time or size that is a bare number (SPEC 16.2). */
export const missingUnit: Rule = {
  id: "missing-unit",
  type: "missing-unit",
  severity: "MEDIUM",
  summary: "A limit of time or size is a number without a unit.",
  fix: "Write the unit.",
  ask: "How should the line read?",
  run: (spec) => [...inProse(spec), ...inTables(spec)],
};

const NAMES =
  "time-?out|ttl|interval|delay|duration|latency|retention(?: period)?|expiry|expiration|(?:file|upload|payload|body|message|attachment|image) ?size|response time|cooldown|grace period";
const MEASURED = new RegExp(`(?:^|[\\s_-])(?:${NAMES})s?$`, "i");
const BARE = /^[<>≤≥=~\s]*\d[\d,._]*$/;
const UNIT =
  /(?:^|[\s(_/\d-])(?:ms|s|secs?|seconds?|mins?|minutes?|hours?|hrs?|h|days?|weeks?|months?|years?|bytes?|b|[kmgt]i?b|%|percent|frames?|ticks?|blocks?|rounds?|turns?|retries|count|unit)s?(?:$|[\s).,;:_/-])/i;

function* inTables({ stated, markdown }: Spec): Generator<RuleFinding> {
  for (const { header, rows } of stated.flatMap(({ tables }) => tables))
    for (const { cells, line } of rows) {
      const name = plainText(cells[0] ?? "");
      const values = MEASURED.test(name) ? cells.slice(1).map(plainText) : [];
      const value = values.find((cell) => BARE.test(cell));
      if (value !== undefined && ![...header.cells.map(plainText), name, ...values].some((cell) => UNIT.test(cell)))
        yield report(name, value, lineSpan(markdown.lines, line));
    }
}

/** "- **Timeout**: 30". */
const LABEL = /^\W*([A-Za-z][\w -]{2,40}?)[*_`]*\s*(?::|=)[*_`]*\s*[*_`]*(\d[\d,._]*)[*_`]*\s*$/g;
/** "The request timeout is 30." */
const SENTENCE = new RegExp(
  `\\b((?:[a-z-]{2,20} ){0,2}(?:${NAMES})) (?:is|must be|shall be|is set to|defaults to) ([1-9][\\d,._]*?)(?=\\.?$|\\.\\s)`,
  "gi",
);
/** Most units say nothing of the kind. */
const MAY_LACK = new RegExp(`(?:${NAMES}) (?:is|must|shall|defaults)\\b[^.]{0,20}\\d`, "i");
/** "All times are in seconds." */
const SAID_ONCE = /\bin (?:milli)?(?:seconds|minutes|hours|days|bytes)\b/i;

function* inProse({ claims, markdown }: Spec): Generator<RuleFinding> {
  const items = claims.filter(({ kind, text }) => kind === "item" && /\d[\s*_`]*$/.test(text));
  for (const {
    unit,
    match: [, name = "", value = ""],
  } of matchesIn(items, LABEL, "text"))
    if (MEASURED.test(name) && !UNIT.test(name)) yield report(name, value, spanOf(unit));
  const prose = SAID_ONCE.test(markdown.text)
    ? []
    : claims.filter(({ kind, plain }) => kind !== "cell" && MAY_LACK.test(plain));
  for (const {
    match: [, name = "", value = ""],
    at,
  } of matchesIn(prose, SENTENCE))
    yield report(name.replace(/^(?:the|an?|its|each|every) /i, ""), value, at());
}

function report(name: string, value: string, at: RuleFinding["at"]): RuleFinding {
  return found(at, excerpt(name), `"${excerpt(name)}" is ${value}, without a unit.`);
}
