import { bounded, type FindPattern } from "./work.ts";

/** INCONSISTENT_REFS: gaps that are neither in the inventory nor declared as new. */
export const inconsistentRefs: FindPattern = (work) => {
  const gaps = [...new Set(work.unknown.map((one) => one.gap))];
  if (gaps.length === 0) return undefined;
  return {
    pattern: "INCONSISTENT_REFS",
    confidence: "HIGH",
    gap: work.gap,
    message: `it refers to ${gaps.join(", ")}, which ${gaps.length === 1 ? "does" : "do"} not exist`,
    count: gaps.length,
    evidence: bounded(work.unknown.map((one) => ({ words: one.gap, line: one.line }))),
  };
};
