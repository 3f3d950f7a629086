type Defined<Values> = {
  [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name];
} & { [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: Exclude<Values[Name], undefined> };

/** Without the properties that have no value: what is not known is absent, not `undefined`. */
export function defined<Values extends object>(values: Values): Defined<Values> {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) known[name] = value;
  return known as Defined<Values>;
}

/** What a call gives; `undefined` where it throws. */
export function orUndefined<Value>(call: () => Value): Value | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
