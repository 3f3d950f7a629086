/** A pure function of an object that never changes, which remembers its results as long as their objects live. */
export function rememberFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let kept = known.get(key);
    if (kept === undefined) {
      kept = { value: make(key) };
      known.set(key, kept);
    }
    return kept.value;
  };
}

/** A pure function of objects that never change, which remembers its last few results: steps of a round ask for the same. */
export function rememberLast<Keys extends readonly object[], Value>(
  make: (...keys: Keys) => Value,
): (...keys: Keys) => Value {
  let known: readonly { readonly keys: Keys; readonly value: Value }[] = [];
  return (...keys) => {
    const kept = known.find((result) => isSame(result.keys, keys));
    if (kept !== undefined) return kept.value;
    const value = make(...keys);
    known = [...known.slice(1 - MOST_REMEMBERED), { keys, value }];
    return value;
  };
}

function isSame(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((key, at) => key === b[at]);
}

const MOST_REMEMBERED = 8;
