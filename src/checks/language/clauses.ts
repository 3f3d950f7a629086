import type { Token } from "../spec/tokens.ts";

const CONDITIONS = new Set(["if", "when", "whenever", "while", "once", "unless", "until", "because", "since"]);

/** The token stands in a condition or a reason: between the word that opens it and the comma that closes it. */
export function inCondition(tokens: readonly Token[], index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const token = tokens[at];
    if (token === undefined || token.text === "," || token.text === ";") return false;
    if (CONDITIONS.has(token.lower) || isAsLongAs(tokens, at)) return true;
  }
  return false;
}

function isAsLongAs(tokens: readonly Token[], index: number): boolean {
  return tokens[index]?.lower === "long" && tokens[index - 1]?.lower === "as" && tokens[index + 1]?.lower === "as";
}

/** A negation stands within a few words before the token: "does not have enough memory". */
export function isNegatedBefore(tokens: readonly Token[], index: number): boolean {
  for (let at = index - 1; at >= 0 && index - at <= 4; at--) {
    if (/^(?:not|no|never|without|cannot|don't|doesn't|don’t|doesn’t)$/.test(tokens[at]?.lower ?? "")) return true;
  }
  return false;
}
