import type { Sentence } from "../spec/unit.ts";

const PLACES = new Set(["section", "sections", "table", "appendix", "annex", "chapter", "figure", "§"]);
const POINTERS = new Set([
  "defined",
  "listed",
  "described",
  "specified",
  "given",
  "set",
  "shown",
  "explained",
  "documented",
]);
const AFTER_POINTER = new Set(["in", "by", "below", "above", "under", "out"]);

/** The sentence says where the rest stands: "as defined in section 4", "listed below". */
export function pointsElsewhere(sentence: Sentence): boolean {
  const { tokens } = sentence;
  if (tokens[0]?.lower === "see") return true;
  return tokens.some((token, index) => {
    const next = tokens[index + 1];
    if (PLACES.has(token.lower))
      return next?.kind === "number" || next?.kind === "quoted" || /^[A-Z]$/.test(next?.text ?? "");
    return POINTERS.has(token.lower) && AFTER_POINTER.has(next?.lower ?? "") && token.lower !== "set";
  });
}
