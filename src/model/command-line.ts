const PLAIN = /^[\p{L}\p{N}@%+=:,./\\~_-]+(?<!\\)$/u;

/** A whetstone command as a person would type it, with words quoted where a shell needs it. */
export function commandLine(...words: readonly string[]): string {
  return ["whetstone", ...words].map(quoted).join(" ");
}

/** A word quoted for a shell, if it has blanks or special characters. */
export function quoted(word: string): string {
  if (PLAIN.test(word)) return word;
  return /["$`!\\]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
