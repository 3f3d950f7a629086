import { spanOf } from "../reading/span.ts";
import type { Section, Spec, Unit } from "../reading/spec.ts";
import { excerpt } from "../reading/words.ts";
import { found, type Rule, type RuleFinding } from "../rule.ts";

/** Alternatives of which none is chosen (SPEC 16.2). */
export const undecided: Rule = {
  id: "undecided",
  type: "undecided",
  severity: "MEDIUM",
  summary: "Several alternatives are listed, but none is chosen.",
  fix: "Keep the chosen one.",
  answer: { replaces: true },
  ask: () => "the spec leaves this choice open. Which one is it?",
  run: (spec) => [...options(spec), ...spec.claims.flatMap(inlineAlternatives)],
};

const NAME = "(?:option|alternative|approach|variant)";
const OPTION = new RegExp(`^\\W*(?:${NAME}\\s+(?:[A-E]|[1-5]|one|two)|path\\s+[A-E])\\b(?!\\s*(?:\\+|and)\\b)`, "i");
const DECIDED =
  /\b(?:decision|decided|chosen|chose|choose|choosing|selected|recommend\w*|prefer(?:red|ence)?|outcome|going with|go with|adopt(?:ed)?|rejected|we use|will use|picked|winner)\b|✅|✔|⭐/i;
/** Words that look like a decision and are none: "not decided yet"; "not chosen" is a decision. */
const NOT_DECIDED =
  /\b(?:(?:not|be|not(?: yet)? been) decided|not yet (?:been )?(?:decided|chosen|selected)|no (?:final )?decision|decision (?:is )?(?:still )?(?:pending|open|needed))\b/gi;

function isDecided(text: string): boolean {
  return DECIDED.test(text.replace(NOT_DECIDED, ""));
}

/** "Option A" and "Option B" as headings or items of one section, without a decision there or under that name. */
function options(spec: Spec): RuleFinding[] {
  if (spec.sections.some(({ title }) => /\b(?:decisions?|recommendations?|conclusion)\b/i.test(title))) return [];
  // A sentence elsewhere may decide: "Option 1 is the preferred one".
  if (spec.claims.some(({ text }) => OPTION.test(text) && isDecided(text))) return [];
  return spec.stated.flatMap((section) => {
    const named = [...section.sections.flatMap(({ units }) => units.slice(0, 1)), ...section.units.slice(1)];
    const [first, ...others] = named.filter(({ text, kind }) => kind !== "cell" && OPTION.test(text));
    if (first === undefined || others.length === 0) return [];
    const text = spec.markdown.lines.slice(section.node.line - 1, section.node.endLine).join("\n");
    if (isDecided(text) || !(areWeighed(section, text) || areSetOff(section, [first, ...others]))) return [];
    const names = [first, ...others]
      .map((unit) => excerpt(unit.text.replace(/[*`#]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ""), 40))
      .join(" / ");
    const related = others.map((unit) => spanOf(unit));
    return found(spanOf(first), excerpt(names), `${names}: no choice has been made.`, related);
  });
}

/** Whether the options are weighed, or said to be open; a manual also has options. */
function areWeighed({ title }: Section, text: string): boolean {
  const isAbout = /\b(?:options?|approach(?:es)?|design|solutions?|strateg|proposal|questions?)/i.test(title);
  return (
    isAbout || /\b(?:pros|cons|trade-?offs?|advantages?|alternatives?)\b/i.test(text) || text.search(NOT_DECIDED) >= 0
  );
}

/** Whether each option is a short item such as `- Option A: Datadog`; with code or numbers it is a manual. */
function areSetOff({ fences }: Section, options: readonly Unit[]): boolean {
  const isAlone = ({ kind, plain, depth }: Unit) =>
    kind !== "heading" && depth <= 1 && /^\W*\w+ [A-E]\W{0,3}[:–—]/i.test(plain);
  return fences.length === 0 && options.every(isAlone);
}

/** "Storage: Option A / Option B", "We use Option A or Option B." */
const BOTH = new RegExp(
  `(?<!["“\\w])${NAME} ([A-E]|[1-5])(?::[^/\\n]{1,80}| \\([^()\\n]{1,60}\\))?\\s*(?:\\/|\\bor\\b|\\bvs\\.?)\\s*(?:${NAME} )?(?!\\1)([A-E]|[1-5])\\b(?:: [^/.;?\\n]{1,60}| \\([^()\\n]{1,60}\\))?`,
  "i",
);
const IN_BRACKETS = /(?<=\()[^()?\n]{2,60}\bor\b[^()?\n]{2,60}\?(?=\))/;
const AS_VALUE =
  /(?<=^[^:?\n]{2,60}:\s{0,3}(?:\*\*|__)?\s{0,3})[^\s.?!:"“][^.?!:\n]{1,60}\bor\b[^.?!:\n]{2,60}\?(?=\s*$)/;
const QUESTION =
  /^\W*(?:what|how|why|who|when|where|which|should|is|are|do|does|can|could|will|would|did|has|have|need|want|any)\b/i;

/** A choice within one sentence: between options, or with a question mark in brackets or as a value. */
function inlineAlternatives({ plain, ...unit }: Unit): RuleFinding[] {
  if (unit.section.role === "open" || unit.section.role === "edge") return [];
  const isAsked = plain.includes("?") && /\bor\b/.test(plain);
  // Text below an item is its answer.
  const mayAsk = isAsked && !QUESTION.test(plain) && !unit.hasMore;
  const asked = (isAsked ? IN_BRACKETS.exec(plain) : null) ?? (mayAsk ? AS_VALUE.exec(plain) : null);
  const both = BOTH.exec(plain);
  const isLeft = both !== null && (!isDecided(plain) || /\bwe use\b/i.test(plain));
  const match = asked !== null && !QUESTION.test(asked[0]) ? asked : isLeft ? both : null;
  if (match === null) return [];
  const end = match.index + match[0].length;
  const words = excerpt(unit.text.slice(match.index, end));
  const at = spanOf({ plain, ...unit }, match.index, end);
  return [found(at, words.replace(/\?$/, ""), `"${words}" leaves the choice open.`)];
}
