import type { Token } from "../spec/tokens.ts";

/** A list of words and phrases that is looked up in one pass over the tokens of a sentence. */
export interface Phrases<Value> {
  /** The longest phrase that begins at the token, or undefined. Marks break a phrase. */
  at(tokens: readonly Token[], index: number): PhraseMatch<Value> | undefined;
}

export interface PhraseMatch<Value> {
  readonly value: Value;
  readonly length: number;
}

interface Entry<Value> {
  readonly rest: readonly string[];
  readonly value: Value;
}

/** Phrases are in lower case, their words parted by one space. */
export function createPhrases<Value>(entries: Iterable<readonly [string, Value]>): Phrases<Value> {
  const byFirst = new Map<string, Entry<Value>[]>();
  for (const [phrase, value] of entries) {
    const [first = "", ...rest] = phrase.split(" ");
    const known = byFirst.get(first);
    if (known === undefined) byFirst.set(first, [{ rest, value }]);
    else known.push({ rest, value });
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.rest.length - a.rest.length);
  return {
    at: (tokens, index) => {
      const candidates = byFirst.get(tokens[index]?.lower ?? "");
      const entry = candidates?.find(({ rest }) =>
        rest.every((word, offset) => tokens[index + 1 + offset]?.lower === word),
      );
      return entry === undefined ? undefined : { value: entry.value, length: entry.rest.length + 1 };
    },
  };
}

/** The words of a block of text, as phrases parted by commas or line ends. */
export function phraseList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim().replace(/\s+/g, " "))
    .filter((phrase) => phrase !== "");
}
