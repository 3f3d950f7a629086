import { plainText } from "../../documents/markdown/inline.ts";
import type { Span } from "../finding.ts";
import { found, type Rule, repeated } from "../rule.ts";
import type { Section, Unit } from "../spec/section.ts";
import { lineSpan, spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt } from "../spec/words.ts";

/** The same sentence with two numbers, or one limit with two values (SPEC 16.2). */
export const conflictingNumber: Rule = {
  id: "conflicting-number",
  type: "contradiction",
  severity: "HIGH",
  summary: "One sentence stands twice with two different numbers of one unit, or one limit has two values.",
  fix: "Keep one of the two numbers, or say in which case each holds.",
  ask: ({ texts: [a = "", b = ""], lines }) => {
    const [first, second] = differingMeasures(a, b);
    return first && second ? `${lines[0]} says ${first}, ${lines[1]} says ${second}. Which is right?` : undefined;
  },
  *run(spec) {
    for (const [claim, other] of repeated(claimsOf(spec), ({ key }) => key)) {
      const [number, ...more] = claim.numbers.filter((each, index) => each !== other.numbers[index]);
      if (number === undefined || more.length > 0 || areVariants(other, claim)) continue;
      const message = `"${excerpt(claim.words)}" here, "${excerpt(other.words)}" elsewhere.`;
      yield found(claim.at(number), excerpt(claim.words), message, [other.at()]);
    }
  },
};

/** The first number of each text, with its unit, that the other does not have. */
function differingMeasures(a: string, b: string): [string | undefined, string | undefined] {
  const measures = (text: string): string[] => text.match(/(?<![\w.-])\d+(?:[.,]\d+)*(?:\s?%|\s\p{L}+)?/gu) ?? [];
  const [here, there] = [measures(a), measures(b)];
  return [here.find((each) => !there.includes(each)), there.find((each) => !here.includes(each))];
}

interface Claim {
  readonly words: string;
  /** The words without the numbers, and without what only joins them. */
  readonly key: string;
  readonly numbers: readonly string[];
  readonly section: Section;
  readonly depth: number;
  /** "Session timeout: 30 minutes", or a row of a table. */
  readonly isLabel: boolean;
  /** Of the number, or of the whole. */
  at(number?: string): Span;
}

// "tier 2" and "phase 3" count, they do not measure.
const NUMBER =
  /(?<![\w.,-]|\b(?:tier|level|phase|step|stage|class|type|version|section|table|figure|release|priority|option|story|requirement)\s)\d+(?:[.,]\d+)*/g;
const HEAD = /^\W*(?:[A-Z][A-Z0-9]{0,9}-[A-Z0-9-]{0,20}\d{1,5}[a-z]?|\d+(?:\.\d+)*[.)])\W+/;
const MEASURED = /(?<![\w.,/-])\d+(?:[.,]\d+)*(?:\s?%|[\s-]?[a-z]{1,12}\b)/i;
/** Without such a word a number only tells something. */
const BOUND =
  /\b(?:must|shall|should|will|within|at most|at least|up to|maximum|minimum|max|min|limit(?:ed)?|defaults?|no more than|every|after|expires?)\b/i;
const LIMIT =
  /^(?:[\w-]+ ){1,3}(?:time-?out|ttl|interval|delay|duration|retention|period|expiry|lifetime|limit|size|window|quota|cooldown|deadline|threshold) # [\w%]+$/;

function claimsOf({ stated, markdown: { lines } }: Spec): Claim[] {
  const sections = stated.filter(({ role }) => role !== "example" && role !== "edge");
  return sections.flatMap((section) => [
    ...section.units.filter(({ kind }) => kind === "item" || kind === "paragraph").flatMap(inProse),
    ...section.tables
      .flatMap(({ rows }) => rows)
      .flatMap(({ cells: [name = "", ...cells], line }) => {
        const [value, ...more] = cells.map(plainText).filter((cell) => /^\d/.test(cell));
        if (value === undefined || more.length > 0) return [];
        const at = () => lineSpan(lines, line);
        return claim(`${plainText(name)}: ${value}`, { section, depth: 0, isLabel: true, at });
      }),
  ]);
}

/** Steps of a scenario hold under their condition; a link's address says nothing. */
function inProse(unit: Unit): Claim[] {
  const { section, depth, text } = unit;
  const isStep = /^\W*(?:given|when|then|and|but|if|where|while)\b/i.test(text);
  if (isStep || !/\d[\s-]?[a-z%]/i.test(text)) return [];
  const bare = text.replace(HEAD, "").replace(/\]\([^()\s]{0,300}\)|https?:\S{1,300}/g, "]");
  return bare.split(/(?<=[.;])\s+/).flatMap((words) => {
    const start = Math.max(0, text.indexOf(words.slice(0, 40)));
    const at = (number?: string): Span => {
      if (number === undefined) return spanOf(unit);
      const from = Math.max(start, text.indexOf(number, start));
      return spanOf(unit, from, from + number.length);
    };
    return claim(words.trim(), { section, depth, isLabel: /^[^:.]{3,60}:\W+\d[^:.]{0,30}\.?$/.test(words), at });
  });
}

function claim(words: string, where: Omit<Claim, "words" | "key" | "numbers">): Claim[] {
  if (!MEASURED.test(words)) return [];
  const bare = words
    .toLowerCase()
    .replace(NUMBER, "#")
    .replace(/\bis set to\b|\b(?:must|shall|should|will|be|is|the|an?|default)\b/g, "");
  const key = (bare.match(/[\p{L}\p{N}#%-]+/gu) ?? []).map((word) => word.replace(/s$/, "")).join(" ");
  // A shorter sentence says the same of many things.
  const isClaim = LIMIT.test(key) || (!where.isLabel && BOUND.test(words) && key.split(" ").length >= 5);
  return isClaim ? [{ words, key, numbers: words.match(NUMBER) ?? [], ...where }] : [];
}

const REQUIRED = /\b(?:must|shall|maximum|minimum)\b/i;
/** What such a section says holds for the whole. */
const GENERAL = /^(?:\w+ )?(?:limits?|constraints|configuration|settings|requirements|overview|summary)$/i;

/** Labels, items below others and sections beside each other may speak of two things in the same words. */
function areVariants(a: Claim, b: Claim): boolean {
  if (a.depth > 1 || b.depth > 1 || (a.isLabel && b.isLabel)) return true;
  if (a.section === b.section || a.isLabel !== b.isLabel) return false;
  if (a.section.title === b.section.title) return true;
  if (a.section.parent !== b.section.parent) return false;
  const areRequired = a.section.node.level <= 2 && REQUIRED.test(a.words) && REQUIRED.test(b.words);
  return !areRequired && !GENERAL.test(a.section.title) && !GENERAL.test(b.section.title);
}
