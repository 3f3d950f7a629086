import { plainText } from "../../documents/markdown/inline.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import type { Section, Unit } from "../spec/section.ts";
import { lineSpan, spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt } from "../spec/words.ts";

/** A limit of time or size that is a bare number (SPEC 16.2). */
export const missingUnit: Rule = {
  id: "missing-unit",
  type: "missing-unit",
  severity: "MEDIUM",
  summary: "A limit of time or size is a number without a unit.",
  run: (spec) => [
    ...spec.claims.flatMap((unit) => [...inItem(unit), ...inSentence(unit, spec)]),
    ...spec.stated.flatMap((section) => inTables(section, spec)),
  ],
};

const NAMES =
  "time-?out|ttl|interval|delay|duration|latency|retention(?: period)?|expiry|expiration|(?:file|upload|payload|body|message|attachment|image) ?size|response time|cooldown|grace period";
const MEASURED = new RegExp(`(?:^|[\\s_-])(?:${NAMES})s?$`, "i");
const BARE = /^[<>≤≥=~\s]*\d[\d,._]*$/;
const UNIT =
  /(?:^|[\s(_/\d-])(?:ms|s|secs?|seconds?|mins?|minutes?|hours?|hrs?|h|days?|weeks?|months?|years?|bytes?|b|[kmgt]i?b|%|percent|frames?|ticks?|blocks?|rounds?|turns?|retries|count|unit)s?(?:$|[\s).,;:_/-])/i;

function inTables({ tables }: Section, { markdown }: Spec): RuleFinding[] {
  return tables.flatMap(({ header, rows }) => {
    if (header.cells.some((cell) => UNIT.test(plainText(cell)))) return [];
    return rows.flatMap(({ cells, line }) => {
      const name = plainText(cells[0] ?? "");
      const value = cells
        .slice(1)
        .map(plainText)
        .find((cell) => BARE.test(cell));
      if (value === undefined || !MEASURED.test(name) || cells.some((cell) => UNIT.test(plainText(cell)))) return [];
      return [report(name, value, lineSpan(markdown.lines, line))];
    });
  });
}

/** "- **Timeout**: 30". */
function inItem(unit: Unit): RuleFinding[] {
  const [, name = "", value = ""] =
    /^\W*([A-Za-z][\w -]{2,40}?)[*_`]*\s*(?::|=)[*_`]*\s*[*_`]*(\d[\d,._]*)[*_`]*\s*$/.exec(unit.text) ?? [];
  return unit.kind === "item" && MEASURED.test(name) && !UNIT.test(name) ? [report(name, value, spanOf(unit))] : [];
}

const IN_PROSE = new RegExp(
  `\\b((?:[a-z-]{2,20} ){0,2}(?:${NAMES})) (?:is|must be|shall be|is set to|defaults to) ([1-9][\\d,._]*?)(?=\\.?$|\\.\\s)`,
  "gi",
);
/** "All times are in seconds." */
const SAID_ONCE = /\bin (?:milli)?(?:seconds|minutes|hours|days|bytes)\b/i;

/** "The request timeout is 30." */
function inSentence(unit: Unit, { markdown }: Spec): RuleFinding[] {
  if (unit.kind === "cell" || SAID_ONCE.test(markdown.text)) return [];
  return Array.from(unit.plain.matchAll(IN_PROSE), ({ index, 0: words, 1: name = "", 2: value = "" }) =>
    report(name.replace(/^(?:the|an?|its|each|every) /i, ""), value, spanOf(unit, index, index + words.length)),
  );
}

function report(name: string, value: string, at: RuleFinding["at"]): RuleFinding {
  return {
    at,
    subject: excerpt(name),
    message: `"${excerpt(name)}" is ${value}, without a unit.`,
    fix: "Write the unit.",
  };
}
