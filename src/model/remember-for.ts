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
