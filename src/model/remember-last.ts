/** Longer texts are not remembered, so that memory is bounded. */
const LONGEST = 200_000;

/**
 * A pure function of a text that remembers its last few results, the lately used ones longest. Only a saving: the
 * steps of a round look at the same documents, one after the other.
 */
export function rememberLast<Value>(most: number, make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.has(text) ? (known.get(text) as Value) : make(text);
    if (text.length > LONGEST) return value;
    known.delete(text);
    known.set(text, value);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return value;
  };
}
