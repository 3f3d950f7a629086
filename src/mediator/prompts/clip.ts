import type { Block } from "../../documents/markdown/block.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { estimateTokens } from "../../model/token-estimate.ts";

/** Whether a text fits, by estimate; what is not longer than the budget fits without one. */
export function fits(text: string, tokens: number): boolean {
  return text.length <= tokens || estimateTokens(text) <= tokens;
}

/**
 * The text within a budget: whole blocks, those around `line` (1-based) first, and a word on what was left out. A block that
 * is itself too long is cut by lines, and a fence that is cut is closed.
 */
export function clip(text: string, tokens: number, line = 1): string {
  if (fits(text, tokens)) return text;
  const { blocks, lines } = parseMarkdown(text);
  const at = Math.max(
    0,
    blocks.findLastIndex((block) => block.line <= line),
  );
  const core = blocks[at];
  if (core === undefined) return hardCut(lines, 1, lines.length, tokens);
  if (!fits(slice(lines, core.line, core.endLine), tokens)) return cutBlock(lines, core, tokens, line);
  const span = grow(blocks, lines, at, tokens);
  return withOmissions(lines, span.line, span.endLine);
}

/** As many of the first lines as fit, for a list that is no markdown. */
export function clipLines(text: string, tokens: number): string {
  if (fits(text, tokens)) return text;
  const lines = text.split("\n");
  let left = tokens;
  const cut = lines.findIndex((line) => {
    left -= estimateTokens(line) + 1;
    return left < 0;
  });
  return cut === -1 ? text : `${lines.slice(0, cut).join("\n")}\n… and ${lines.length - cut} more`;
}

function grow(blocks: readonly Block[], lines: readonly string[], at: number, tokens: number) {
  let first = at;
  let last = at;
  let left = tokens - blockTokens(blocks[at], lines);
  for (let grown = true; grown; ) {
    grown = false;
    for (const next of [last + 1, first - 1]) {
      const cost = blockTokens(blocks[next], lines);
      if (blocks[next] === undefined || cost > left) continue;
      left -= cost;
      if (next > last) last = next;
      else first = next;
      grown = true;
    }
  }
  return { line: blocks[first]?.line ?? 1, endLine: blocks[last]?.endLine ?? lines.length };
}

function blockTokens(block: Block | undefined, lines: readonly string[]): number {
  return block === undefined ? 0 : estimateTokens(slice(lines, block.line, block.endLine)) + 2;
}

function cutBlock(lines: readonly string[], block: Block, tokens: number, line: number): string {
  const from = Math.max(block.line, Math.min(line, block.endLine));
  // Begin with what the lines mean: the head of a table, the opening of a fence.
  const head = block.type === "table" ? 2 : block.type === "fence" ? 1 : 0;
  const opening = from < block.line + head ? [] : lines.slice(block.line - 1, block.line - 1 + head);
  const body = hardCut(lines, from, block.endLine, tokens - estimateTokens(opening.join("\n")));
  const text = [...opening, body].join("\n");
  return block.type === "fence" ? closed(text, lines[block.line - 1] ?? "```") : text;
}

function hardCut(lines: readonly string[], from: number, to: number, tokens: number): string {
  const kept: string[] = [];
  let left = tokens;
  for (let at = from; at <= to; at++) {
    const text = lines[at - 1] ?? "";
    const cost = estimateTokens(text) + 1;
    if (cost > left) {
      // One endless line: characters, since there is nothing else to cut at.
      if (kept.length === 0) kept.push(`${text.slice(0, Math.max(0, left) * 2)} …`);
      return `${kept.join("\n")}\n${omitted(to - from + 1 - kept.length)}`;
    }
    kept.push(text);
    left -= cost;
  }
  return kept.join("\n");
}

function closed(text: string, opening: string): string {
  const fence = /^[ \t]*(`{3,}|~{3,})/.exec(opening)?.[1] ?? "```";
  return text.trimEnd().endsWith(`\n${fence}`) ? text : `${text}\n${fence}`;
}

function withOmissions(lines: readonly string[], from: number, to: number): string {
  const parts = [slice(lines, from, to)];
  if (from > 1) parts.unshift(omitted(from - 1));
  const after = trailing(lines, to);
  if (after > 0) parts.push(omitted(after));
  return parts.join("\n");
}

function trailing(lines: readonly string[], to: number): number {
  return lines.slice(to).some((line) => line.trim() !== "") ? lines.length - to : 0;
}

function omitted(count: number): string {
  return `[… ${count} ${count === 1 ? "line" : "lines"} left out]`;
}

function slice(lines: readonly string[], from: number, to: number): string {
  return lines.slice(from - 1, to).join("\n");
}
