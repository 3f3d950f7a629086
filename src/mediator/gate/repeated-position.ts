import type { Lines } from "../../documents/markdown/block.ts";
import { isStopWord, stem } from "../../documents/stated/keywords.ts";
import { defined } from "../../model/defined.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import type { GapId } from "../../model/ids.ts";
import type { GateContext } from "./gate-context.ts";

/** Part of a document about a gap: a resolution, or an issue. */
interface Part extends Lines {
  readonly gap?: GapId;
}

/** Warns if a part of a document has a position again that the User rejected (SPEC 10.5). Quotations do not count. */
export function repeatedPosition(part: Part, lines: readonly string[], context: GateContext): GateWarning[] {
  const { decided = [] } = context;
  const { gap, line, endLine } = part;
  const partLines = decided.length === 0 ? [] : lines.slice(line - 1, endLine);
  const text = partLines.filter((words) => !words.trimStart().startsWith(">")).join("\n");
  return decided.flatMap(({ issue, decision, gap: decidedGap = gap, rejected = "" }): GateWarning[] => {
    const similarity = decidedGap === gap ? shingleSimilarity(rejected, text) : 0;
    if (similarity < REPEATED_FROM) return [];
    const share = Math.round(similarity * 100);
    const message = `${gap ?? "This part"} repeats ${share} % of the position on ${issue} that ${decision} rejected.`;
    return [{ type: "REPEATED_POSITION", message, line, issue, ...defined({ gap }) }];
  });
}

/** The share of a position that a text repeats, 0 to 1: by pairs of neighbouring stemmed words (SPEC 10.5). */
export function shingleSimilarity(position: string, text: string): number {
  const wanted = meaningfulWords(position);
  const words = meaningfulWords(text);
  if (wanted.length < 2) return wanted[0] !== undefined && words.includes(wanted[0]) ? 1 : 0;
  const shingles = new Set(shinglesOf(wanted));
  const found = new Set(shinglesOf(words));
  return [...shingles].filter((shingle) => found.has(shingle)).length / shingles.size;
}

/** From this similarity on a position counts as proposed again (SPEC 10.5). */
export const REPEATED_FROM = 0.6;

function shinglesOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

function meaningfulWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !isStopWord(word)).map(stem);
}
