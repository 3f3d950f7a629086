import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { estimateTokens } from "../../model/token-estimate.ts";

/** Whether a text fits, by estimate; what is not longer than the budget fits without one. */
export function fits(text: string, tokens: number): boolean {
  return text.length <= tokens || estimateTokens(text) <= tokens;
}

/** The text within a budget: its first blocks, the one that is too long cut by lines, and a word on what was left out. */
export function clip(text: string, tokens: number): string {
  if (fits(text, tokens)) return text;
  const { blocks, lines } = parseMarkdown(text);
  let left = tokens - OMISSION_TOKENS;
  let end = 0;
  for (const block of blocks) {
    const cost = estimateTokens(lines.slice(end, block.endLine).join("\n")) + 1;
    if (cost > left) {
      const fence = block.type === "fence" ? /^[ \t]*(`{3,}|~{3,})/.exec(lines[block.line - 1] ?? "")?.[1] : undefined;
      return cutLines(lines, end, left, fence);
    }
    left -= cost;
    end = block.endLine;
  }
  return cutLines(lines, end, left, undefined);
}

const OMISSION_TOKENS = 12;

/** Whole lines as far as they fit; a fence that is cut is closed, and one of which no line fits does not begin. */
function cutLines(lines: readonly string[], whole: number, tokens: number, fence: string | undefined): string {
  let end = whole;
  let left = tokens;
  for (; end < lines.length; end++) {
    const cost = estimateTokens(lines[end] ?? "") + 1;
    if (cost > left) break;
    left -= cost;
  }
  const opened = fence !== undefined && lines.slice(whole, end).some((line) => line.trimStart().startsWith(fence));
  const kept = lines.slice(0, end);
  const isEndless = lines.slice(whole, end).join("").trim() === "" && (fence === undefined || whole === 0);
  // One endless line: characters, since there is nothing else to cut at.
  if (isEndless) kept.push(`${(lines[end] ?? "").slice(0, Math.max(0, left) * 2)} …`);
  if (opened) kept.push(fence);
  const more = lines.length - end - (isEndless ? 1 : 0);
  return more > 0 ? `${kept.join("\n")}\n[… ${more} more ${more === 1 ? "line" : "lines"}]` : kept.join("\n");
}
