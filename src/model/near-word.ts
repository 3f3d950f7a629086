/** The known word that differs from the typed one by a single typing slip. */
export function nearWord<Word extends string>(typed: string, known: readonly Word[]): Word | undefined {
  const forms = shortened(typed);
  return known.find((word) => shortened(word).some((form) => forms.includes(form)));
}

/** The word, and the word without each of its letters; words that share a form are one slip apart. */
function shortened(word: string): string[] {
  return [word, ...[...word].map((_, at) => word.slice(0, at) + word.slice(at + 1))];
}
