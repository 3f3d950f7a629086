import { isStopWord } from "../../documents/spec/significant-words.ts";

/** One spelling for the forms of a word, near enough to compare two sentences of one document. */
export function stem(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length <= 3) return lower;
  return lower.replace(/(?:ations?|ions?|ings?|ed|es|s|e|ly)$/, "").replace(/([b-df-hj-np-tv-z])\1$/, "$1");
}

/** The words that carry the meaning, as stems; numbers are none. */
export function contentStems(text: string): Set<string> {
  const words = text.match(/\p{L}[\p{L}\p{N}'-]*/gu) ?? [];
  return new Set(words.filter((word) => !isStopWord(word)).map(stem));
}

/** How many of them two texts have in common. */
export function sharedStems(a: string, b: string): number {
  const stems = contentStems(a);
  return [...contentStems(b)].filter((word) => stems.has(word)).length;
}

/** A name without markup, case, spaces and plural: `AwaitingApproval`, "Awaiting approvals". */
export function normalName(name: string): string {
  const bare = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return bare.length > 4 && bare.endsWith("s") && !bare.endsWith("ss") && !bare.endsWith("us")
    ? bare.slice(0, -1)
    : bare;
}

/** The first words of a text, for a message. */
export function excerpt(text: string, most = 80): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}
