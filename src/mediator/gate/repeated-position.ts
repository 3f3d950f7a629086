import type { Lines } from "../../documents/markdown/block.ts";
import { isStopWord, stem } from "../../documents/spec/keywords.ts";
import { defined } from "../../model/defined.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import type { GapId } from "../../model/ids.ts";
import type { GateContext } from "./gate-context.ts";

/** Part of a document about a gap: a resolution, or an issue. */
interface Part extends Lines {
  readonly gap?: GapId;
}

/** SPEC 10.5: a position that the person rejected stands in this part again. Quotations do not count. */
export function repeatedPosition(part: Part, lines: readonly string[], context: GateContext): GateWarning[] {
  const { decided = [] } = context;
  const { gap: own, line } = part;
  return decided.flatMap(({ issue, decision, gap = own, rejected = "" }): GateWarning[] => {
    const similarity = gap === own ? shingleSimilarity(rejected, ownWords(lines, part)) : 0;
    if (similarity < REPEATED_FROM) return [];
    const share = Math.round(similarity * 100);
    const message = `${own ?? "This part"} repeats ${share} % of the position on ${issue} that ${decision} rejected.`;
    return [{ type: "REPEATED_POSITION", message, line, issue, ...defined({ gap: own }) }];
  });
}

function ownWords(lines: readonly string[], part: Part): string {
  const own = lines.slice(part.line - 1, part.endLine);
  return own.filter((line) => !line.trimStart().startsWith(">")).join("\n");
}

/**
 * How much of a position stands in a text, from 0 to 1 (SPEC 10.5). Shingles are pairs of neighbouring words that carry
 * meaning, stemmed, so that other little words, endings and punctuation change nothing, and another proposal about the
 * same subject shares its words but not their order. They are counted within one stretch of the text, not collected
 * from all of it. A denied word is another word: "never cache" does not repeat "cache".
 */
export function shingleSimilarity(position: string, text: string): number {
  const wanted = meaningfulWords(position);
  const words = meaningfulWords(text);
  if (wanted.length < 2) return wanted[0] !== undefined && words.includes(wanted[0]) ? 1 : 0;
  const shingles = new Set(shinglesOf(wanted));
  const window = wanted.length * STRETCH + SLACK;
  return mostWithin(shinglesOf(words), shingles, window) / shingles.size;
}

/** From here on a position counts as proposed again (SPEC 10.5). */
export const REPEATED_FROM = 0.6;

/** A light rewording may be longer than the original. */
const STRETCH = 1.5;
const SLACK = 4;

function shinglesOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

/** The most different wanted shingles that any window holds: one pass, a count per shingle inside the window. */
function mostWithin(all: readonly string[], wanted: ReadonlySet<string>, window: number): number {
  const inside = new Map<string, number>();
  let most = 0;
  all.forEach((shingle, index) => {
    if (wanted.has(shingle)) inside.set(shingle, (inside.get(shingle) ?? 0) + 1);
    const leaving = all[index - Math.floor(window)];
    if (leaving !== undefined && wanted.has(leaving)) {
      const left = (inside.get(leaving) ?? 0) - 1;
      if (left > 0) inside.set(leaving, left);
      else inside.delete(leaving);
    }
    most = Math.max(most, inside.size);
  });
  return most;
}

const DENIALS = new Set(["not", "no", "never", "without", "neither", "cannot", "dont", "wont", "isnt", "doesnt"]);

function meaningfulWords(text: string): string[] {
  const words: string[] = [];
  let denied = false;
  for (const [raw] of text
    .toLowerCase()
    .replaceAll(/['’]/gu, "")
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    if (DENIALS.has(raw)) denied = true;
    else if (!isStopWord(raw)) {
      words.push(denied ? `not ${stem(raw)}` : stem(raw));
      denied = false;
    }
  }
  return words;
}
