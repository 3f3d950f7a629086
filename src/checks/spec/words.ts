const STOP_WORDS = new Set(
  `a about after all an and any are as at be been being between both but by can cannot case cases could do does during each
  either else every few for from get gets given had has have how however if in into is it its like many may might more most
  must need no nor not of off on once only or other out over own per shall she should so some such system than that the their
  them then there these they this those through to under until up upon user users via was we were what when where whether
  which while who why will with within without would you happen happens occur occurs handle handles respond application app`.split(
    /\s+/,
  ),
);

/** One spelling for the forms of a word, near enough to compare two sentences of one document. */
export function stem(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length <= 3) return lower;
  return lower.replace(/(?:ations?|ions?|ings?|ed|es|s|e|ly)$/, "").replace(/([b-df-hj-np-tv-z])\1$/, "$1");
}

/** The words that carry the meaning, as stems; numbers are none. */
export function contentStems(text: string): Set<string> {
  const words = text.match(/\p{L}[\p{L}\p{N}'-]*/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word.toLowerCase())).map(stem));
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
