/** A set of words written as a text, because a list of hundreds reads better without quotation marks. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""));
}
