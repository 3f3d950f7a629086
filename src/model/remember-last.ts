/** Results for longer texts are not kept, so that memory stays bounded. */
const LONGEST = 200_000;

/** Caches the last few results of a pure function of texts and immutable objects; it only saves time. */
export function rememberLast<Keys extends readonly (string | object)[], Value>(
  most: number,
  make: (...keys: Keys) => Value,
): (...keys: Keys) => Value {
  let known: readonly { readonly keys: Keys; readonly value: Value }[] = [];
  return (...keys) => {
    const kept = known.find((result) => isSame(result.keys, keys)) ?? { keys, value: make(...keys) };
    const isShort = keys.every((key) => typeof key !== "string" || key.length <= LONGEST);
    if (isShort && known[0] !== kept) known = [kept, ...known.filter((result) => result !== kept)].slice(0, most);
    return kept.value;
  };
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((key, at) => key === b[at]);
}
