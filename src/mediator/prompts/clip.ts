import { estimateTokens } from "../../model/estimate-tokens.ts";
import { plural } from "../../model/plural.ts";

/** Whether a text fits by estimate. A token has at least one character, so that short texts need no estimate. */
export function fits(text: string, tokens: number): boolean {
  return text.length <= tokens || estimateTokens(text) <= tokens;
}

const OMISSION_TOKENS = 12;

/** Cuts a text to a budget: its first lines, with an open fence closed, and the number of lines left out. */
export function clip(text: string, tokens: number): string {
  if (fits(text, tokens)) return text;
  const lines = text.split("\n");
  let left = tokens - OMISSION_TOKENS;
  let fence = "";
  let end = 0;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? "";
    const cost = estimateTokens(line) + 1;
    if (cost > left) break;
    left -= cost;
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
  }
  const kept = lines.slice(0, end);
  // A line that takes more than half of the budget is cut within it.
  const isEndless = !fits(lines[end] ?? "", tokens / 2);
  if (isEndless) kept.push(`${(lines[end] ?? "").slice(0, Math.max(0, left) * 2)} …`);
  if (fence !== "") kept.push(fence);
  const more = lines.length - end - (isEndless ? 1 : 0);
  if (more > 0) kept.push(`[… ${plural(more, "more line")}]`);
  return kept.join("\n");
}
