import { stem } from "./stem.ts";

const GROUPS: readonly (readonly string[])[] = [
  ["keep", "store", "retain", "hold", "save", "preserve", "persist", "stay", "remain"],
  ["run", "execute", "start", "perform", "launch", "kick"],
  ["send", "transmit", "deliver", "emit"],
  ["delete", "remove", "purge", "erase", "drop", "discard"],
  ["wait", "pause", "delay"],
  ["retry", "reattempt", "attempt", "repeat", "try", "give"],
  ["fetch", "poll", "pull", "read", "retrieve", "load"],
  ["expire", "lapse", "end", "stop", "close", "finish"],
  ["cost", "fee", "price", "charge"],
  ["accept", "support"],
  ["reject", "refuse", "deny", "decline"],
  ["pay", "payment", "due"],
  ["skip", "omit", "leave"],
];

const HEADS: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap((group) => group.map((word) => [stem(word), stem(group[0] ?? word)] as const)),
);

/** The stem of a word, the same for words that specs use for one another: "stores", "keeps", "retains". */
export function conceptOf(lower: string): string {
  const stemmed = stem(lower);
  return HEADS.get(stemmed) ?? stemmed;
}

/** The set has the word, or a longer or shorter form of it: "count" and "counter", "extract" and "extractor". */
export function hasConcept(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  if (word.length < 5) return false;
  for (const other of words) if (other.length >= 5 && (other.startsWith(word) || word.startsWith(other))) return true;
  return false;
}
