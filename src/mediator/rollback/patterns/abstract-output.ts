import { readSpec } from "../../../checks/spec/spec.ts";
import { vagueWords } from "./vague-words.ts";
import { bounded, type FindPattern } from "./work.ts";

/** SPEC 13.6: more than this many. */
const MOST = 5;
/** One vague word in so many words of what binds leaves nobody in doubt. */
const DENSE = 40;

/** ABSTRACT_OUTPUT: vague words and phrases where values should be. */
export const abstractOutput: FindPattern = (work) => {
  const spec = readSpec(work.text);
  const found = vagueWords(spec);
  if (found.length <= MOST) return undefined;
  const binding = found.filter((one) => one.binding).length;
  const words = spec.units.reduce((sum, unit) => sum + (unit.plain.match(/\p{L}+/gu)?.length ?? 0), 0);
  const dense = binding > MOST && binding * DENSE >= words;
  return {
    pattern: "ABSTRACT_OUTPUT",
    confidence: dense ? "HIGH" : "MEDIUM",
    gap: work.gap,
    message: `${found.length} vague words or phrases in ${words} words, ${binding} of them where the text binds`,
    count: found.length,
    evidence: bounded(found.map((one) => ({ words: one.words, line: one.line + work.line - 1 }))),
  };
};
