import { plainText } from "../../documents/markdown/inline.ts";
import { isContentWord } from "../language/content-words.ts";
import { HINT } from "../language/hints.ts";
import { stem } from "../language/stem.ts";
import { inUnits, NOTHING } from "../passes.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { labelLength } from "../spec/label.ts";
import { isPlaceholderSection } from "../spec/placeholder.ts";
import type { Spec } from "../spec/spec.ts";
import type { Unit } from "../spec/unit.ts";

const MARKERS: readonly RegExp[] = [
  /\b(?:TODO|TBD|TBC|TBA|TBS|TBW|FIXME|XXX)\b/,
  /\?\?\?+/,
  /\[?\bNEEDS? CLARIFICATION\b/,
  /\b(?:OPEN (?:QUESTION|ISSUE|POINT)|[Oo]pen (?:question|issue|point)s?(?= ?:))/,
  /@todo\b|\btodo:/i,
  /\b[Tt]o be (?:determined|decided|defined|confirmed|specified|agreed(?: upon)?|clarified|announced|discussed|completed|worked out|filled in)\b/,
  /\b(?:(?:not|n't) yet|still to be|yet to be) (?:been )?(?:determined|decided|defined|confirmed|specified|agreed|clarified|known|settled)\b/,
  /\b(?:is|are|remains?) (?:still |yet )?(?:undecided|unresolved|unclear|to be seen|an open (?:question|issue|point)|open (?:questions|issues|points)|under discussion)\b/,
  /\b(?:still|yet) (?:needs?|has|have) to be (?:determined|decided|defined|confirmed|specified|agreed|clarified|chosen|settled)\b/,
  /\bhas(?:n't| not) (?:yet )?been (?:determined|decided|defined|confirmed|specified|agreed|clarified|settled)\b/,
  /\b(?:to|must|will) be (?:decided|clarified|agreed|confirmed|settled) (?:later|with|by|before|after|at|in the)\b/,
  /\b(?:we|nobody|no one) (?:(?:do|does) not (?:yet )?know|(?:have|has) not (?:yet )?decided|still (?:have|has|need) to (?:decide|agree|clarify))\b/i,
  /\b(?:not yet|still not|still un) ?clear\b/,
  /\b(?:will|is to|are to|to) be (?:defined|specified|described|decided|provided|added|written) (?:later|in a (?:later|future))\b/,
  /\blorem ipsum\b/i,
  /\[(?:placeholder|insert [^\]\n]{1,60}|fill in[^\]\n]{0,60})\]/i,
];
/** An id of a gap or an open question declares one where it heads an item, a row or a section. */
const DECLARED = /^[\s*_[(~]*((?:GAP-[A-Z]{2,10}|OQ|OPEN|GAP)-\d{1,4}[a-z]?)\b/;
/** "TODO comments are ignored", "TODO, TBD and FIXME": the word is named, not used. */
const NAMED =
  /(?:TODO|TBD|FIXME|XXX)s?(?:,| and| or|\/)[\s*`]*(?:TODO|TBD|FIXME|XXX)|(?:TODO|TBD|FIXME|XXX)s?[\s-](?:comments?|markers?|items?|lists?|tags?|app)\b/;

/** Work that the author has marked as open, in so many words (SPEC 16.1). */
export const explicitMarker: Rule = {
  id: "explicit-marker",
  type: "explicit-marker",
  severity: "MEDIUM",
  summary: "The author has marked something as open: TODO, TBD, ???, an open question, a gap id.",
  onByDefault: true,
  run: (spec) => {
    const declared = new Set<string>();
    return inUnits(spec, mayMark, (unit) => checkUnit(spec, unit, declared));
  },
};

function checkUnit(spec: Spec, unit: Unit, declared: Set<string>): readonly RuleFinding[] {
  const marker = findMarker(unit.masked) ?? openItem(spec, unit);
  if (marker === undefined) return NOTHING;
  // A section that holds nothing else is reported as empty.
  if (unit.kind !== "heading" && isPlaceholderSection(unit.section)) return NOTHING;
  // A gap is declared once; further on its id is a reference.
  if (declared.has(marker.text)) return NOTHING;
  if (/-\d+[a-z]?$/.test(marker.text)) declared.add(marker.text);
  const line = unit.line + unit.masked.slice(0, marker.at).split("\n").length - 1;
  return [
    {
      line,
      endLine: line,
      message: `"${marker.text}" marks something that is still open.`,
      fix: "Decide it, write the decision here, and remove the marker.",
    },
  ];
}

/** Every unit passes here: most have none of the words. */
function mayMark({ kind, hints, text, section }: Unit): boolean {
  if (kind === "quote") return false;
  if (section.role === "open" && kind === "item") return true;
  // The heading of a list only announces what its items say.
  if (section.role === "open" && kind === "heading" && section.units.length > 1) return false;
  if ((hints & HINT.marker) !== 0) return true;
  return text.includes("???") || text.includes("GAP-") || text.includes("OQ-") || text.includes("OPEN-");
}

/** "Known limitations" are decided: only what the heading calls open, or what asks, is. */
const ASKED = /\b(?:questions?|open|pending|undecided|unresolved|unanswered|decided|clarified|resolved)\b/i;
const SETTLED =
  /^[\s*_~[(]*(?:none\b|n\/a|nothing\b|no open|~~|decided|resolved|answered|closed|done|settled|\[x\])|\b(?:has been|was|were|is now|have been) (?:decided|resolved|answered|settled|closed)\b/i;

/** An item of a list of open questions is open without a word that says so. */
function openItem(spec: Spec, unit: Unit): { text: string; at: number } | undefined {
  const { text, masked, kind, section } = unit;
  if (section.role !== "open" || kind !== "item" || SETTLED.test(text)) return undefined;
  if (!ASKED.test(section.title) && !masked.trimEnd().endsWith("?")) return undefined;
  if (isAnswered(spec, unit)) return undefined;
  const words = plainText(text).replace(/\s+/g, " ");
  return { text: words.length <= 80 ? words : `${words.slice(0, 79).trimEnd()}…`, at: 0 };
}

/** In a longer document looking for answers would take longer than all the rest. */
const MANY = 5000;

/** Some statement of the document has most of the question's words: it has been answered, and only the list is old. */
function isAnswered(spec: Spec, { tokens }: Unit): boolean {
  if (spec.binding.length > MANY) return false;
  const asked = new Set(tokens.filter(isContentWord).map(({ lower }) => stem(lower)));
  const needed = Math.max(2, Math.ceil(0.6 * asked.size));
  return spec.binding.some((sentence) => {
    if (sentence.tokens.length < needed) return false;
    const shared = new Set(sentence.tokens.map(({ lower }) => stem(lower)).filter((word) => asked.has(word)));
    return shared.size >= needed;
  });
}

function findMarker(text: string): { text: string; at: number } | undefined {
  for (const start of [0, labelLength(text)]) {
    const declared = DECLARED.exec(text.slice(start));
    if (declared?.[1] !== undefined) return { text: declared[1], at: start + declared[0].length - declared[1].length };
  }
  for (const marker of MARKERS) {
    const match = marker.exec(text);
    if (match !== null && !NAMED.test(text)) return { text: match[0], at: match.index };
  }
  return undefined;
}
