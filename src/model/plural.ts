/** `1 gap`, `3 gaps`. */
export function plural(count: number, single: string, many = `${single}s`): string {
  return `${count} ${count === 1 ? single : many}`;
}

/** The names in a list; above `most` only the first ones, and how many more there are. */
export function namesOf(names: readonly string[], separator = ", ", most = 5): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(separator)}${more}`;
}
