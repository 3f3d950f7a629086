export interface OptionLetter {
  readonly letter: "A" | "B" | "C" | "D";
  readonly words: string;
}

const LETTERS: readonly OptionLetter["letter"][] = ["A", "B", "C", "D"];

/** `A`, `a.`, `Option A`, `A: words`. A sentence that begins with the article is the person's own words (SPEC 10.4). */
export function readOptionLetter(text: string): OptionLetter | undefined {
  const match = /^(?:option )?([a-d])(?:$|[.:),](?=\s|$)| [–—-](?=\s))/iu.exec(text.trim());
  const letter = LETTERS.find((known) => known === match?.[1]?.toUpperCase());
  if (!match || letter === undefined) return undefined;
  return { letter, words: text.trim().slice(match[0].length).trim() };
}
