import { createPhrases } from "../../../checks/language/phrases.ts";
import { ESCAPE_CLAUSES, ESTABLISHED_PHRASES, SUBJECTIVE_WORDS } from "../../../checks/language/vague-words.ts";
import { readSpec, type Spec } from "../../../checks/spec/spec.ts";
import type { Token } from "../../../checks/spec/tokens.ts";
import { lineOf, type Unit } from "../../../checks/spec/unit.ts";

/** SPEC 13.6: at least these; the rest are the words that `whetstone check` finds vague in any sentence. */
const LISTED: readonly string[] =
  "appropriate|as needed|reasonable|sufficient|adequate|properly|correctly|when necessary|if applicable|as required|typically|generally|various|certain|some|may|might|could|should consider|it depends|context-dependent".split(
    "|",
  );

const PHRASES = createPhrases<"vague" | "established">([
  ...LISTED.map((phrase) => [phrase, "vague"] as const),
  ...SUBJECTIVE_WORDS.map((phrase) => [phrase, "vague"] as const),
  ...ESCAPE_CLAUSES.map((phrase) => [phrase, "vague"] as const),
  ...ESTABLISHED_PHRASES.map((phrase) => [phrase, "established"] as const),
]);

/** A vague word or phrase, on its line of the text. */
export interface VagueWord {
  readonly words: string;
  readonly line: number;
  /** In a part that binds, not in an example, a rationale or the trade-offs. */
  readonly binding: boolean;
}

/** Every vague word of a text, in order: not those in code, quotations or headings, nor where they mean something else. */
export function vagueWords(spec: Spec): VagueWord[] {
  return spec.units.filter((unit) => unit.kind !== "heading" && unit.kind !== "quote").flatMap(vagueIn);
}

export function vagueWordsIn(text: string): VagueWord[] {
  return vagueWords(readSpec(text));
}

function vagueIn(unit: Unit): VagueWord[] {
  const { tokens } = unit;
  const found: VagueWord[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const match = PHRASES.at(tokens, index);
    if (match === undefined) continue;
    if (match.value === "vague" && isVague(tokens, index, match.length)) {
      const words = tokens
        .slice(index, index + match.length)
        .map((token) => token.lower)
        .join(" ");
      const binding = unit.section.role === "binding" || unit.section.role === "overview";
      found.push({ words, line: lineOf(unit, tokens[index]), binding });
    }
    index += match.length - 1;
  }
  return found;
}

/** Whether the word is vague where it stands. */
function isVague(tokens: readonly Token[], index: number, length: number): boolean {
  const token = tokens[index];
  const before = tokens[index - 1]?.lower ?? "";
  const after = tokens[index + length]?.lower ?? "";
  // RFC 2119 writes its keywords in capitals; so does a heading's or a state's name.
  if (token === undefined || (token.text.length > 1 && token.text === token.text.toUpperCase())) return false;
  switch (token.lower) {
    case "may":
      // "may not" forbids; "May 2026" is a month.
      return (
        after !== "not" && !/^\d/.test(after) && !(token.text === "May" && /^(?:in|of|since|until|\d+)$/.test(before))
      );
    case "could":
    case "might":
      // "the file could not be read" tells what happened.
      return after !== "not";
    case "some":
      // "for some X there is", "there is some X", "some but not all": logic, not vagueness.
      return before !== "for" && after !== "but" && !(before === "is" && tokens[index - 2]?.lower === "there");
    case "certain":
      return !/^(?:is|are|be|was|were|not|make|made|almost)$/.test(before);
    case "it":
    case "as":
      // "it depends on the mode", "as required by RFC 9110": what it hangs on is said. "marked as required or optional".
      return !(length > 1 && /^(?:on|by|in|under|upon|for|or|\/)$/.test(after));
    default:
      return true;
  }
}
