import { keywordsOf } from "../../documents/spec/keywords.ts";
import { found, type Rule, repeated } from "../rule.ts";
import { type Scenario, scenariosOf } from "../spec/scenarios.ts";
import { excerpt } from "../spec/words.ts";

/** One condition with two outcomes that exclude each other (SPEC 16.2). */
export const conflictingThen: Rule = {
  id: "conflicting-then",
  type: "contradiction",
  severity: "MEDIUM",
  summary: "The same Given and When have two different outcomes.",
  fix: "Keep one of the outcomes, or say when each one applies.",
  *run(spec) {
    // Without a When a Then says one of many things that hold.
    const scenarios = scenariosOf(spec).filter(({ hasWhen }) => hasWhen);
    for (const [scenario, other] of repeated(scenarios, ({ condition }) => words(condition)))
      for (const { text, at } of isSameCase(scenario, other) ? scenario.outcomes : []) {
        const earlier = other.outcomes.find((outcome) => excludes(text, outcome.text));
        if (earlier === undefined) continue;
        const message = `The same When leads to "${excerpt(text)}" here, but to "${excerpt(earlier.text)}" elsewhere.`;
        yield found(at, excerpt(scenario.condition), message, [earlier.at]);
      }
  },
};

/** The headings of both, from the scenario up, say nothing that the condition does not: "Scenario: as an administrator". */
function isSameCase({ condition, section }: Scenario, other: Scenario): boolean {
  const said = keywordsOf(condition);
  const [a, b] = [section, other.section].map(({ title }) => keywordsOf(title));
  const isNew = (word: string) => !said.has(word) && !(a?.has(word) && b?.has(word));
  const isNear = section === other.section || section.parent === other.section.parent;
  return isNear && words(condition).split(" ").length >= 3 && ![...(a ?? []), ...(b ?? [])].some(isNew);
}

function words(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}%/.{}_-]+/gu) ?? []).join(" ");
}

const VALUE = /`[^`\n]{1,120}`|"[^"\n]{1,120}"|“[^”\n]{1,120}”|\d+(?:[.,]\d+)*/g;

/** "The page shows "Cart"" and "shows "Total"": both hold. */
const ADDS =
  /\b(?:there (?:is|are)|contains?|includes?|shows?|displays?|lists?|offers?|has|have|sees?)\b[^"“`]{0,60}["“`]/i;

/** The same sentence with another value in it, or with a "not". */
function excludes(a: string, b: string): boolean {
  const [left, right] = [words(a), words(b)];
  if (left === right) return false;
  const skeleton = (text: string): string => words(text.replace(VALUE, " # "));
  const isSameSentence = skeleton(a) === skeleton(b) && a.search(VALUE) !== -1 && !ADDS.test(a);
  const isNot = /\b(?:not|never)\b/;
  const bare = (text: string): string =>
    text
      .replace(/\b(?:not|never|does|do|is|are|must|shall|will)\b/g, " ")
      .replace(/\b(\w{3,})s\b/g, "$1")
      .replace(/\s+/g, " ")
      .trim();
  return isSameSentence || (isNot.test(left) !== isNot.test(right) && bare(left) === bare(right));
}
