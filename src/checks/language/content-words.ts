import type { Token } from "../spec/tokens.ts";
import { HINT } from "./hints.ts";
import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** The stems of the words that say what a text is about. */
export function contentStems(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z][a-z0-9]*(?:-[a-z0-9]+)*/g) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !STOP_WORDS.has(word)).map(stem));
}

export function isContentWord(token: Token): boolean {
  return token.kind === "word" && (token.hints & HINT.content) !== 0;
}
