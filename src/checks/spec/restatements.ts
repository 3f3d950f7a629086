import { HINT } from "../language/hints.ts";
import { type Definition, normalTerm } from "./definitions.ts";
import type { Spec } from "./spec.ts";
import { lineOf, type Sentence } from "./unit.ts";

const MEANING_VERBS = new Set([
  "means",
  "denotes",
  "comprises",
  "spans",
  "covers",
  "consists",
  "refers",
  "runs",
  "begins",
  "counts",
]);
const ARTICLES = new Set("a an the one any every each all those what whoever whatever anyone two three".split(" "));

/** Sentences that say again, within a longer sentence, what a defined term is: "For reports a business day runs from ...". */
export function restatements(spec: Spec, defined: ReadonlyMap<string, Definition>): Definition[] {
  const byFirst = new Map<string, string[]>();
  for (const term of defined.keys()) {
    const first = term.split(" ")[0] ?? "";
    byFirst.set(first, [...(byFirst.get(first) ?? []), term]);
  }
  if (byFirst.size === 0) return [];
  return spec.binding.flatMap((sentence) => restatementsIn(sentence, byFirst));
}

function restatementsIn(sentence: Sentence, byFirst: ReadonlyMap<string, readonly string[]>): Definition[] {
  const { tokens, unit } = sentence;
  if ((sentence.hints & HINT.meaning) === 0) return [];
  const found: Definition[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const before = tokens[index - 1]?.lower;
    if (before !== undefined && !BEFORE_TERM.has(before)) continue;
    for (const term of byFirst.get(tokens[index]?.lower ?? "") ?? []) {
      const after = index + term.split(" ").length;
      const words = tokens.slice(index, after).map((token) => token.lower);
      if (normalTerm(words.join(" ")) !== term) continue;
      const verb = verbAfter(sentence, after, before);
      if (verb === undefined || !isMeaning(sentence, verb)) continue;
      const body = unit.text.slice(tokens[verb]?.at ?? 0);
      found.push({ term, body, line: lineOf(unit, tokens[index]), section: unit.section, marked: false });
    }
  }
  return found;
}

const BEFORE_TERM = new Set(["a", "an", ",", ":", "to"]);
const NARROWING = new Set("for in at on within under during as to".split(" "));
/** How many words an insertion may have. */
const INSERTED = 14;

/**
 * The verb behind the term: next to it, behind an insertion between commas ("A detour, for these figures, is the ..."),
 * or behind words that narrow it ("To bump at the pass means ...").
 */
function verbAfter({ tokens }: Sentence, after: number, before: string | undefined): number | undefined {
  const next = tokens[after];
  if (next?.text === ",") {
    const close = tokens.findIndex((token, at) => at > after && token.text === ",");
    return close === -1 || close - after > INSERTED ? undefined : close + 1;
  }
  if (before !== "to" && !NARROWING.has(next?.lower ?? "")) return after;
  const means = tokens.findIndex(({ lower }, at) => at >= after && /^(?:means|is|denotes)$/.test(lower));
  const isNear = means !== -1 && means - after <= 6 && !tokens.slice(after, means).some(({ kind }) => kind === "mark");
  return isNear ? means : undefined;
}

/** "is the ...", "means", "runs from": the verb says what the term is, not what happens to it. */
function isMeaning({ tokens }: Sentence, index: number): boolean {
  const verb = tokens[index]?.lower ?? "";
  const next = tokens[index + 1]?.lower ?? "";
  if (verb === "is" || verb === "are") return ARTICLES.has(next) || next === "defined";
  if (verb === "runs" || verb === "begins") return next === "from" || next === "at";
  if (verb === "counts") return next === "as";
  return MEANING_VERBS.has(verb);
}
