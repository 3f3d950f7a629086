import type { Sentence } from "../spec/unit.ts";

/** The sentences without those of a paragraph, an item or a cell that stands somewhere before, word for word. */
export function withoutRepeats(sentences: readonly Sentence[]): Sentence[] {
  const first = new Map<string, Sentence["unit"]>();
  const kept: Sentence[] = [];
  for (const sentence of sentences) {
    const { unit } = sentence;
    const known = first.get(unit.text);
    if (known === undefined) first.set(unit.text, unit);
    if (known === undefined || known === unit) kept.push(sentence);
  }
  return kept;
}
