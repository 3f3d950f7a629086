import { matchesIn } from "../reading/span.ts";
import { found, type Rule } from "../rule.ts";

const VAGUE =
  /\b(?:appropriate(?:ly)?|adequate(?:ly)?|reasonabl[ey]|sufficient(?:ly)?|as needed|if needed|as appropriate|where applicable|when necessary|user-friendly|intuitive(?:ly)?|seamless(?:ly)?|graceful(?:ly)?|robust(?:ly)?|efficient(?:ly)?|scalable|flexible|fast|quick(?:ly)?|easy|easily|simple|normal load|in real[- ]time|and so on|etc)\b/gi;

const DUTY = /\b(?:MUST|SHALL|must|shall)\b/;

/** Words that nobody can test (SPEC 16.2, the style profile). */
export const vagueWording: Rule = {
  id: "vague-wording",
  type: "vague",
  severity: "LOW",
  summary: "A requirement uses a word that cannot be tested (only with --style).",
  fix: "Say how it is measured.",
  offByDefault: true,
  *run({ claims }) {
    for (const unit of claims) {
      const isDuty = unit.kind === "item" && unit.section.role !== "example" && DUTY.test(unit.plain);
      for (const { match, at } of isDuty ? [...matchesIn([unit], VAGUE)].slice(0, 1) : [])
        yield found(at(), match[0].toLowerCase(), `"${match[0]}" cannot be tested.`);
    }
  },
};
