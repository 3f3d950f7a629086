/** Longer texts are not remembered, so that memory is bounded. */
const LONGEST = 200_000;

/** A pure function of texts and of objects that never change, which remembers its last few results. Only a saving. */
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
