import type { Token } from "../spec/tokens.ts";
import type { Sentence } from "../spec/unit.ts";
import { HINT } from "./hints.ts";

const DUTY = new Set(["must", "shall", "should", "will", "ought"]);
const EXPECTED = new Set(["expected", "required", "supposed", "obliged"]);
const COPULA = new Set(["is", "are", "be"]);

/** The token is a verb of duty: MUST, SHALL, SHOULD, will, "has to", "is expected to". */
export function isDutyAt(tokens: readonly Token[], index: number): boolean {
  const lower = tokens[index]?.lower ?? "";
  if (DUTY.has(lower)) return true;
  const next = tokens[index + 1]?.lower ?? "";
  if (COPULA.has(lower) && next === "to") return tokens[index + 2]?.lower === "be"; // "are to be removed"
  if ((lower === "has" || lower === "have" || lower === "needs" || lower === "need") && next === "to") return true;
  return COPULA.has(lower) && EXPECTED.has(next) && tokens[index + 2]?.lower === "to";
}

/** As `hasDuty`, but "will" alone may only foretell. */
export function hasStrongDuty({ tokens }: Sentence): boolean {
  return tokens.some((token, index) => token.lower !== "will" && isDutyAt(tokens, index));
}

/** The sentence makes a duty by a modal verb. */
export function hasDuty(sentence: Sentence): boolean {
  return (sentence.hints & HINT.duty) !== 0 && sentence.tokens.some((_, index) => isDutyAt(sentence.tokens, index));
}
