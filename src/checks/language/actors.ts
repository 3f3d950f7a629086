import type { Token } from "../spec/tokens.ts";
import type { Sentence } from "../spec/unit.ts";

const NOUNS = new Set(
  `client server service system api gateway app application device node user team program command tool library sdk console browser
  host plugin runtime registry engine job process proxy daemon kernel component module pipeline platform backend frontend cluster
  implementation peer endpoint head-end idp agent person customer merchant tenant admin department office school teacher doctor nurse
  bank shop store bot script robot sensor meter machine model thread task function database cache queue terminal view screen page editor`.split(
    /\s+/,
  ),
);

/** Who acts in a document: the nouns that stand before its verbs of duty, and name something that can act. */
export function findActors(sentences: readonly Sentence[]): ReadonlySet<string> {
  const actors = new Set<string>();
  for (const { tokens } of sentences) {
    for (let index = 1; index < tokens.length; index++) {
      const actor = tokens[index - 1];
      if (actor === undefined || !isActorNoun(actor)) continue;
      if (isActing(tokens, index) || isParty(tokens, index - 1)) actors.add(singular(actor.lower));
      if (actors.size > 8) return actors;
    }
  }
  return actors;
}

/** The word names something or somebody that can act. */
export function isActorNoun(token: Token | undefined): boolean {
  if (token?.kind !== "word") return false;
  const noun = singular(token.lower);
  return NOUNS.has(noun) || (noun.length > 4 && /(?:er|or|ist|ant)$/.test(noun) && !NOT_ACTORS.has(noun));
}

const NOT_ACTORS = new Set(
  "number header order error buffer parameter character folder letter paper power layer timer pointer identifier other either former latter filter register counter color vector factor color minor major prior".split(
    " ",
  ),
);

function singular(lower: string): string {
  return lower.endsWith("s") && !lower.endsWith("ss") ? lower.slice(0, -1) : lower;
}

/** "to the operator", "by a courier": whom something is done for, or by, can act. */
function isParty(tokens: readonly Token[], index: number): boolean {
  return (
    /^(?:the|an?)$/.test(tokens[index - 1]?.lower ?? "") &&
    /^(?:to|by|from|tells|asks|informs)$/.test(tokens[index - 2]?.lower ?? "")
  );
}

/** A modal verb without "be", or a verb in the third person, follows. */
function isActing(tokens: readonly Token[], index: number): boolean {
  const verb = tokens[index];
  const next = tokens[index + 1]?.lower;
  if (verb?.kind !== "word") return false;
  if (/^(?:must|shall|should|may|can|will)$/.test(verb.lower)) return next !== "be";
  return (
    /[a-z]{3,}s$/.test(verb.lower) &&
    !verb.lower.endsWith("ss") &&
    /^(?:the|an?|its|each|every|it|them|all|to|no|only|one|for|from|with)$/.test(next ?? "")
  );
}
