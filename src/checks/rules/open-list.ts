import { createPhrases, type PhraseMatch, phraseList } from "../language/phrases.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { excerpt } from "../spec/sentence.ts";
import { lineOf, type Sentence } from "../spec/unit.ts";

/** INCOSE R9, the open-ended terms of ISO/IEC/IEEE 29148. */
const CLOSINGS = createPhrases(
  phraseList(`
    etc, et cetera, and so on, and so forth, and the like, or the like, and others, among others, amongst others, among other things
    and more, and many more, and much more, and such, and similar, or similar, or others, and so on and so forth, and the rest
    including but not limited to, including without limitation, but not limited to, not limited to, inter alia, to name a few
    and other such, and other similar, or other similar, and comparable, and related, and whatever else, or something similar
    and things like that, or something like that, and friends, and what not, and whatnot, and further, or whatever
  `).map((phrase) => [phrase, phrase] as const),
);
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
  run: (spec) => spec.binding.flatMap(checkSentence),
};

function checkSentence(sentence: Sentence): RuleFinding[] {
  const { tokens, unit } = sentence;
  if (tokens[tokens.length - 1]?.text === "?") return [];
  for (let index = 0; index < tokens.length; index++) {
    const match = CLOSINGS.at(tokens, index) ?? otherAt(sentence, index);
    if (
      match === undefined ||
      tokens[index - 1]?.text === "/" ||
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
  return [];
}

/** "CSV, XML and other formats": a list of which the last member is the rest. */
function otherAt({ tokens }: Sentence, index: number): PhraseMatch<string> | undefined {
  if (!/^(?:and|or)$/.test(tokens[index]?.lower ?? "") || tokens[index + 1]?.lower !== "other") return undefined;
  const isList = tokens.slice(Math.max(0, index - 4), index).some(({ text }) => text === ",");
  const noun = [tokens[index + 2], tokens[index + 3]].find(
    (token) => token?.kind === "word" && /[^su]s$/.test(token.lower),
  );
  return isList && noun !== undefined ? { value: "and other", length: 2 } : undefined;
}

function endsClause({ tokens }: Sentence, index: number): boolean {
  const next = tokens[index];
  return next === undefined || next.kind === "mark" || AFTER_CLOSING.has(next.lower);
}
