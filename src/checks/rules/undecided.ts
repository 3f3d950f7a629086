import { found, type Rule, type RuleFinding } from "../rule.ts";
import type { Section, Unit } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt, sharedStems } from "../spec/words.ts";

/** Alternatives side by side, and no word which of them holds (SPEC 16.2). */
export const undecided: Rule = {
  id: "undecided",
  type: "undecided",
  severity: "MEDIUM",
  summary: "Alternatives stand side by side, and nothing says which of them holds.",
  fix: "Write the one that holds.",
  ask: () => "the spec leaves this choice open. Which one is it?",
  run: (spec) => [...options(spec), ...spec.claims.flatMap(inlineAlternatives), ...spec.claims.flatMap(bothOptions)],
};

const OPTION =
  /^\W*(?:(?:option|alternative|approach|variant)\s+(?:[A-E]|[1-5]|one|two)|path\s+[A-E])\b(?!\s*(?:\+|and)\b)/i;
const DECIDED =
  /\b(?:decision|decided|chosen|chose|choose|choosing|selected|recommend\w*|prefer(?:red|ence)?|outcome|going with|go with|adopt(?:ed)?|rejected|we use|will use|picked|winner)\b|✅|✔|⭐/i;

/** "Option A" and "Option B" as headings or items of one section, and no decision in it or in a section named so. */
function options(spec: Spec): RuleFinding[] {
  if (spec.sections.some(({ title }) => /\b(?:decisions?|recommendations?|conclusion)\b/i.test(title))) return [];
  return spec.stated.flatMap((section) => {
    const named = [...section.sections.flatMap(({ units }) => units.slice(0, 1)), ...section.units.slice(1)];
    const listed = named.filter(({ text, kind }) => kind !== "cell" && OPTION.test(text));
    const [first, ...others] = listed;
    if (first === undefined || others.length === 0 || DECIDED.test(wholeText(section, spec))) return [];
    if (!isWeighed(section, spec) && !areNames(listed) && !areClaims(listed, section, spec)) return [];
    const names = listed.map(({ text }) => excerpt(text.replace(/[*_`#]+/g, ""), 40)).join(" / ");
    const related = others.map((unit) => spanOf(unit));
    const fix = "Name the one that holds, and say why the others do not.";
    return { ...found(spanOf(first), excerpt(names), `${names}: nothing says which of them holds.`, related), fix };
  });
}

/** `- Option A: Datadog`, `- Option B: Grafana`: names to choose from. A manual says what to do in each case. */
function areNames(listed: readonly Unit[]): boolean {
  return listed.every(({ kind, text }) => kind === "item" && /:\s/.test(text) && text.trim().split(/\s+/).length <= 6);
}

const MANUAL =
  /^(?:step \d|phase \d)|\b(?:set-?up|install\w*|deploy\w*|usage|using|troubleshoot\w*|verif\w*|test\w*|migrat\w*|roll-?back|recover\w*|getting started|how to|running|build\w*|development|commands?)\b/i;
const BINDS = /\b(?:MUST|SHALL|must|shall)\b/;

/** Options in sentences, in a document that binds somebody. A manual has them below its steps, or with code. */
function areClaims(listed: readonly Unit[], { title, fences }: Section, { claims }: Spec): boolean {
  const areSetOff = listed.every(
    ({ kind, plain, depth }) => kind !== "heading" && depth <= 1 && /^[^:–—.\n]{1,60}(?:[:–—]|\.\s)/.test(plain),
  );
  return areSetOff && fences.length === 0 && !MANUAL.test(title) && claims.some(({ plain }) => BINDS.test(plain));
}

const BOTH =
  /\b(?:option|alternative|approach|variant) ([A-E]|[1-5])(?::[^/\n]{1,80}| \([^()\n]{1,60}\))?\s*(?:\/|\bor\b|\bvs\.?)\s*(?:(?:option|alternative|approach|variant) )?([A-E]|[1-5])\b(?:: [^/.;?\n]{1,60}| \([^()\n]{1,60}\))?/i;

/** "Storage: Option A / Option B", "We use Option A or Option B." */
function bothOptions(unit: Unit): RuleFinding[] {
  const match = unit.section.role === "open" || unit.section.role === "edge" ? null : BOTH.exec(unit.plain);
  if (match === null || match[1] === match[2] || (DECIDED.test(unit.plain) && !/\bwe use\b/i.test(unit.plain)))
    return [];
  const at = spanOf(unit, match.index, match.index + match[0].length);
  return [found(at, excerpt(match[0]), `"${excerpt(match[0])}" leaves the choice open.`)];
}

/** The alternatives are set against each other, and no word says how it ended. A manual offers options, too. */
function isWeighed(section: Section, spec: Spec): boolean {
  const text = wholeText(section, spec);
  const isAbout = /\b(?:options?|approach(?:es)?|design|solutions?|strateg|proposal|questions?)/i.test(section.title);
  return isAbout || /\b(?:pros|cons|trade-?offs?|advantages?|alternatives?)\b/i.test(text);
}

function wholeText({ node }: Section, { markdown }: Spec): string {
  return markdown.lines.slice(node.line - 1, node.endLine).join("\n");
}

const IN_BRACKETS = /\(([^()?\n]{2,60}\bor\b[^()?\n]{2,60})\?\)/;
const AS_VALUE = /^[^:?\n]{2,60}:\s*(?:\*\*|__)?\s*([^.?!:\n]{2,60}\bor\b[^.?!:\n]{2,60})\?\s*$/;

/** Two names and nothing else. */
const AS_ITEM = /^((?:[^\s.?!:;"]{1,30} ){1,6}or(?: [^\s.?!:;"]{1,30}){1,6})\?[\s*_]*$/;

const QUESTION =
  /^\W*(?:what|how|why|who|when|where|which|should|is|are|do|does|can|could|will|would|did|has|have|need|want|any|ready|looking|forgot|got|not|new)\b/i;

/** A paragraph is answered by the one below it where that is short, or speaks of the same. */
function isUnanswered(unit: Unit): boolean {
  const { units } = unit.section;
  const next = units[units.indexOf(unit) + 1];
  if (next === undefined || next.kind === "heading") return true;
  return next.plain.length > 60 && !DECIDED.test(next.plain) && sharedStems(unit.plain, next.plain) === 0;
}

function mayBeAlternatives(unit: Unit): boolean {
  if (unit.section.role === "example") return false;
  return unit.kind === "item" || unit.kind === "cell" || (unit.kind === "paragraph" && isUnanswered(unit));
}

/** "Storage: S3 or a local disk?", "stored (S3 or local?)", "- S3 or a local disk?", "Files go to S3 or a local disk?". */
function inlineAlternatives(unit: Unit): RuleFinding[] {
  const { section, plain } = unit;
  if (section.role === "open" || section.role === "edge") return [];
  // What stands below an item is its answer.
  const whole =
    QUESTION.test(plain) || unit.hasMore
      ? null
      : (AS_VALUE.exec(plain) ?? (mayBeAlternatives(unit) ? AS_ITEM.exec(plain) : null));
  const match = IN_BRACKETS.exec(plain) ?? whole;
  const words = match?.[1];
  if (match === null || words === undefined || QUESTION.test(words)) return [];
  const start = match.index + match[0].indexOf(words);
  const at = spanOf(unit, start, start + words.length + 1);
  return [found(at, excerpt(words), `"${excerpt(words)}?" leaves the choice open.`)];
}
