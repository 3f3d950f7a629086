import { found, type Rule, type RuleFinding } from "../rule.ts";
import type { Section, Unit } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt } from "../spec/words.ts";

/** Alternatives side by side, and no word which of them holds (SPEC 16.2). */
export const undecided: Rule = {
  id: "undecided",
  type: "undecided",
  severity: "MEDIUM",
  summary: "Alternatives stand side by side, and nothing says which of them holds.",
  fix: "Write the one that holds.",
  ask: () => "the spec leaves this choice open. Which one is it?",
  run: (spec) => [...options(spec), ...spec.claims.flatMap(inlineAlternatives)],
};

const NAME = "(?:option|alternative|approach|variant)";
const OPTION = new RegExp(`^\\W*(?:${NAME}\\s+(?:[A-E]|[1-5]|one|two)|path\\s+[A-E])\\b(?!\\s*(?:\\+|and)\\b)`, "i");
const DECIDED =
  /\b(?:decision|decided|chosen|chose|choose|choosing|selected|recommend\w*|prefer(?:red|ence)?|outcome|going with|go with|adopt(?:ed)?|rejected|we use|will use|picked|winner)\b|✅|✔|⭐/i;
/** "Not decided yet" says the opposite; what is "not chosen" is decided. */
const NOT_DECIDED =
  /\b(?:(?:not|be|not(?: yet)? been) decided|not yet (?:been )?(?:decided|chosen|selected)|no (?:final )?decision|decision (?:is )?(?:still )?(?:pending|open|needed))\b/gi;

function isDecided(text: string): boolean {
  return DECIDED.test(text.replace(NOT_DECIDED, ""));
}

/** "Option A" and "Option B" as headings or items of one section, and no decision in it or in a section named so. */
function options(spec: Spec): RuleFinding[] {
  if (spec.sections.some(({ title }) => /\b(?:decisions?|recommendations?|conclusion)\b/i.test(title))) return [];
  return spec.stated.flatMap((section) => {
    const named = [...section.sections.flatMap(({ units }) => units.slice(0, 1)), ...section.units.slice(1)];
    const [first, ...others] = named.filter(({ text, kind }) => kind !== "cell" && OPTION.test(text));
    if (first === undefined || others.length === 0) return [];
    const text = spec.markdown.lines.slice(section.node.line - 1, section.node.endLine).join("\n");
    const listed = [first, ...others];
    if (isDecided(text) || !(areWeighed(section, text) || areClaims(listed, section, spec))) return [];
    const names = listed.map((unit) => excerpt(unit.text.replace(/[*_`#]+/g, ""), 40)).join(" / ");
    const related = others.map((unit) => spanOf(unit));
    return found(spanOf(first), excerpt(names), `${names}: nothing says which of them holds.`, related);
  });
}

/** They are set against each other, and no word says how it ended. A manual offers options, too. */
function areWeighed({ title }: Section, text: string): boolean {
  const isAbout = /\b(?:options?|approach(?:es)?|design|solutions?|strateg|proposal|questions?)/i.test(title);
  return isAbout || /\b(?:pros|cons|trade-?offs?|advantages?|alternatives?)\b/i.test(text);
}

const MANUAL =
  /^(?:step \d|phase \d)|\b(?:set-?up|install\w*|deploy\w*|usage|using|troubleshoot\w*|verif\w*|test\w*|migrat\w*|roll-?back|recover\w*|getting started|how to|running|build\w*|development|commands?)\b/i;

/** `- Option A: Datadog`, or options in sentences of a document that binds somebody. A manual has them with its steps, or with code. */
function areClaims(listed: readonly Unit[], { title, fences }: Section, { claims }: Spec): boolean {
  const isSetOff = ({ kind, plain, depth }: Unit) =>
    kind !== "heading" && depth <= 1 && /^[^:–—.\n]{1,60}(?:[:–—]|\.\s)/.test(plain);
  const areNames = listed.every(({ kind, text }) => kind === "item" && text.trim().split(/\s+/).length <= 6);
  const binds = areNames || claims.some(({ plain }) => /\b(?:MUST|SHALL|must|shall)\b/.test(plain));
  return binds && listed.every(isSetOff) && fences.length === 0 && !MANUAL.test(title);
}

/** "Storage: Option A / Option B", "We use Option A or Option B." */
const BOTH = new RegExp(
  `\\b${NAME} ([A-E]|[1-5])(?::[^/\\n]{1,80}| \\([^()\\n]{1,60}\\))?\\s*(?:\\/|\\bor\\b|\\bvs\\.?)\\s*(?:${NAME} )?(?!\\1)([A-E]|[1-5])\\b(?:: [^/.;?\\n]{1,60}| \\([^()\\n]{1,60}\\))?`,
  "i",
);
const IN_BRACKETS = /(?<=\()[^()?\n]{2,60}\bor\b[^()?\n]{2,60}\?(?=\))/;
const AS_VALUE =
  /(?<=^[^:?\n]{2,60}:\s{0,3}(?:\*\*|__)?\s{0,3})[^\s.?!:][^.?!:\n]{1,60}\bor\b[^.?!:\n]{2,60}\?(?=\s*$)/;
/** Two names and nothing else. */
const AS_ITEM = /^(?:[^\s.?!:;"]{1,30} ){1,6}or(?: [^\s.?!:;"]{1,30}){1,6}\?(?=[\s*_]*$)/;
const QUESTION =
  /^\W*(?:what|how|why|who|when|where|which|should|is|are|do|does|can|could|will|would|did|has|have|need|want|any|ready|looking|forgot|got|not|new)\b/i;

/** "A maximum of 5-10 rows", "capped (e.g. 10)": one number holds, and it is not said which. */
const LIMIT =
  /\b(?:maximum|minimum|max|min|limit) of \d[\d,.]*\s?[-–]\s?\d[\d,.]*(?: [a-z]+)?|(?:\*\*)?\b(?:capped|limited|limit|maximum|minimum|timeout|cap|threshold)\b[^.;:()\n]{0,30}\((?:e\.g\.,?|for example,?)\s?[<>≤≥~]?\d[^()\n]{0,30}\)/i;

/** A condition may well name an example. */
function limitIn(plain: string): RegExpExecArray | undefined {
  const match = LIMIT.exec(plain);
  const isCondition = /^\W*(?:given|when|if|while)\b(?!.*\bthen\b)/is.test(plain.slice(0, match?.index));
  return match === null || isCondition ? undefined : match;
}

/** A choice in the words of one unit. */
function inlineAlternatives(unit: Unit): RuleFinding[] {
  const { plain, section } = unit;
  if (section.role === "open" || section.role === "edge") return [];
  const match =
    (plain.includes("?") && /\bor\b/.test(plain) ? askedIn(unit) : null) ??
    bothIn(plain) ??
    saidOpen(plain) ??
    limitIn(plain);
  if (match === undefined) return [];
  const end = match.index + match[0].length;
  const words = excerpt(unit.text.slice(match.index, end));
  return [found(spanOf(unit, match.index, end), words.replace(/\?$/, ""), `"${words}" leaves the choice open.`)];
}

/** "Storage: S3 or a local disk?", "stored (S3 or local?)", "- S3 or a local disk?". */
function askedIn({ plain, hasMore, kind, section }: Unit): RegExpExecArray | undefined {
  // What stands below an item is its answer.
  const mayAsk = !QUESTION.test(plain) && !hasMore;
  const inItem = kind === "item" && section.role !== "example" ? AS_ITEM.exec(plain) : null;
  const asked = IN_BRACKETS.exec(plain) ?? (mayAsk ? (AS_VALUE.exec(plain) ?? inItem) : null);
  return asked === null || QUESTION.test(asked[0]) ? undefined : asked;
}

function bothIn(plain: string): RegExpExecArray | undefined {
  const both = BOTH.exec(plain);
  return both !== null && (!isDecided(plain) || /\bwe use\b/i.test(plain)) ? both : undefined;
}

const OPEN = "(?:undecided|not (?:yet )?decided(?: yet)?|to be (?:decided|agreed|confirmed|determined))";
const BRACKET = new RegExp(`(?<=\\()[^()\\n]{2,120}[,;–—-] (?:still )?(?:${OPEN}|open)(?=\\))`, "i");
/** A sentence, with the next one where that only says that it is open. */
const SENTENCE = new RegExp(`\\S[^]*?(?:[.?!](?:\\s+(?:still )?${OPEN}\\.?)?(?=\\s|$)|$)`, "gi");
/** Set off at its end: "orders that are not decided or paid" are decided some day. */
const ENDS_OPEN = new RegExp(`[,;(.?!–—-]\\s*(?:still )?${OPEN}\\W*$`, "i");

/** "(HTTP or SSE, to be decided)", "By name or by age, not decided yet.", "A number or a text? Not decided." */
function saidOpen(plain: string): RegExpExecArray | undefined {
  if (!/decided|agreed|confirmed|determined|open\)/i.test(plain)) return undefined;
  const sentences = [...plain.matchAll(SENTENCE)].filter(([words]) => ENDS_OPEN.test(words));
  return [BRACKET.exec(plain), ...sentences].find((each) => /\S (?:or|\/) \S/.test(each?.[0] ?? "")) ?? undefined;
}
