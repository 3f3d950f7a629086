/** Caches a pure function of an immutable object; a result is kept as long as its object lives. */
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
