import { found, type Rule, repeated } from "../rule.ts";
import { scenariosOf } from "../spec/scenarios.ts";
import { excerpt } from "../spec/words.ts";

/** One condition with two outcomes that exclude each other (SPEC 16.2). */
export const conflictingThen: Rule = {
  id: "conflicting-then",
  type: "contradiction",
  severity: "MEDIUM",
  summary: "The same Given and When lead to two different outcomes.",
  fix: "Keep one of the two, or say in which case each holds.",
  *run(spec) {
    for (const [{ condition, outcomes }, other] of repeated(scenariosOf(spec), (each) => words(each.condition)))
      for (const outcome of words(condition).split(" ").length < 3 ? [] : outcomes) {
        const earlier = other.outcomes.find(({ text }) => excludes(outcome.text, text));
        if (earlier === undefined) continue;
        const message = `"${excerpt(outcome.text)}" here, "${excerpt(earlier.text)}" elsewhere, under the same condition.`;
        yield found(outcome.at, excerpt(condition), message, [earlier.at]);
      }
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
  const isSameSentence = skeleton(a) === skeleton(b) && a.search(VALUE) !== -1;
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
