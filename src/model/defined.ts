type Defined<Values> = {
  [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name];
} & { [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: Exclude<Values[Name], undefined> };

/** Drops properties that are `undefined`: unknown facts are absent. */
export function defined<Values extends object>(values: Values): Defined<Values> {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) known[name] = value;
  return known as Defined<Values>;
}

/** The result of a call; `undefined` if it throws. */
export function orUndefined<Value>(call: () => Value): Value | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
