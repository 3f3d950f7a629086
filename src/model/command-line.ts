const PLAIN = /^[\p{L}\p{N}@%+=:,./\\~_-]+$/u;

/** A command of ours as a person would type it: words with blanks, or signs that a shell takes for its own, in quotes. */
export function commandLine(...words: readonly string[]): string {
  return ["whetstone", ...words].map(quoted).join(" ");
}

/** A word as a shell takes it: between quotes where it has blanks or signs. */
export function quoted(word: string): string {
  if (PLAIN.test(word)) return word;
  return /["$`!\\]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
