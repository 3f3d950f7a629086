import { HINT } from "../language/hints.ts";
import { LIST_CLOSINGS } from "../language/list-closings.ts";
import { hasDuty } from "../language/modality.ts";
import { createPhrases, type PhraseMatch } from "../language/phrases.ts";
import { wordSet } from "../language/word-set.ts";
import { inSentences, NOTHING } from "../passes.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { excerpt } from "../spec/sentence.ts";
import { lineOf, type Sentence } from "../spec/unit.ts";

const CLOSINGS = createPhrases(LIST_CLOSINGS.map((phrase) => [phrase, phrase] as const));
const POSSIBLE = wordSet("could may might able often usually possibly sometimes");
/** Closings that are ordinary words too: they close a list only where the sentence, or its clause, ends. */
const AT_THE_END = new Set([
  "and more",
  "and such",
  "and others",
  "or others",
  "and related",
  "and comparable",
  "and further",
  "and friends",
  "and the rest",
]);
const AFTER_CLOSING = new Set([
  "get",
  "gets",
  "are",
  "is",
  "must",
  "shall",
  "should",
  "will",
  "may",
  "can",
  "become",
  "becomes",
  "have",
  "has",
]);

/** A list in a duty that ends before it is complete (SPEC 16.2). */
export const openList: Rule = {
  id: "open-list",
  type: "open-list",
  severity: "MEDIUM",
  summary: 'A list ends with "etc." or the like, so nobody knows what belongs to it.',
  onByDefault: true,
  run: (spec) => inSentences(spec, HINT.list, checkSentence),
};

function checkSentence(sentence: Sentence): readonly RuleFinding[] {
  const { tokens, unit } = sentence;
  // A question asks, and what is only possible or frequent binds nobody.
  if (tokens[tokens.length - 1]?.text === "?" || tokens.some((_, index) => isPossible(tokens, index))) return NOTHING;
  for (let index = 0; index < tokens.length; index++) {
    const match = CLOSINGS.at(tokens, index) ?? otherAt(sentence, index) ?? ellipsisAt(sentence, index);
    if (
      match === undefined ||
      tokens[index - 1]?.text === "/" ||
      isAside(sentence, index) ||
      (AT_THE_END.has(match.value) && !endsClause(sentence, index + match.length))
    )
      continue;
    const line = lineOf(unit, tokens[index]);
    const words = excerpt(sentence, Math.max(0, index - 3), index + match.length);
    return [
      {
        line,
        endLine: line,
        message: `"${words}" leaves the list open.`,
        fix: "List every member, or give the rule that decides what belongs to the list.",
      },
    ];
  }
  return NOTHING;
}

/** "MUST be able to" binds. */
function isPossible(tokens: Sentence["tokens"], index: number): boolean {
  const lower = tokens[index]?.lower ?? "";
  if (lower === "able" && /^(?:must|shall|should)$/.test(tokens[index - 2]?.lower ?? "")) return false;
  return POSSIBLE.has(lower);
}

/** "(such as sync() and similar)" in a plain statement explains; in a duty it is part of the duty. */
function isAside(sentence: Sentence, index: number): boolean {
  if (hasDuty(sentence)) return false;
  const before = sentence.tokens.slice(0, index);
  return before.findLastIndex(({ text }) => text === "(") > before.findLastIndex(({ text }) => text === ")");
}

const REST = /^(?:other|others|further|additional|similar|various|comparable|related|equivalent)$/;
const CONNECTORS = /^(?:and|or|plus)$/;

/** "CSV, XML and other formats", "or any other means": a list of which the last member is the rest. */
function otherAt({ tokens }: Sentence, index: number): PhraseMatch<string> | undefined {
  if (!CONNECTORS.test(tokens[index]?.lower ?? "")) return undefined;
  let at = index + 1;
  while (/^(?:any|all|the|many|some|several|various|possibly|perhaps)$/.test(tokens[at]?.lower ?? "")) at++;
  if (!REST.test(tokens[at]?.lower ?? "")) return undefined;
  const isList = tokens.slice(Math.max(0, index - 5), index).some(({ text }) => text === ",");
  const noun = tokens.slice(at + 1, at + 4).find((token) => token.kind === "word" && /[^su]s$/.test(token.lower));
  return isList && noun !== undefined ? { value: "and other", length: at - index + 1 } : undefined;
}

/** "`sale`, `gift`, ..." and "red, green, …": members, and then dots. "1, 2, ..., n" and "..." in a pause do not. */
function ellipsisAt({ tokens }: Sentence, index: number): PhraseMatch<string> | undefined {
  if (tokens[index]?.lower !== "…" || tokens[index - 1]?.text !== "," || tokens[index + 1]?.text === ",")
    return undefined;
  const members = tokens.slice(0, index).filter(({ text }) => text === ",").length;
  return members >= 2 && tokens[index - 2]?.kind !== "number" ? { value: "...", length: 1 } : undefined;
}

function endsClause({ tokens }: Sentence, index: number): boolean {
  const next = tokens[index];
  return next === undefined || next.kind === "mark" || AFTER_CLOSING.has(next.lower);
}
