/** One expression of several, each on a line of its own: what is added or taken away can be seen. */
export function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), patterns[0]?.flags);
}
