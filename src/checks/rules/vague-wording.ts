import type { Rule } from "../rule.ts";
import { spanOf } from "../spec/span.ts";

const VAGUE =
  /\b(?:appropriate(?:ly)?|adequate(?:ly)?|reasonabl[ey]|sufficient(?:ly)?|as needed|if needed|as appropriate|where applicable|when necessary|user-friendly|intuitive(?:ly)?|seamless(?:ly)?|graceful(?:ly)?|robust(?:ly)?|efficient(?:ly)?|scalable|flexible|fast|quick(?:ly)?|easy|easily|simple|normal load|in real[- ]time|and so on|etc)\b/gi;

const DUTY = /\b(?:MUST|SHALL|must|shall)\b/;

/** Words that nobody can test (SPEC 16.2, the style profile). */
export const vagueWording: Rule = {
  id: "vague-wording",
  type: "vague",
  severity: "LOW",
  summary: "A requirement is worded so that nobody can test it (style profile).",
  offByDefault: true,
  run: ({ claims }) =>
    claims
      .filter(({ kind, section, plain }) => kind === "item" && section.role !== "example" && DUTY.test(plain))
      .flatMap((unit) =>
        [...unit.plain.matchAll(VAGUE)].slice(0, 1).map((match) => ({
          at: spanOf(unit, match.index, match.index + match[0].length),
          subject: match[0].toLowerCase(),
          message: `"${match[0]}" cannot be tested as it stands.`,
          fix: "Say by what it is measured.",
        })),
      ),
};
