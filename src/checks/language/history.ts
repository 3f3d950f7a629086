import type { Token } from "../spec/tokens.ts";
import { HINT } from "./hints.ts";

const PAST = /^(?:was|were|had|did)$/;
const DUTY = /^(?:must|shall|should|will|may|can|cannot|has|have|is|are|does|do)$/;
const CLAUSE =
  /^(?:if|when|whenever|while|once|unless|until|after|before|since|because|that|which|who|whose|whom|where|what|as)$/;

/** The sentence tells how it was: its main verb is in the past tense, and nothing in it holds now or is demanded. */
export function tellsHistory(tokens: readonly Token[], hints: number): boolean {
  if ((hints & HINT.past) === 0 || tokens.some(({ lower }) => DUTY.test(lower))) return false;
  return tokens.some(({ lower }, index) => PAST.test(lower) && isMain(tokens, index));
}

/** Not in "the time at which it was sent" nor in "If the message was lost, the app repeats it". */
function isMain(tokens: readonly Token[], index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const token = tokens[at];
    if (token?.text === "," || token?.text === ";") return true;
    if (token !== undefined && CLAUSE.test(token.lower)) return false;
  }
  return true;
}
