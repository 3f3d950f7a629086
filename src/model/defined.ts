type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** Without the properties that have no value: what the optional properties of a record are made of. */
export function defined<Values extends object>(values: Values): Defined<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Values>;
}
