import { wordCount } from "../../documents/spec/word-count.ts";
import type { Spec } from "../../model/change.ts";
import type { Config } from "../../model/config.ts";

const LEAST = 12;
const MOST = 40;

/** How many gaps a survey may name: 12 up to 2,000 words, one more for each further 500, never over 40 (SPEC 16.1). */
export function surveyGaps({ surveyGaps: set }: Pick<Config, "surveyGaps">, spec: Spec): number {
  if (set !== "auto") return set;
  const words = wordCount(spec);
  return Math.min(MOST, LEAST + Math.max(0, Math.floor((words - 2000) / 500)));
}
