import type { Token } from "./tokens.ts";

const ABBREVIATIONS = new Set([
  "e.g.",
  "i.e.",
  "vs",
  "approx",
  "no",
  "fig",
  "sec",
  "incl",
  "resp",
  "cf",
  "ca",
  "min",
  "max",
]);

/** Cuts the tokens of a unit at full stops, into sentences. */
export function splitTokens(tokens: readonly Token[]): (readonly Token[])[] {
  const parts: (readonly Token[])[] = [];
  let from = 0;
  for (let index = 0; index < tokens.length; index++) {
    if (!endsSentence(tokens, index)) continue;
    if (from === 0 && index + 1 === tokens.length) return [tokens];
    parts.push(tokens.slice(from, index + 1));
    from = index + 1;
  }
  if (from === 0 && tokens.length > 0) return [tokens];
  if (from < tokens.length) parts.push(tokens.slice(from));
  return parts;
}

function endsSentence(tokens: readonly Token[], index: number): boolean {
  const mark = tokens[index];
  if (mark?.kind !== "mark") return false;
  if (mark.text === "!" || mark.text === "?") return true;
  const next = tokens[index + 1];
  if (mark.lower === "…") return next?.kind === "word" && next.text !== next.lower;
  if (mark.text !== ".") return false;
  if (next === undefined) return true;
  if (next.at === mark.at + 1) return false; // `example.com`, `..`
  const before = tokens[index - 1];
  if (before?.kind === "word" && ABBREVIATIONS.has(before.lower) && next.text === next.lower) return false;
  return next.kind !== "word" || next.text !== next.lower;
}
