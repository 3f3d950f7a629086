import type { Rule, RuleFinding } from "../rule.ts";
import { type Outcome, type Scenario, scenariosOf } from "../spec/scenarios.ts";
import { excerpt } from "../spec/words.ts";

/** One condition with two outcomes that exclude each other (SPEC 16.2). */
export const conflictingThen: Rule = {
  id: "conflicting-then",
  type: "contradiction",
  severity: "HIGH",
  summary: "The same Given and When lead to two different outcomes.",
  run: (spec) => {
    const first = new Map<string, Scenario>();
    return scenariosOf(spec).flatMap((scenario) => {
      const key = words(scenario.condition);
      const other = first.get(key);
      if (other === undefined) first.set(key, scenario);
      if (other === undefined || key.split(" ").length < 3) return [];
      return scenario.outcomes.flatMap((outcome) =>
        other.outcomes
          .filter((earlier) => excludes(outcome.text, earlier.text))
          .slice(0, 1)
          .map((earlier) => report(scenario, outcome, earlier)),
      );
    });
  },
};

function words(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}%/.{}_-]+/gu) ?? []).join(" ");
}

const VALUE = /`[^`\n]{1,120}`|"[^"\n]{1,120}"|“[^”\n]{1,120}”|\d+(?:[.,]\d+)*/g;

/** The same sentence with another value in it, or with a "not". */
function excludes(a: string, b: string): boolean {
  const [left, right] = [words(a), words(b)];
  if (left === right) return false;
  const skeleton = (text: string): string => words(text.replace(VALUE, " # "));
  const isSameSentence = skeleton(a) === skeleton(b) && VALUE.test(a);
  VALUE.lastIndex = 0;
  const bare = (text: string): string =>
    text
      .replace(/\b(?:does |do |is |are |must |shall |will )?(?:not|never)\b/g, " ")
      .replace(/\b(?:does|do|is|are|must|shall|will)\b/g, " ")
      .replace(/\b(\w{3,})s\b/g, "$1")
      .replace(/\s+/g, " ")
      .trim();
  const isDenied = /\b(?:not|never)\b/.test(left) !== /\b(?:not|never)\b/.test(right) && bare(left) === bare(right);
  return isSameSentence || isDenied;
}

function report({ condition }: Scenario, outcome: Outcome, earlier: Outcome): RuleFinding {
  return {
    at: outcome.at,
    related: [earlier.at],
    subject: excerpt(condition),
    message: `"${excerpt(outcome.text, 80)}" here, "${excerpt(earlier.text, 80)}" elsewhere, under the same condition.`,
    fix: "Keep one of the two, or say in which case each holds.",
  };
}
