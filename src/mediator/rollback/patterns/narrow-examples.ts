import type { FindPattern } from "./work.ts";

/** SPEC 13.6: fewer than this. */
const LEAST = 2;

/** NARROW_EXAMPLES: how many an agent can give hangs on what it knows, so this alone undoes no round by itself. */
export const narrowExamples: FindPattern = (work) => {
  if (!work.resolved || work.examples >= LEAST) return undefined;
  return {
    pattern: "NARROW_EXAMPLES",
    confidence: "MEDIUM",
    gap: work.gap,
    message: work.examples === 0 ? "no example" : "one example only",
    count: work.examples,
    evidence: [],
  };
};
