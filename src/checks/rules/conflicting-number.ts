import { keywordsOf } from "../../documents/spec/keywords.ts";
import { found, type Rule, repeated } from "../rule.ts";
import type { Unit } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import { excerpt } from "../spec/words.ts";

/** The same sentence with two numbers (SPEC 16.2). */
export const conflictingNumber: Rule = {
  id: "conflicting-number",
  type: "contradiction",
  severity: "HIGH",
  summary: "One sentence stands twice, with two different numbers of one unit.",
  fix: "Keep one of the two numbers, or say in which case each holds.",
  ask: ({ texts: [a = "", b = ""], lines }) => {
    const [first, second] = differingMeasures(a, b);
    return first && second ? `${lines[0]} says ${first}, ${lines[1]} says ${second}. Which is right?` : undefined;
  },
  *run({ claims }) {
    for (const [{ unit, text, numbers, key }, other] of repeated(claims.flatMap(claimsIn), (claim) => claim.key)) {
      const [number, ...more] = numbers.filter((each, index) => each !== other.numbers[index]);
      const isOne = number !== undefined && more.length === 0 && key.split(" ").length >= LEAST_WORDS;
      if (!isOne || areParallel(other.unit, unit)) continue;
      const start = Math.max(0, unit.text.indexOf(text.slice(0, 40)));
      const at = Math.max(start, unit.text.indexOf(number, start));
      const message = `"${excerpt(text)}" here, "${excerpt(other.text)}" elsewhere.`;
      yield found(spanOf(unit, at, at + number.length), excerpt(text), message, [spanOf(other.unit)]);
    }
  },
};

/** The first number of each text, with its unit, that the other does not have. */
function differingMeasures(a: string, b: string): [string | undefined, string | undefined] {
  const measures = (text: string): string[] => text.match(/(?<![\w.-])\d+(?:[.,]\d+)*(?:\s?%|\s\p{L}+)?/gu) ?? [];
  const [here, there] = [measures(a), measures(b)];
  return [here.find((each) => !there.includes(each)), there.find((each) => !here.includes(each))];
}

// "tier 2" and "phase 3" count, they do not measure.
const NUMBER =
  /(?<![\w.,-]|\b(?:tier|level|phase|step|stage|class|type|version|section|table|figure|chapter|release|priority|option|story|requirement)\s)\d+(?:[.,]\d+)*/g;
const HEAD = /^\W*(?:[A-Z][A-Z0-9]{0,9}-[A-Z0-9-]{0,20}\d{1,5}[a-z]?|\d+(?:\.\d+)*[.)])\W+/;
/** A sentence this short says the same of many things. */
const LEAST_WORDS = 5;

interface Claim {
  readonly unit: Unit;
  readonly numbers: readonly string[];
  readonly text: string;
  /** Its words without the numbers. */
  readonly key: string;
}

/** What binds: without such a word a number only tells something. */
const BOUND =
  /\b(?:must|shall|should|will|within|at most|at least|up to|maximum|minimum|max|min|limit(?:ed)?|defaults?|no more than|every|after|expires?)\b/i;
const MEASURED = /(?<![\w.,/-])\d+(?:[.,]\d+)*(?:\s?%|[\s-]?[a-z]{1,12}\b)/i;

/** Steps of a scenario hold under their condition; a cell holds for its row; a link's address says nothing. */
function claimsIn(unit: Unit): Claim[] {
  const { kind, section, text } = unit;
  const isClaim = kind !== "cell" && section.role !== "example" && section.role !== "edge";
  const isStep = /^\W*(?:given|when|then|and|but|if|where|while)\b/i.test(text);
  if (!isClaim || isStep || !/\d[\s-]?[a-z%]/i.test(text) || !BOUND.test(text)) return [];
  return text
    .replace(HEAD, "")
    .replace(/\]\([^()\s]{0,300}\)|https?:\S{1,300}/g, "]")
    .split(/(?<=[.;])\s+/)
    .filter((words) => BOUND.test(words) && MEASURED.test(words))
    .map((words) => ({ unit, numbers: words.match(NUMBER) ?? [], text: words.trim(), key: keyOf(words.trim()) }));
}

function keyOf(text: string): string {
  const bare = text
    .toLowerCase()
    .replace(NUMBER, "#")
    .replace(/\b(?:must|shall|should|will|the|an?)\b/g, "");
  return (bare.match(/[\p{L}\p{N}#%]+/gu) ?? []).map((word) => word.replace(/s$/, "")).join(" ");
}

/** What is required in two main sections of a spec is required of one thing; below them sections may be variants. */
export const REQUIRED = /\b(?:must|shall|maximum|minimum)\b/i;
const MAIN_LEVEL = 2;

/** Sections beside each other, and items below two others, speak of two things in the same words. */
function areParallel(a: Unit, b: Unit): boolean {
  if (a.section === b.section) return a.depth > 1 || b.depth > 1 || keywordsOf(a.text).size < 4;
  if (a.section.title === b.section.title) return true;
  if (a.section.parent !== b.section.parent) return false;
  return a.section.node.level > MAIN_LEVEL || !REQUIRED.test(a.text) || !REQUIRED.test(b.text);
}
