import { excerpt } from "../reading/words.ts";
import { found, type Rule, repeated } from "../rule.ts";
import { scenariosIn } from "./missing-scenario.ts";

/** One condition with two outcomes that exclude each other (SPEC 16.2). */
export const conflictingThen: Rule = {
  id: "conflicting-then",
  type: "contradiction",
  severity: "MEDIUM",
  summary: "The same Given and When have two different outcomes.",
  fix: "Keep one of the outcomes, or say when each one applies.",
  ask: ({ lines: [here, there = "another line"] }) =>
    `${here} and ${there} have different outcomes of the same When. Which one should change?`,
  *run({ stated }) {
    for (const section of stated) {
      // Without a When several outcomes may hold, and another section's heading may be part of the condition.
      const scenarios = scenariosIn(section).filter(({ hasWhen }) => hasWhen);
      for (const [{ condition, outcomes }, other] of repeated(scenarios, (each) => words(each.condition)))
        for (const { text, at } of outcomes) {
          const earlier = other.outcomes.find((outcome) => excludes(text, outcome.text));
          if (earlier === undefined) continue;
          const message = `The same When leads to "${excerpt(text)}" here, but to "${excerpt(earlier.text)}" elsewhere.`;
          yield found(at, excerpt(condition), message, [earlier.at]);
        }
    }
  },
};

function words(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}%/.{}_-]+/gu) ?? []).join(" ");
}

/** Whether two outcomes exclude each other: the same sentence with another number or a "not"; names may both hold. */
function excludes(a: string, b: string): boolean {
  const [left, right] = [words(a), words(b)];
  const numberless = (text: string): string => text.replace(/\d+(?:[.,]\d+)*/g, "#");
  const isNot = /\b(?:not|never)\b/;
  const bare = (text: string): string =>
    text.replace(/\b(?:not|never|does|do|is|are)\b ?/g, "").replace(/\b(\w{3,})s\b/g, "$1");
  if (isNot.test(left) !== isNot.test(right)) return bare(left) === bare(right);
  return left !== right && numberless(left) === numberless(right);
}
