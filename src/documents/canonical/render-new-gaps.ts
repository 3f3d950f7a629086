import { indented } from "../review/form.ts";
import type { NewGap } from "../values.ts";

/** `- **GAP-FLOW-016** (LOW): …`, one for each. */
export function renderNewGaps(gaps: readonly NewGap[]): string {
  if (gaps.length === 0) return "None.";
  return gaps.map(item).join("\n");
}

function item(gap: NewGap): string {
  const [first = "", ...below] = gap.text.split("\n");
  return [`- ${first}`, ...indented(below)].join("\n");
}
