/** What stands in JSON of somebody else's, where it is of the type that is looked for. */
export function field(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

export function text(value: unknown, ...names: readonly string[]): string | undefined {
  const found = field(value, ...names);
  return typeof found === "string" ? found : undefined;
}

export function count(value: unknown, ...names: readonly string[]): number {
  const found = field(value, ...names);
  return typeof found === "number" && Number.isFinite(found) && found >= 0 ? found : 0;
}
