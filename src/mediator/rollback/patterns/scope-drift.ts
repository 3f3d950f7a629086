import { bounded, type FindPattern } from "./work.ts";

/** SCOPE_DRIFT: another gap than assigned. Beside the gap's own resolution it is a digression, instead of it a miss. */
export const scopeDrift: FindPattern = (work) => {
  const gaps = [...new Set(work.others.map((one) => one.gap))].filter((gap) => gap !== work.gap);
  if (gaps.length === 0) return undefined;
  const instead = work.resolved ? "besides" : "instead of";
  return {
    pattern: "SCOPE_DRIFT",
    confidence: work.resolved ? "MEDIUM" : "HIGH",
    gap: work.gap,
    message: `it resolves ${gaps.join(", ")} ${instead} ${work.gap}`,
    count: gaps.length,
    evidence: bounded(work.others.map((one) => ({ words: one.gap, line: one.line }))),
  };
};
